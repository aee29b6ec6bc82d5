package io.tollgate.bench.rest;

import static io.tollgate.Key.GLOBAL;
import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.DAY;
import static io.tollgate.Per.MINUTE;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/**
 * The endpoint, once for each set of limits. It does next to nothing, so that a limiter's share is
 * as large as it can get.
 */
public final class Greetings {

  /*
   * Ample buckets are drawn down more than they are refilled: one that is full at each call would
   * spare a limiter the arithmetic.
   */

  static final String TEXT = "Good morning";
  static final long PER_MINUTE = 10;
  static final long AMPLE = 10_000_000;

  private Greetings() {}

  /** Without limits. */
  @Path("greeting")
  public static final class Free {

    /** Answers. */
    @GET
    public String get() {
      return TEXT;
    }
  }

  /** With one limit by user. */
  @Path("greeting")
  public static final class ByUser {

    /** Answers. */
    @GET
    @RateLimited(bucket = "user", key = USER, limit = PER_MINUTE, per = MINUTE, burst = AMPLE)
    public String get() {
      return TEXT;
    }
  }

  /** With one limit by address. */
  @Path("greeting")
  public static final class ByAddress {

    /** Answers. */
    @GET
    @RateLimited(bucket = "address", key = IP, limit = PER_MINUTE, per = MINUTE, burst = AMPLE)
    public String get() {
      return TEXT;
    }
  }

  /** With three limits. */
  @Path("greeting")
  public static final class ByThree {

    /** Answers. */
    @GET
    @RateLimited(bucket = "user", key = USER, limit = PER_MINUTE, per = MINUTE, burst = AMPLE)
    @RateLimited(bucket = "address", key = IP, limit = PER_MINUTE, per = MINUTE, burst = AMPLE)
    @RateLimited(bucket = "all", key = GLOBAL, limit = PER_MINUTE, per = MINUTE, burst = AMPLE)
    public String get() {
      return TEXT;
    }
  }

  /** With a limit by user that the first call uses up. */
  @Path("greeting")
  public static final class Scarce {

    /** Answers once. */
    @GET
    @RateLimited(bucket = "user", key = USER, limit = 1, per = DAY)
    public String get() {
      return TEXT;
    }
  }
}
