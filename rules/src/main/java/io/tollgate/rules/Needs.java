package io.tollgate.rules;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which role a method of a resource asks for; one without it is open to nobody. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Needs {

  /** The roles of which one must {@linkplain Role#suffices suffice}. */
  Role[] value();
}
