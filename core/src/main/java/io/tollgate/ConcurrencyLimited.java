package io.tollgate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Bounds how many calls of a resource method, or of each method of a class or interface, a key may
 * have under way at a time.
 *
 * <pre>{@code
 * @ConcurrencyLimited(max = 2, key = USER)
 * }</pre>
 *
 * <p>Annotations on methods, classes, superclasses and interfaces add up and replace each other as
 * those of {@link RateLimited} do.
 */
@Documented
@Repeatable(ConcurrencyLimited.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ConcurrencyLimited {

  /** How many calls may be under way. */
  long max();

  /** Whose calls; several make one key together. {@link Key#CLIENT} if nothing else is stated. */
  Key[] key() default {};

  /** Whose calls, by a part of the request; see {@link RateLimited#by}. */
  String[] by() default {};

  /** Whose calls, by a class of the application; see {@link RateLimited#resolver}. */
  Class<? extends KeyResolver> resolver() default KeyResolver.class;

  /** The name of a bucket that several endpoints share. */
  String bucket() default "";

  /**
   * After how many seconds a call counts as over although nobody saw its end: because its host
   * died, or because the client left a call that was suspended and never resumed.
   */
  long leaseSeconds() default 300;

  /** Whether the limit only counts and logs what it would refuse. */
  boolean shadow() default false;

  /** Several limits on the same method or class; the compiler writes this one. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE})
  @interface All {

    /** The limits. */
    ConcurrencyLimited[] value();
  }
}
