package io.tollgate.algorithm;

/** What the window algorithms share. */
final class Windows {

  /** A few times as much must fit into a sum. */
  private static final long MAX_LIMIT = Long.MAX_VALUE / 4;

  /** More than this is not counted, so that sums fit; no limit comes near it. */
  private static final long MAX_TAKEN = 2 * MAX_LIMIT;

  private Windows() {}

  static void check(long limit, long windowNanos) {
    check(limit, "window", windowNanos);
  }

  /**
   * Checks that numbers can be kept.
   *
   * @param span what messages call the time
   */
  static void check(long limit, String span, long nanos) {
    if (limit < 0 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit is " + limit + "; it must be 0 or more, and at most " + MAX_LIMIT);
    }
    // Two windows must fit into a difference of instants.
    if (nanos < 1 || nanos > Long.MAX_VALUE / 4) {
      throw new IllegalArgumentException(
          span + " is " + nanos + " ns; it must be positive and at most 73 years");
    }
  }

  /** Returns what was taken after {@code more} was. */
  static long sum(long taken, long more) {
    return taken + Math.min(more, MAX_TAKEN - taken);
  }

  /**
   * Tells whether two boundaries of windows are the same one, of which one was worked out from what
   * a caller measured, and may be off by a little.
   */
  static boolean isSame(long boundary, long measured, long windowNanos) {
    return Math.abs(boundary - measured) <= (windowNanos - 1) / 2;
  }

  /** Returns the start of the window around {@code now} when one begins at instant 0. */
  static long alignedStart(long now, long windowNanos) {
    return now - Math.floorMod(now, windowNanos);
  }

  /**
   * Returns how many windows have begun since the one that began at {@code start}.
   *
   * <p>None when {@code now} lies before {@code start}: another thread with a later clock reading
   * has opened the window, and a reader that is a little late belongs into it. Going back would
   * forget what was taken in it.
   */
  static long begunSince(long start, long now, long windowNanos) {
    long elapsed = now - start;
    return elapsed < windowNanos ? 0 : elapsed / windowNanos;
  }
}
