package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.algorithm.TokenBucket;
import io.tollgate.algorithm.TokenBucket.Owed;
import java.math.BigInteger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What a token bucket owes in the place of another one. */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // The edges are among the rates.
final class OwedProperties {

  private static final BigInteger MOST = BigInteger.TWO.pow(62);

  @Provide
  Arbitrary<Rate> rates() {
    return Rate.any();
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  private static BigInteger all(Owed owed) {
    return big(owed.debt()).add(big(owed.beyond()));
  }

  private static BigInteger unitsPerToken(TokenBucket bucket) {
    return big(bucket.debtAfter(/* debt= */ 0, /* cost= */ 1));
  }

  private static long capacity(TokenBucket bucket) {
    return bucket.debtAfter(/* debt= */ 0, bucket.burst());
  }

  private static long deepest(TokenBucket bucket) {
    return bucket.debt(
        bucket.charge(bucket.full(/* now= */ 0), /* now= */ 0, Long.MAX_VALUE), /* now= */ 0);
  }

  private static Owed owed(TokenBucket bucket, int part, long beyond) {
    return new Owed(Step.thousandths(deepest(bucket), part), beyond >>> 2);
  }

  @Property
  void owed_ofAnotherRate_isAsManyTokensRoundedUpToAUnit(
      @ForAll("rates") Rate before,
      @ForAll("rates") Rate after,
      @ForAll @IntRange(max = 1_000) int part,
      @ForAll @LongRange(min = 0) long beyond) {
    var owed = owed(before.bucket(), part, beyond);
    var there = after.bucket().owed(before.bucket(), owed);

    var exact = all(owed).multiply(unitsPerToken(after.bucket()));
    var rounded = TriedModel.ceilDiv(exact, unitsPerToken(before.bucket()));
    assertThat(all(there)).isEqualTo(rounded.min(MOST));
    assertThat(there.debt()).isBetween(0L, deepest(after.bucket()));
    assertThat(there.beyond()).isNotNegative();
  }

  @Property
  void owed_notAboveTheCapacity_countsAsFarAsTheOtherCapacityGoes(
      @ForAll("rates") Rate before,
      @ForAll("rates") Rate after,
      @ForAll @IntRange(max = 500) int part,
      @ForAll @LongRange(min = 0) long beyond) {
    var owed = owed(before.bucket(), part, beyond);
    var there = after.bucket().owed(before.bucket(), owed);

    if (owed.debt() <= capacity(before.bucket())) {
      assertThat(big(there.debt())).isEqualTo(all(there).min(big(capacity(after.bucket()))));
    }
  }

  @Property
  void owed_toAndFro_isNeverLessAndAtMostAUnitOfEachMore(
      @ForAll("rates") Rate one,
      @ForAll("rates") Rate other,
      @ForAll @IntRange(max = 500) int part) {
    var bucket = one.bucket();
    var owed = new Owed(Step.thousandths(deepest(bucket), part), /* beyond= */ 0);
    var there = other.bucket().owed(bucket, owed);
    var back = bucket.owed(other.bucket(), there);

    if (all(there).compareTo(MOST) < 0) {
      var unit = TriedModel.ceilDiv(unitsPerToken(bucket), unitsPerToken(other.bucket()));
      assertThat(all(back)).isBetween(all(owed), all(owed).add(unit).min(MOST));
    }
  }

  @Property
  void owed_wholeTokensToAndFro_isTheSame(
      @ForAll("rates") Rate one, @ForAll("rates") Rate other, @ForAll @LongRange(min = 0) long n) {
    var owed = one.bucket().owed(n % (one.burst() + 1));
    var there = other.bucket().owed(one.bucket(), owed);

    if (all(there).compareTo(MOST) < 0) {
      assertThat(one.bucket().owed(other.bucket(), there)).isEqualTo(owed);
    }
  }

  @Property
  void tokens_ofWholeTokens_areAsMany(
      @ForAll("rates") Rate rate, @ForAll @LongRange(min = 0) long taken) {
    var bucket = rate.bucket();
    var owed = bucket.owed(taken);

    assertThat(big(bucket.tokens(owed)))
        .isEqualTo(big(taken).min(TriedModel.ceilDiv(MOST, unitsPerToken(bucket))));
  }

  @Property
  void less_anyCost_comesBackFromBeyondFirst(
      @ForAll("rates") Rate rate,
      @ForAll @IntRange(max = 1_000) int part,
      @ForAll @LongRange(min = 0) long beyond,
      @ForAll @LongRange(min = 0) long cost) {
    var bucket = rate.bucket();
    var owed = owed(bucket, part, beyond);
    var left = bucket.less(owed, cost);

    var back = big(cost).multiply(unitsPerToken(bucket));
    if (back.compareTo(MOST) <= 0) {
      assertThat(all(left)).isEqualTo(all(owed).subtract(back).max(BigInteger.ZERO));
    }
    assertThat(left.debt()).isBetween(0L, owed.debt());
    assertThat(left.debt() == owed.debt() || left.beyond() == 0).isTrue();
  }
}
