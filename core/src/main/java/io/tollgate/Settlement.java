package io.tollgate;

import java.time.Duration;

/**
 * What one call really cost of one bucket, said after it was charged.
 *
 * <p>When it cost more than it took, the difference is taken at the time of settling, although it
 * may not be there, so that the next calls wait for it. A token or leaky bucket goes below empty by
 * at most its burst; what is beyond is forgiven, so that one wrong number shuts nobody out for
 * longer than a refill.
 *
 * <p>When it cost less, the difference comes back as far as it still counts: never so much that
 * more is admitted than if the call had taken no more than it cost. Nothing comes back while the
 * limit has other numbers, nor from a bucket that was made anew since: because it was forgotten for
 * want of memory, or because its limit changed. Windows and logs whose length did not change are
 * not made anew, and give back once the limit has its numbers again.
 *
 * <p>Limits on calls under way have nothing to settle.
 *
 * @param limit the limit that was charged
 * @param key who paid
 * @param taken how many tokens the call took
 * @param actual how many it should have taken
 * @param elapsed how long ago it took them
 * @param reset how long until the bucket would have been as if nobody had called, right after that:
 *     {@link Decision#reset()} of the answer. A backend whose answers round it up takes off here
 *     what that may have added.
 */
public record Settlement(
    Limit limit, String key, long taken, long actual, Duration elapsed, Duration reset) {

  private static final Duration LONGEST = Duration.ofNanos(1L << 62);

  /** Checks the numbers, and shortens a key that is too long to keep. */
  public Settlement {
    checkActual(actual);
    if (taken < 0 || elapsed.isNegative() || reset.isNegative()) {
      throw new IllegalArgumentException(
          "a settlement has no negative numbers: taken "
              + taken
              + ", elapsed "
              + elapsed
              + ", reset "
              + reset);
    }
    key = Keys.bounded(key);
  }

  /**
   * Returns the settlement of a claim.
   *
   * @param answer the answer to this claim, which was allowed
   * @param actual how many tokens the claim should have taken
   * @param elapsed how long ago it was answered
   */
  public static Settlement of(Claim claim, Decision answer, long actual, Duration elapsed) {
    return new Settlement(
        claim.limit(), claim.key(), claim.cost(), actual, elapsed, answer.reset());
  }

  static void checkActual(long actual) {
    if (actual < 0) {
      throw new IllegalArgumentException("actual cost is " + actual + "; it must be 0 or more");
    }
  }

  /** Returns this settlement as one of another definition of its limit, with its numbers. */
  Settlement with(Limit limit, long taken, long actual) {
    return new Settlement(limit, key, taken, actual, elapsed, reset);
  }

  long elapsedNanos() {
    return nanos(elapsed);
  }

  long resetNanos() {
    return nanos(reset);
  }

  /** Two of the longest times that a limit can count are a difference that fits. */
  private static long nanos(Duration duration) {
    return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : LONGEST.toNanos();
  }

  /** Returns how many tokens the call took too few; negative if it took too many. */
  long difference() {
    return actual - taken;
  }
}
