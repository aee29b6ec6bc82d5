package io.tollgate.testkit;

import java.math.BigInteger;

/**
 * A tank that starts full, into which tokens drip evenly, and that never holds more than the burst.
 */
final class TokenBucketModel extends TriedModel {

  /*
   * What a nanosecond brings is tokens ÷ period, so the level is counted in parts of a token of
   * which each has as many as the period has nanoseconds. Then a nanosecond brings `tokens` parts.
   */

  private final BigInteger partsPerNano;
  private final BigInteger partsPerToken;
  private final BigInteger fullParts;

  private BigInteger parts;
  private BigInteger since = LONG_AGO;

  TokenBucketModel(long tokens, long periodNanos, long burst) {
    super(burst);
    this.partsPerNano = big(tokens);
    this.partsPerToken = big(periodNanos);
    this.fullParts = partsPerToken.multiply(big(burst));
    this.parts = fullParts;
  }

  private BigInteger partsAt(BigInteger nanos) {
    return parts.add(nanos.subtract(since).multiply(partsPerNano)).min(fullParts);
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    return partsAt(nanos).compareTo(partsPerToken.multiply(big(cost))) >= 0;
  }

  @Override
  long remaining(BigInteger nanos) {
    return partsAt(nanos).divide(partsPerToken).longValueExact();
  }

  @Override
  boolean untouched(BigInteger nanos) {
    return partsAt(nanos).equals(fullParts);
  }

  @Override
  Tokens taken(BigInteger nanos) {
    return new Tokens(fullParts.subtract(partsAt(nanos)), partsPerToken);
  }

  @Override
  void begin(BigInteger nanos, Tokens taken) {
    parts = fullParts.subtract(taken.in(partsPerToken));
    since = nanos;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    parts = partsAt(nanos).subtract(partsPerToken.multiply(big(cost)));
    since = nanos;
  }
}
