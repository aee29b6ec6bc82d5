package io.tollgate.testkit;

import io.tollgate.Limit;
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

  TokenBucketModel(Limit limit) {
    super(limit.burst());
    this.partsPerNano = big(limit.tokens());
    this.partsPerToken = big(limit.period().toNanos());
    this.fullParts = partsPerToken.multiply(big(limit.burst()));
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
  void take(BigInteger nanos, long cost) {
    parts = partsAt(nanos).subtract(partsPerToken.multiply(big(cost)));
    since = nanos;
  }
}
