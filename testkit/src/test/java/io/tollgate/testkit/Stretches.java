package io.tollgate.testkit;

import io.tollgate.testkit.Trace.Call;

/**
 * What a token bucket promises, taken by its words: in any stretch of {@code d} seconds at most
 * {@code burst + rate * d} tokens.
 *
 * <p>For one key. It knows no bucket, no level and no refill.
 */
final class Stretches {

  /*
   * Let S be what was admitted before now, and B what was admitted before a stretch that began at b.
   * A call of cost c keeps the promise for that stretch if
   *
   *      S + c - B  ≤  burst + rate · (now - b)
   *
   * that is, if S + c - rate · now - burst ≤ B - rate · b. It keeps it for every stretch if it does
   * so for the one with the smallest right side, which is kept from call to call. So each call takes
   * one step, and no stretch is left out. A stretch that begins between two calls has a larger right
   * side than the one that begins with the second.
   *
   * Everything is multiplied by the period, so that the rate is a whole number.
   */

  private final long tokens;
  private final long periodNanos;
  private final long burst;

  private long admitted;
  private long start;
  private long smallest = Long.MAX_VALUE;

  Stretches(long tokens, long periodNanos, long burst) {
    this.tokens = tokens;
    this.periodNanos = periodNanos;
    this.burst = burst;
  }

  /** Tells whether the promise is kept for every stretch that ends with this call. */
  boolean haveRoomFor(Call call) {
    if (smallest == Long.MAX_VALUE) {
      start = call.nanos();
    }
    smallest = Math.min(smallest, side(admitted, call.nanos()));
    return side(admitted + call.cost() - burst, call.nanos()) <= smallest;
  }

  void admit(Call call) {
    admitted += call.cost();
  }

  private long side(long sum, long nanos) {
    return Math.subtractExact(
        Math.multiplyExact(sum, periodNanos), Math.multiplyExact(tokens, nanos - start));
  }
}
