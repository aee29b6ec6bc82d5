package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WordBucketTest {

  private static final long SECOND = 1_000_000_000;

  private static final Limit HUNDRED = Limit.of(100).per(Per.MINUTE).named("limit");
  private static final Limit TEN = Limit.of(10).per(Per.MINUTE).named("limit");

  private static Bucket bucket(Limit limit, long now, long taken) {
    return Bucket.charged(/* hash= */ 0, limit, "key", now, taken);
  }

  private static Ticker at(long now) {
    return () -> now;
  }

  private static long remaining(Bucket bucket, long now) {
    return Objects.requireNonNull(bucket.peek(now, /* cost= */ 0)).remaining();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - SECOND})
  void retireFor_loweredAndRaisedFromAnyClockOrigin_owesAllThatWasTaken(long origin) {
    var lowered = bucket(HUNDRED, origin, 50).retireFor(TEN, at(origin));
    assertThat(remaining(lowered, origin)).isZero();
    assertThat(lowered.usedUpNanos(origin)).isEqualTo(6 * SECOND);

    var raised = lowered.retireFor(HUNDRED, at(origin + 6 * SECOND));
    assertThat(remaining(raised, origin + 6 * SECOND)).isEqualTo(51);
  }

  /** Those that no change has made are as small as ever. */
  @Test
  void charged_noMoreThanTheLimit_needsNoPlaceForMore() {
    assertThat(bucket(TEN, 0, 10)).isExactlyInstanceOf(WordBucket.class);
  }

  private static Settlement undone(long taken, long elapsedNanos) {
    var reset = Duration.ofSeconds(6 * taken);
    return new Settlement(
        TEN, "key", taken, /* actual= */ 0, Duration.ofNanos(elapsedNanos), reset);
  }

  /** What a call before the change took was paid off at other rates. */
  @Test
  void tryRefund_callBeforeTheChangeOrAtItsReading_givesNothingBack() {
    var changed = bucket(HUNDRED, 0, 55).retireFor(TEN, at(SECOND));
    for (long elapsed : new long[] {0, 1, SECOND / 10, SECOND}) {
      assertThat(changed.tryRefund(undone(10, elapsed), SECOND)).isTrue();
    }

    assertThat(remaining(changed, SECOND)).isZero();
    assertThat(remaining(changed.retireFor(HUNDRED, at(SECOND)), SECOND)).isEqualTo(46);
  }

  @Test
  void tryRefund_callAfterTheChange_givesBack() {
    var changed = bucket(HUNDRED, 0, 5).retireFor(TEN, at(0));
    assertThat(changed.tryTake(1, 4)).matches(Decision::allowed);
    assertThat(changed.tryRefund(undone(4, /* elapsedNanos= */ 0), 1)).isTrue();

    assertThat(remaining(changed, 1)).isEqualTo(5);
  }

  /** It has nothing left of what the change had brought, and is settled like any other. */
  @Test
  void tryRefund_fullSinceTheChange_givesBackToTheCallThatTookFirst() {
    long full = 60 * SECOND;
    var changed = bucket(HUNDRED, 0, 10).retireFor(TEN, at(0));
    assertThat(changed.tryTake(full, 4)).matches(Decision::allowed);
    assertThat(changed.tryRefund(undone(4, /* elapsedNanos= */ 0), full)).isTrue();

    assertThat(remaining(changed, full)).isEqualTo(10);
  }

  @Test
  void retireFor_loweredAndFullAgain_hasForgottenWhatWasBeyond() {
    long full = 60 * SECOND;
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));
    assertThat(remaining(lowered, full)).isEqualTo(10);

    assertThat(remaining(lowered.retireFor(HUNDRED, at(full)), full)).isEqualTo(100);
  }

  @Test
  void retireFor_loweredFullAgainAndTakenFrom_hasForgottenWhatWasBeyond() {
    long full = 60 * SECOND;
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));
    assertThat(lowered.tryTake(full, 3)).matches(Decision::allowed);

    assertThat(remaining(lowered.retireFor(HUNDRED, at(full)), full)).isEqualTo(97);
  }

  @Test
  void retireFor_loweredFullAgainAndCharged_hasForgottenWhatWasBeyond() {
    long full = 60 * SECOND;
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));
    assertThat(lowered.tryCharge(full, 13)).isTrue();

    assertThat(remaining(lowered.retireFor(HUNDRED, at(full)), full)).isEqualTo(87);
  }

  @Test
  void retireFor_loweredAndBusyAllTheTime_keepsWhatIsBeyond() {
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));
    long now = 0;
    for (int i = 0; i < 1_000; i++) {
      now += 6 * SECOND;
      assertThat(lowered.tryTake(now, 1)).matches(Decision::allowed);
      assertThat(lowered.tryTake(now, 1)).matches(decision -> !decision.allowed());
    }

    assertThat(remaining(lowered.retireFor(HUNDRED, at(now)), now)).isEqualTo(50);
  }

  /** Where a nanosecond has so many units that a word can be looked at for an hour only. */
  @Test
  void retireFor_loweredAndBusyForHalfTheTimeOfAWord_mayForgetWhatIsBeyond() {
    var fine = Limit.of(1_000_003).per(Per.SECOND).burst(100_000_000).named("limit");
    var finer = Limit.of(1_000_003).per(Per.SECOND).burst(1_000_000).named("limit");
    long rest = Objects.requireNonNull(finer.tokenBucket()).restNanos();
    var lowered = bucket(fine, 0, 50_000_000).retireFor(finer, at(0));
    long now = 0;
    while (now <= rest / 2) {
      now += SECOND / 2;
      assertThat(lowered.tryTake(now, 500_000)).matches(Decision::allowed);
    }

    assertThat(remaining(lowered.retireFor(fine, at(now)), now)).isGreaterThan(98_000_000);
  }

  /** Those that take longest to refill, as long as a word can tell. */
  @ParameterizedTest
  @CsvSource({"999983, 1800", "20011, 86400", "499, 2592000"})
  void tryTake_busyForHalfTheTimeOfAWordThenDrained_isFullNoSoonerThanARefillLater(
      long burst, long seconds) {
    var limit = Limit.of(burst).per(Duration.ofSeconds(seconds)).named("limit");
    var bucket = bucket(limit, 0, burst);
    long now = busyForHalfTheTimeOfAWord(bucket);
    long refill = seconds * SECOND;

    for (int percent = 0; percent < 100; percent++) {
      long later = now + refill / 100 * percent;
      assertThat(remaining(bucket, later)).isBetween(burst * percent / 100 - 1, burst - 1);
      assertThat(bucket.tryTake(later, burst)).matches(decision -> !decision.allowed());
    }
    assertThat(remaining(bucket, now + refill)).isEqualTo(burst);
  }

  /** Those that a settlement leaves twice their burst below full. */
  @ParameterizedTest
  @CsvSource({"499991, 1800", "10007, 86400", "439, 2592000"})
  void tryCharge_busyForHalfTheTimeOfAWord_isFullNoSoonerThanTwoRefillsLater(
      long burst, long seconds) {
    var limit = Limit.of(burst).per(Duration.ofSeconds(seconds)).named("limit");
    var bucket = bucket(limit, 0, burst);
    long now = busyForHalfTheTimeOfAWord(bucket);
    assertThat(bucket.tryCharge(now, burst)).isTrue();
    long refill = seconds * SECOND;
    long fresh = bucket.freshAfterNanos(now);

    assertThat(fresh).isBetween(2 * refill - refill / burst, 2 * refill);
    for (int percent = 0; percent < 200; percent++) {
      long passed = fresh / 200 * percent;
      assertThat(bucket.freshAfterNanos(now + passed)).isEqualTo(fresh - passed);
    }
  }

  /** Empties a bucket again and again, long before it is full, and returns when it last was. */
  private static long busyForHalfTheTimeOfAWord(Bucket bucket) {
    var tokens = Objects.requireNonNull(bucket.limit.tokenBucket());
    long step = tokens.refillNanos() / 16;
    long now = 0;
    while (now + step <= tokens.restNanos() / 2) {
      now += step;
      assertThat(bucket.tryTake(now, remaining(bucket, now))).matches(Decision::allowed);
    }
    return now;
  }

  @Test
  void retireFor_owingMoreThanItHolds_owesThatOfTheOtherToo() {
    var bucket = bucket(HUNDRED, 0, 100);
    assertThat(bucket.tryCharge(0, 30)).isTrue();
    var twice = Limit.of(200).per(Per.MINUTE).named("limit");
    var ninety = Limit.of(90).per(Per.MINUTE).named("limit");

    var lowered = bucket.retireFor(ninety, at(0));
    assertThat(lowered.freshAfterNanos(0)).isEqualTo(80 * SECOND);
    assertThat(remaining(lowered.retireFor(twice, at(0)), 0)).isEqualTo(70);
  }

  @Test
  void retireGivingBack_somethingBeyond_comesBackFromThatFirst() {
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));
    var left = lowered.retireGivingBack(/* cost= */ 5, 6 * SECOND);

    assertThat(lowered.isRetired()).isTrue();
    assertThat(remaining(left, 6 * SECOND)).isEqualTo(1);
    assertThat(remaining(left.retireFor(HUNDRED, at(6 * SECOND)), 6 * SECOND)).isEqualTo(56);
  }

  @Test
  void retireGivingBack_moreThanIsBeyond_comesBackFromTheDebt() {
    var left = bucket(HUNDRED, 0, 12).retireFor(TEN, at(0)).retireGivingBack(/* cost= */ 5, 0);

    assertThat(remaining(left, 0)).isEqualTo(3);
  }

  @Test
  void retireFor_retiredMeanwhile_isFull() {
    var bucket = bucket(HUNDRED, 0, 50);
    bucket.retire();

    assertThat(remaining(bucket.retireFor(TEN, at(0)), 0)).isEqualTo(10);
  }

  @Test
  void tryRetireFresh_lowered_waitsUntilItIsFull() {
    var lowered = bucket(HUNDRED, 0, 50).retireFor(TEN, at(0));

    assertThat(lowered.tryRetireFresh(60 * SECOND - 1)).isFalse();
    assertThat(lowered.tryRetireFresh(60 * SECOND)).isTrue();
  }
}
