package io.tollgate.redis;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * By how much hosts that take tokens in advance may together exceed a limit, as a part of its
 * burst.
 *
 * @param basisPoints hundredths of a percent
 */
record Tolerance(int basisPoints) {

  private static final int WHOLE = 10_000;
  private static final int LEAST = 100;
  private static final int MOST = 5_000;

  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2}(\\.[0-9]{1,2})?) ?%");
  private static final Pattern FRACTION = Pattern.compile("0?\\.[0-9]{1,4}");

  Tolerance {
    if (basisPoints < LEAST || basisPoints > MOST) {
      throw new IllegalArgumentException("out of range; write 1% to 50%");
    }
  }

  /**
   * Returns the tolerance that is written as a percentage or a fraction.
   *
   * @throws IllegalArgumentException if it is neither, or not from 1 % to 50 %
   */
  static Tolerance parse(String text) {
    var stripped = text.strip();
    var percent = PERCENT.matcher(stripped);
    if (percent.matches()) {
      return new Tolerance(new BigDecimal(percent.group(1)).movePointRight(2).intValueExact());
    }
    if (FRACTION.matcher(stripped).matches()) {
      return new Tolerance(new BigDecimal(stripped).movePointRight(4).intValueExact());
    }
    throw new IllegalArgumentException(
        '"' + text + "\" is neither a percentage nor a fraction; write 5% or 0.05");
  }

  /** Returns a text that is read as this tolerance. */
  String format() {
    return BigDecimal.valueOf(basisPoints, 2).stripTrailingZeros().toPlainString() + "%";
  }

  /**
   * Returns how many tokens one of {@code hosts} may hold, rounded down, so that all together never
   * hold more than is tolerated.
   */
  int share(long burst, int hosts) {
    // Apart, so that the product does not overflow.
    long tolerated = burst / WHOLE * basisPoints + burst % WHOLE * basisPoints / WHOLE;
    return (int) Math.min(tolerated / hosts, Integer.MAX_VALUE);
  }
}
