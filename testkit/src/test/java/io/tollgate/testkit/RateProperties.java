package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** How exactly a token bucket keeps the rate that was declared, and what it does not take. */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // The edges are among what is generated.
final class RateProperties {

  private static final BigInteger MILLION = big(1_000_000);

  private static final Pattern ADVICE = Pattern.compile("lower the burst to at most (\\d+)$");

  @Provide
  Arbitrary<Rate> rates() {
    return Rate.any();
  }

  @Provide
  Arbitrary<Rate> ratesWithABurst() {
    return Rate.any().filter(rate -> rate.burst() > 1);
  }

  @Provide
  Arbitrary<Rate> anyNumbers() {
    return Rate.anyNumbers();
  }

  @Provide
  Arbitrary<Rate> approximatedRates() {
    return Rate.anyNumbers().filter(rate -> rate.isTaken() && !rate.fitsExactly());
  }

  @Property(tries = 5_000)
  void of_anyNumbers_keepsTheRateOrSaysWhyNot(@ForAll("anyNumbers") Rate declared) {
    try {
      var kept = Rate.keptBy(declared.bucket());

      assertThat(kept.burst()).isEqualTo(declared.burst());
      assertThat(kept.isFasterThan(declared)).isFalse();
      assertThat(kept.isSlowerByMoreThanAMillionthThan(declared)).isFalse();
      if (declared.fitsExactly()) {
        assertThat(kept).isEqualTo(declared.reduced());
      }
    } catch (IllegalArgumentException refused) {
      assertThat(declared.surelyFits()).isFalse();
      assertThat(refused).hasMessageMatching("[^\\r\\n]+");
    }
  }

  @Property(tries = 5_000)
  void of_tooLargeABurst_namesTheLargestThatIsTaken(@ForAll("anyNumbers") Rate declared) {
    try {
      assertThat(declared.bucket().burst()).isEqualTo(declared.burst());
    } catch (IllegalArgumentException refused) {
      var advice = ADVICE.matcher(refused.getMessage());
      if (advice.find()) {
        long largest = Long.parseLong(advice.group(1));
        assertThat(declared.withBurst(largest).isTaken()).isTrue();
        assertThat(declared.withBurst(largest + 1).isTaken()).isFalse();
      }
    }
  }

  @Property
  void of_anyRate_keepsABucketThatRestsForLessThanRestNanos(
      @ForAll("rates") Rate rate, @ForAll long now) {
    var bucket = rate.bucket();
    long rest = bucket.restNanos();
    long empty = bucket.owing(bucket.owed(rate.burst()).debt(), now);

    assertThat(rest).isGreaterThan(Duration.ofHours(1).toNanos());
    assertThat(bucket.debt(empty, now)).isEqualTo(bucket.debtAfter(0, rate.burst()));
    assertThat(bucket.debt(empty, now + bucket.refillNanos())).isZero();
    assertThat(bucket.debt(empty, now + rest + 1)).isZero();
    assertThat(bucket.debt(bucket.full(now), now + rest)).isZero();
    long deepest = bucket.charge(empty, now, rate.burst());
    assertThat(bucket.debt(deepest, now + rest / 2 + 1)).isZero();
    assertThat(bucket.debt(deepest, now + rest)).isZero();
  }

  @Property
  void decide_overALongRun_admitsTheDeclaredRate(
      @ForAll("ratesWithABurst") Rate rate,
      @ForAll long origin,
      @ForAll @Size(100) List<@IntRange(min = 0, max = 1_000) Integer> parts) {
    var counter = Counter.of(rate.bucket(), origin);
    // Pauses that never fill the bucket, so that no token is lost.
    long longest = rate.bucket().nanos(rate.bucket().debtAfter(0, rate.burst() - 1)) - 1;
    var elapsed = BigInteger.ZERO;
    var admitted = drained(counter, origin);
    for (int part : parts) {
      elapsed = elapsed.add(big(Step.thousandths(longest, part)));
      admitted = admitted.add(drained(counter, origin + elapsed.longValue()));
    }

    var gained = elapsed.multiply(big(rate.tokens())).divide(big(rate.periodNanos()));
    var promised = gained.add(big(rate.burst()));
    var missing = promised.subtract(admitted);
    if (rate.fitsExactly()) {
      assertThat(missing).isZero();
    } else {
      assertThat(missing).isBetween(BigInteger.ZERO, gained.divide(MILLION).add(BigInteger.ONE));
    }
  }

  /** Takes all there is. */
  private static BigInteger drained(Counter counter, long now) {
    long remaining = counter.peek(now, /* cost= */ 0).remaining();
    assertThat(counter.decide(now, remaining).allowed()).isTrue();
    return big(remaining);
  }

  @Property
  void of_rateThatDoesNotFit_takesTheSimplestFractionInItsPlace(
      @ForAll("approximatedRates") Rate declared, @ForAll @LongRange(min = 1) long other) {
    var kept = Rate.keptBy(declared.bucket());
    long simpler = Math.floorMod(other, kept.periodNanos());
    if (simpler > 0) {
      var tokens =
          big(simpler).multiply(big(declared.tokens())).divide(big(declared.periodNanos()));
      var fraction = new Rate(tokens.longValueExact(), simpler, /* burst= */ 1);
      assertThat(fraction.isSlowerByMoreThanAMillionthThan(declared)).isTrue();
    }
    assertThat(kept.reduced()).isEqualTo(kept);
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
