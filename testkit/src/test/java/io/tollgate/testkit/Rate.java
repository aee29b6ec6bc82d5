package io.tollgate.testkit;

import io.tollgate.algorithm.TokenBucket;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** The numbers of a token bucket. */
record Rate(long tokens, long periodNanos, long burst) {

  private static final long SECOND = 1_000_000_000;
  private static final long DAY = 86_400 * SECOND;

  /** What a capacity, in the bucket's units, must not exceed. */
  private static final BigInteger REACH = BigInteger.TWO.pow(61);

  /** What a nanosecond, in the bucket's units, must not exceed. */
  private static final BigInteger FINEST = BigInteger.TWO.pow(20);

  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

  /** Returns rates that a token bucket takes. */
  static Arbitrary<Rate> any() {
    return Combinators.combine(paces(), Arbitraries.integers().between(0, 5), bursts())
        .as(
            (pace, kind, burst) ->
                switch (kind) {
                  case 0 -> pace.withBurst(1);
                  case 1 -> pace.withBurst(pace.tokens);
                  case 2 -> pace.withLargestBurst();
                  default -> pace.withBurst(burst);
                })
        .filter(Rate::isTaken);
  }

  /** Returns rates that a token bucket may refuse. */
  static Arbitrary<Rate> anyNumbers() {
    return Combinators.combine(magnitudes(), magnitudes(), magnitudes()).as(Rate::new);
  }

  private static Arbitrary<Rate> paces() {
    var edges =
        Arbitraries.of(
            new Rate(1, DAY, 1),
            new Rate(3, SECOND, 1),
            new Rate(7, SECOND, 1),
            new Rate(1, 1, 1),
            new Rate(1_000, 1, 1),
            new Rate(1_000_000_000_000L, SECOND, 1),
            new Rate(999_999_999_989L, SECOND, 1),
            new Rate(1_000_003, DAY, 1),
            new Rate(86_399, DAY, 1),
            new Rate(999_983, 65_537, 1),
            new Rate(1, 1L << 61, 1),
            new Rate(0, SECOND, 0));
    var usual =
        Combinators.combine(
                Arbitraries.longs().between(1, 20), Arbitraries.longs().between(1, 100_000))
            .as((tokens, seconds) -> new Rate(tokens, seconds * SECOND, 1));
    var wild =
        Combinators.combine(magnitudes(), magnitudes())
            .as((tokens, period) -> new Rate(tokens, period, 1))
            .filter(Rate::isTaken);
    return Arbitraries.oneOf(edges, usual, wild);
  }

  private static Arbitrary<Long> bursts() {
    return Arbitraries.oneOf(Arbitraries.longs().between(1, 12), magnitudes());
  }

  /** Returns positive numbers of which each length is as likely as any other. */
  private static Arbitrary<Long> magnitudes() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(1, 63))
        .as((bits, shift) -> Math.max(1, bits >>> shift));
  }

  Rate withBurst(long burst) {
    return new Rate(tokens, periodNanos, tokens == 0 ? 0 : burst);
  }

  Rate withLargestBurst() {
    var bucket = withBurst(1).bucket();
    return withBurst(REACH.longValueExact() / bucket.debtAfter(/* debt= */ 0, /* cost= */ 1));
  }

  boolean isTaken() {
    try {
      return bucket().burst() == burst;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  TokenBucket bucket() {
    return TokenBucket.of(tokens, periodNanos, burst);
  }

  /** Returns the rate that a bucket keeps, as its units tell it. */
  static Rate keptBy(TokenBucket bucket) {
    return new Rate(
        bucket.owing(/* debt= */ 0, /* now= */ 1),
        bucket.debtAfter(/* debt= */ 0, /* cost= */ 1),
        bucket.burst());
  }

  /** Returns the same rate in lowest terms. */
  Rate reduced() {
    long divisor = big(tokens).gcd(big(periodNanos)).longValueExact();
    return new Rate(tokens / divisor, periodNanos / divisor, burst);
  }

  /** Tells whether the units of the exact rate fit into 64 bits. */
  boolean fitsExactly() {
    var exact = reduced();
    return big(exact.tokens).compareTo(FINEST) <= 0
        && big(exact.periodNanos).multiply(big(burst)).compareTo(REACH) <= 0;
  }

  /** Tells whether there is surely a fraction with small terms close below this rate. */
  boolean surelyFits() {
    var most = big(1_000).multiply(big(periodNanos));
    var refill = big(burst).multiply(big(periodNanos)).divide(big(tokens));
    return big(tokens).compareTo(most) <= 0
        && big(burst).multiply(MILLION).add(refill).compareTo(REACH.shiftRight(1)) <= 0;
  }

  /** Compares paces, whatever the bursts. */
  boolean isFasterThan(Rate other) {
    return pace(other).compareTo(other.pace(this)) > 0;
  }

  /** Tells whether this pace is below the other one by more than one part in a million. */
  boolean isSlowerByMoreThanAMillionthThan(Rate other) {
    var most = other.pace(this).multiply(MILLION.subtract(BigInteger.ONE));
    return pace(other).multiply(MILLION).compareTo(most) < 0;
  }

  /** Returns the pace in units that make it comparable with another one. */
  private BigInteger pace(Rate other) {
    return big(tokens).multiply(big(other.periodNanos));
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
