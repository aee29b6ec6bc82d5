package io.tollgate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Takes a resource method, or all methods of a class or interface, out of the limits that
 * annotations farther away declare.
 *
 * <p>On a class, limits on its methods still hold, and so do rules everywhere. On a method that
 * leads to a sub-resource it is a mistake; it belongs on what is behind that.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Unlimited {}
