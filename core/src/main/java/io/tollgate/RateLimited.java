package io.tollgate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts a rate limit on a resource method, or on each method of a class or interface.
 *
 * <pre>{@code
 * @RateLimited(cost = 3, per = SECOND, key = USER)    // 3 tokens of the caller's shared budget
 * @RateLimited(limit = 100, per = MINUTE, key = IP)   // this endpoint's own bucket
 * @RateLimited(bucket = "search", cost = 5)           // a bucket that several endpoints share
 * }</pre>
 *
 * <p>Without {@link #limit} and {@link #bucket}, a call draws on the shared budget {@code default},
 * so that costs weigh operations against each other; the settings say how large it is. With a limit
 * and no bucket name, the bucket belongs to the endpoint, so a limit on a class makes a bucket for
 * each of its methods. The numbers are defaults: settings and rules override them by the bucket's
 * name.
 *
 * <p>Several annotations must all hold. One nearer to the method (on the method, then on what it
 * overrides, then on its class, then on the superclasses and interfaces, then on the sub-resource
 * locator) replaces one farther away that draws on the same bucket by the same key; all others add
 * up. {@link Unlimited} opts out.
 */
@Documented
@Repeatable(RateLimited.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimited {

  /** The value of a number that is not stated. */
  long UNSTATED = Long.MIN_VALUE;

  /** How many tokens come in each period; 0 admits nothing. */
  long limit() default UNSTATED;

  /** How many {@link #per} make a period: {@code limit = 2, every = 3, per = SECOND}. */
  long every() default 1;

  /** What a period is made of; has no effect without {@link #limit}. */
  Per per() default Per.SECOND;

  /**
   * How many tokens there can be at once; as many as the limit, unless stated. Of a leaky bucket,
   * how many calls may wait. A window becomes as long as the burst takes at the rate of the limit.
   */
  long burst() default UNSTATED;

  /** How many tokens a call takes. */
  long cost() default 1;

  /**
   * Works the cost out from the request. When it fails or answers a negative number, the call pays
   * {@link #cost}.
   */
  Class<? extends CostFunction> costFunction() default CostFunction.class;

  /**
   * Whether the cost is only reserved, and corrected after the work by an injected {@link Toll}. A
   * method that does not settle pays what was reserved.
   */
  boolean settle() default false;

  /**
   * Whether a call that fails with a server error (status 500 to 599) gets its tokens back. One
   * that has {@linkplain #settle settled} before pays what it said.
   */
  boolean refundErrors() default false;

  /**
   * Who pays; several make one key together, in whatever order. {@link Key#CLIENT} if nothing else
   * is stated.
   */
  Key[] key() default {};

  /**
   * Who pays, by a part of the request: {@code header:X-Api-Key}, {@code query:}, {@code path:},
   * {@code cookie:} or {@code claim:}, each with a name. Without that part, the client's address
   * pays.
   */
  String[] by() default {};

  /** Who pays, by a class of the application. When it has no answer, the client's address pays. */
  Class<? extends KeyResolver> resolver() default KeyResolver.class;

  /** The name of a bucket that several endpoints share. */
  String bucket() default "";

  /** How the limit counts. */
  Algorithm algorithm() default Algorithm.TOKEN_BUCKET;

  /** When the limit is asked: before or after it is known who the user is. */
  Phase phase() default Phase.AFTER_AUTHENTICATION;

  /**
   * Whether the limit only counts and logs what it would refuse. With a bucket of its own it leaves
   * limits farther away in force.
   */
  boolean shadow() default false;

  /** What becomes of a call that is not admitted now: it is refused, unless it may wait. */
  OnLimit onLimit() default OnLimit.REFUSE;

  /**
   * How long a call may wait for its turn at most, with {@link OnLimit#WAIT}: {@code "2s"}, {@code
   * "500ms"}. One that would have to wait longer is refused at once.
   */
  String maxWait() default "";

  /** Several limits on the same method or class; the compiler writes this one. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE})
  @interface All {

    /** The limits. */
    RateLimited[] value();
  }
}
