package io.tollgate.bench;

import java.time.Duration;

/**
 * What every limiter of a comparison is set to.
 *
 * @param burst the tokens there are at the start
 * @param perToken how long until one more comes
 * @param pacePerSecond the rate for limiters without a burst, which only space calls out
 */
record Allowance(long burst, Duration perToken, double pacePerSecond) {

  /*
   * An ample bucket is drawn down, not refilled as fast as it is used: a bucket that is full at each
   * call would spare some the arithmetic, and Tollgate would drop it. The benchmarks check at the
   * end that it was ample.
   */

  /** Lasts for 10 s at 100 million calls a second. */
  static final Allowance AMPLE = new Allowance(1_000_000_000, Duration.ofSeconds(1), 1e9);

  /**
   * Ample for the hottest of many keys; and one call keeps a key in debt for a minute, so that all
   * keys stay.
   */
  static final Allowance AMPLE_PER_KEY = new Allowance(30_000_000, Duration.ofMinutes(1), 1e9);

  /** Used up by the first calls. */
  static final Allowance SCARCE = new Allowance(3, Duration.ofHours(1), 1 / 3600.0);

  /** Returns how long until as many tokens as the burst have come. */
  Duration period() {
    return perToken.multipliedBy(burst);
  }
}
