package io.tollgate.algorithm;

import java.math.BigInteger;

/**
 * A positive fraction in whole numbers, for backends that count a rate in fewer bits than this
 * package does.
 *
 * @param numerator above 0
 * @param denominator above 0
 */
public record Ratio(long numerator, long denominator) {

  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

  /** Returns {@code numerator / denominator} in lowest terms. */
  public static Ratio reduced(long numerator, long denominator) {
    long divisor =
        BigInteger.valueOf(numerator).gcd(BigInteger.valueOf(denominator)).longValueExact();
    return new Ratio(numerator / divisor, denominator / divisor);
  }

  /**
   * Returns the fraction with the smallest terms that is not above this one and not more than one
   * part in a million below.
   */
  public Ratio simplestWithinOneMillionthBelow() {
    var top = BigInteger.valueOf(numerator);
    var bottom = BigInteger.valueOf(denominator);
    return simplest(
        top.multiply(MILLION.subtract(BigInteger.ONE)), bottom.multiply(MILLION), top, bottom);
  }

  /*
   * The simplest fraction in [low, high]: a whole number if there is one; otherwise both have the
   * same whole part, and the rest is the reciprocal of the simplest fraction between the
   * reciprocals of what is left over. The walk down two continued fractions until they part.
   */
  private static Ratio simplest(
      BigInteger lowTop, BigInteger lowBottom, BigInteger highTop, BigInteger highBottom) {
    var low = lowTop.divideAndRemainder(lowBottom);
    var high = highTop.divideAndRemainder(highBottom);
    if (low[1].signum() == 0) {
      return new Ratio(low[0].longValueExact(), 1);
    }
    if (!low[0].equals(high[0])) {
      return new Ratio(low[0].longValueExact() + 1, 1);
    }
    var rest = simplest(highBottom, high[1], lowBottom, low[1]);
    return new Ratio(low[0].longValueExact() * rest.numerator + rest.denominator, rest.numerator);
  }
}
