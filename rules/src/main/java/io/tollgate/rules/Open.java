package io.tollgate.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says that a method of a resource is open to everybody. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Open {}
