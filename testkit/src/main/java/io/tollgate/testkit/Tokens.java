package io.tollgate.testkit;

import java.math.BigInteger;

/**
 * An exact number of tokens, of which one has {@code perToken} parts.
 *
 * @param perToken above 0
 */
record Tokens(BigInteger parts, BigInteger perToken) {

  static final Tokens NONE = whole(BigInteger.ZERO);

  /** In lowest terms, so that numbers stay short however often they change. */
  Tokens {
    var divisor = parts.gcd(perToken);
    parts = parts.divide(divisor);
    perToken = perToken.divide(divisor);
  }

  static Tokens whole(BigInteger tokens) {
    return new Tokens(tokens, BigInteger.ONE);
  }

  Tokens plus(Tokens other) {
    return new Tokens(
        parts.multiply(other.perToken).add(other.parts.multiply(perToken)),
        perToken.multiply(other.perToken));
  }

  Tokens minus(Tokens other) {
    return plus(new Tokens(other.parts.negate(), other.perToken));
  }

  Tokens min(Tokens other) {
    return minus(other).parts.signum() < 0 ? this : other;
  }

  /** Returns this number in other parts, rounded up. */
  BigInteger in(BigInteger otherPerToken) {
    return TriedModel.ceilDiv(parts.multiply(otherPerToken), perToken);
  }
}
