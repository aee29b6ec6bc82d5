package io.tollgate.redis;

/**
 * By how many tokens callers of one bucket exceeded burst + rate · d in the worst stretch of d
 * seconds.
 *
 * <p>Knows no bucket, no level and no refill.
 */
final class Excess {

  /*
   * Let S be what was admitted before now, and B what was admitted before a stretch that began at b.
   * A call of cost c makes this stretch have S + c - B tokens, which is more than is promised by
   *
   *      (S + c - burst - rate · now) - (B - rate · b)
   *
   * The worst stretch is the one with the smallest right side, which is kept from call to call. All
   * is multiplied by the period, so that the rate is a whole number.
   */

  private final long tokens;
  private final long periodNanos;
  private final long burst;

  private boolean begun;
  private long start;
  private long admitted;
  private long smallest;
  private long largest = Long.MIN_VALUE;

  Excess(long tokens, long periodNanos, long burst) {
    this.tokens = tokens;
    this.periodNanos = periodNanos;
    this.burst = burst;
  }

  /** Notes an admitted call; calls come in the order of their times. */
  void admit(long nanos, long cost) {
    if (!begun) {
      begun = true;
      start = nanos;
      smallest = Long.MAX_VALUE;
    }
    smallest = Math.min(smallest, side(admitted, nanos));
    admitted += cost;
    largest = Math.max(largest, side(admitted - burst, nanos) - smallest);
  }

  private long side(long sum, long nanos) {
    return Math.subtractExact(
        Math.multiplyExact(sum, periodNanos), Math.multiplyExact(tokens, nanos - start));
  }

  /** Returns the excess of the worst stretch, rounded up; negative if none had what is promised. */
  long worst() {
    return -Math.floorDiv(-largest, periodNanos);
  }

  long admitted() {
    return admitted;
  }
}
