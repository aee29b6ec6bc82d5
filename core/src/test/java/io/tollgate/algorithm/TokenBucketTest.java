package io.tollgate.algorithm;

import static io.tollgate.algorithm.Caller.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBucketTest {

  /** The deepest debt, in units. */
  private static final long REACH = 1L << 61;

  private final TokenBucket threePerSecond = TokenBucket.of(3, SECOND, 3);

  private long charged(long now, long taken) {
    return threePerSecond.owing(threePerSecond.owed(taken).debt(), now);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void decide_fromAnyClockOrigin_admitsTheBurstThenRefuses(long origin) {
    var caller = Caller.of(threePerSecond, origin);

    assertThat(caller.calls(5)).isEqualTo("AAARR");
    assertThat(caller.advance(SECOND).calls(4)).isEqualTo("AAAR");
  }

  @Test
  void decide_thirdsOfASecond_comeToTheNanosecond() {
    var caller = Caller.of(threePerSecond, 0);
    caller.calls(3);

    assertThat(caller.advance(333_333_333).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(333_333_332).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(333_333_333).calls(2)).isEqualTo("AR");
  }

  @Test
  void decide_nothingButCostZero_takesNothing() {
    var caller = Caller.of(threePerSecond, 0);

    assertThat(caller.calls(9, /* cost= */ 0)).isEqualTo("AAAAAAAAA");
    assertThat(caller.remaining()).isEqualTo(3);
    assertThat(caller.freshAfterNanos()).isZero();
    caller.calls(3);
    assertThat(caller.calls(2, /* cost= */ 0)).isEqualTo("AA");
  }

  @Test
  void decide_partlyEmpty_tellsWhatIsLeftAndWhen() {
    var caller = Caller.of(threePerSecond, 0);
    assertThat(caller.calls(1, /* cost= */ 2)).isEqualTo("A");

    assertThat(caller.remaining()).isEqualTo(1);
    assertThat(caller.waitNanos(1)).isZero();
    assertThat(caller.waitNanos(2)).isEqualTo(333_333_334);
    assertThat(caller.waitNanos(3)).isEqualTo(666_666_667);
    assertThat(caller.freshAfterNanos()).isEqualTo(666_666_667);
  }

  @Test
  void of_zero_admitsOnlyCostZero() {
    var nothing = TokenBucket.of(0, SECOND, 0);

    assertThat(nothing.burst()).isZero();
    assertThat(Caller.of(nothing, 7).calls(2, /* cost= */ 0)).isEqualTo("AA");
    assertThat(Caller.of(nothing, 7).remaining()).isZero();
    assertThat(nothing.usedUpUntil(7, 9)).isEqualTo(nothing.full(7));
  }

  @Test
  void restNanos_anyUnits_isTwiceWhatTheDeepestDebtTakes() {
    assertThat(threePerSecond.restNanos()).isEqualTo(2 * REACH / 3);
    assertThat(threePerSecond.refillNanos()).isEqualTo(SECOND);
    assertThat(TokenBucket.of(1, 86_400 * SECOND, 1).restNanos()).isEqualTo(2 * REACH);
  }

  @Test
  void usedUpUntil_soonerThanATokenTakes_admitsThen() {
    long state = threePerSecond.usedUpUntil(/* now= */ 50, /* until= */ 60);

    assertThat(threePerSecond.waitNanos(threePerSecond.debt(state, 50), 1)).isEqualTo(10);
    assertThat(threePerSecond.waitNanos(threePerSecond.debt(state, 60), 1)).isZero();
  }

  @Test
  void usedUpUntil_laterThanATokenTakes_isBelowEmptyByTheBurstAtMost() {
    long later = threePerSecond.usedUpUntil(/* now= */ 50, /* until= */ 50 + SECOND);
    assertThat(threePerSecond.waitNanos(threePerSecond.debt(later, 50), 1)).isEqualTo(SECOND);

    long state = threePerSecond.usedUpUntil(/* now= */ 50, /* until= */ Long.MAX_VALUE);
    assertThat(state).isEqualTo(threePerSecond.owing(threePerSecond.debtAfter(0, 6), 50));
  }

  @Test
  void usedUpUntil_burstOfOneInThirdsOfASecond_admitsNobodyEarly() {
    var one = TokenBucket.of(3, SECOND, 1);
    long state = one.usedUpUntil(/* now= */ 0, /* until= */ 333_333_334);

    assertThat(one.waitNanos(one.debt(state, 0), 1)).isEqualTo(333_333_334);
  }

  @Test
  void owed_moreThanTheBurst_isEmpty() {
    long state = charged(/* now= */ 5, /* taken= */ Long.MAX_VALUE);

    assertThat(state).isEqualTo(charged(5, 3));
    assertThat(threePerSecond.remaining(threePerSecond.debt(state, 5))).isZero();
  }

  @Test
  void giveBack_moreThanIsMissing_fillsTheBucket() {
    long state = charged(/* now= */ 5, /* taken= */ 1);

    assertThat(threePerSecond.giveBack(state, 5, 2)).isEqualTo(threePerSecond.full(5));
    assertThat(threePerSecond.giveBack(state, 5, 1)).isEqualTo(threePerSecond.full(5));
    assertThat(threePerSecond.giveBack(state, 5, 0)).isEqualTo(state);
  }

  @Test
  void giveBack_seenFromAnEarlierReading_keepsWhatLaterReadersTook() {
    long state = charged(/* now= */ SECOND, /* taken= */ 3);
    long given = threePerSecond.giveBack(state, /* now= */ 0, /* cost= */ 1);

    assertThat(given).isEqualTo(charged(SECOND, 2));
  }

  @Test
  void debt_clockSetBack_isNoMoreThanTwiceTheCapacity() {
    long state = charged(/* now= */ 10 * SECOND, /* taken= */ 3);

    assertThat(threePerSecond.nanos(threePerSecond.debt(state, 0))).isEqualTo(2 * SECOND);
    assertThat(threePerSecond.remaining(threePerSecond.debt(state, 0))).isZero();
  }

  @Test
  void of_unitsThatJustFit_areExact() {
    var finest = TokenBucket.of(1 << 20, 1_049, 1);
    assertThat(finest.full(1)).isEqualTo(1 << 20);
    assertThat(finest.restNanos()).isEqualTo(1L << 42);

    var largest = TokenBucket.of(7, 1_000_003, REACH / 1_000_003);
    assertThat(largest.full(1)).isEqualTo(7);
    assertThat(largest.debtAfter(0, 1)).isEqualTo(1_000_003);

    assertThat(TokenBucket.of(1, REACH, 1).refillNanos()).isEqualTo(REACH);
  }

  @Test
  void of_unitsThatJustDoNotFit_areTheSimplestFractionBelow() {
    // 1048577/1051 is 997.69…; of the fractions at most a millionth below, the simplest.
    var finer = TokenBucket.of((1 << 20) + 1, 1_051, 1);
    assertThat(finer.full(1)).isEqualTo(35_917);
    assertThat(finer.debtAfter(0, 1)).isEqualTo(36);

    var larger = TokenBucket.of(7, 1_000_003, REACH / 1_000_003 + 1);
    assertThat(larger.full(1)).isEqualTo(3);
    assertThat(larger.debtAfter(0, 1)).isEqualTo(428_573);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1, 1000, 1",
    "1000000000000, 1000000000, 1000, 1",
    "1000003, 86400000000000, 1, 86399741",
    "2, 4, 1, 2",
  })
  void of_rateAndItsBurst_isKeptInTheseUnits(
      long tokens, long periodNanos, long unitsPerNano, long unitsPerToken) {
    var bucket = TokenBucket.of(tokens, periodNanos, tokens);

    assertThat(bucket.full(1)).isEqualTo(unitsPerNano);
    assertThat(bucket.debtAfter(0, 1)).isEqualTo(unitsPerToken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -1 | 1 | 1 | limit is -1; it must be 0 or more
          1 | 0 | 1 | period is 0 ns; it must be positive
          1 | -5 | 1 | period is -5 ns; it must be positive
          1001 | 1 | 1 | 1001 tokens per 1 ns is more than 10^12 per second; lower the limit, or lengthen the period
          2001 | 2 | 1 | 2001 tokens per 2 ns is more than 10^12 per second; lower the limit, or lengthen the period
          0 | 1 | 1 | a limit of 0 admits nothing, so it has no burst; leave the burst of 1 out
          1 | 1 | 0 | burst is 0; it must be 1 or more, or no call would ever pass
          """)
  void of_impossibleNumbers_areRefusedWithTheReason(
      long tokens, long periodNanos, long burst, String message) {
    assertThatThrownBy(() -> TokenBucket.of(tokens, periodNanos, burst))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void of_tooLongToRefill_isRefusedWithTheFix() {
    assertThatThrownBy(() -> TokenBucket.of(1, REACH / 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a burst of 3 at 1 tokens per 1152921504606846976 ns takes too long to refill to be"
                + " counted exactly; lower the burst to at most 2");
    assertThatThrownBy(() -> TokenBucket.of(1, REACH + 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("counted exactly; shorten the period to at most 73 years");
  }

  /** What is owed of three per second, in thirds of a nanosecond. */
  private long debt(long state, long now) {
    return threePerSecond.debt(state, now);
  }

  @Test
  void charge_thereOrNot_goesBelowEmpty() {
    long state = charged(/* now= */ 5, /* taken= */ 1);
    assertThat(threePerSecond.charge(state, 5, 1)).isEqualTo(charged(5, 2));

    long below = threePerSecond.charge(state, 5, 4);
    assertThat(debt(below, 5)).isEqualTo(5 * SECOND);
    assertThat(threePerSecond.remaining(debt(below, 5))).isZero();
    assertThat(threePerSecond.waitNanos(debt(below, 5), 1)).isEqualTo(SECOND);
    assertThat(threePerSecond.waitNanos(debt(below, 5), 0)).isZero();
    assertThat(threePerSecond.admits(debt(below, 5), 0)).isTrue();
    assertThat(threePerSecond.admits(debt(below, 5), 1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7, Long.MAX_VALUE})
  void charge_farTooMuch_isTwiceTheCapacity(long more) {
    long state = threePerSecond.charge(threePerSecond.full(5), 5, more);

    assertThat(debt(state, 5)).isEqualTo(6 * SECOND);
    assertThat(threePerSecond.charge(state, 5, more)).isEqualTo(state);
  }

  @Test
  void charge_bucketFullForLong_isTakenNow() {
    long state = threePerSecond.charge(threePerSecond.full(0), 9 * SECOND, 2);

    assertThat(state).isEqualTo(charged(9 * SECOND, 2));
  }

  @Test
  void charge_seenFromAnEarlierReading_forgivesNothing() {
    long state = charged(/* now= */ 10 * SECOND, /* taken= */ 3);

    assertThat(threePerSecond.charge(state, /* now= */ 0, /* more= */ 1)).isEqualTo(state);
  }

  @Test
  void charge_largestCapacity_staysWithinReach() {
    var largest = TokenBucket.of(1, REACH, 1);
    long state = largest.charge(largest.full(7), 7, 1);

    assertThat(largest.debt(state, 7)).isEqualTo(REACH);
    assertThat(largest.charge(state, 7, Long.MAX_VALUE)).isEqualTo(state);
  }

  @Test
  void charge_limitZero_changesNothing() {
    var nothing = TokenBucket.of(0, SECOND, 0);

    assertThat(nothing.charge(nothing.full(7), 7, 5)).isEqualTo(nothing.full(7));
  }

  /** A bucket from which 1 was missing, then 2 more: all is back after a second. */
  @ParameterizedTest
  @CsvSource({
    // elapsed, less, owed after
    "0, 2, 1000000000",
    "0, 1, 2000000000",
    "0, 0, 3000000000",
    "100000000, 2, 700000000",
    // Without the 2 all would be back after a third of a second. The reset is known to the
    // nanosecond only, so two thirds of one are not given.
    "333333333, 2, 2",
    "333333334, 2, 2",
    "500000000, 2, 2",
    "500000000, 1, 500000000",
    "999999999, 2, 2",
    "1000000000, 2, 0",
    "1999999999, 2, 0",
    "2000000000, 2, 0",
    "9223372036854775807, 2, 0",
  })
  void refund_later_givesWhatIsStillMissing(long elapsed, long less, long owed) {
    long state = charged(/* now= */ 0, /* taken= */ 3);
    long refunded = threePerSecond.refund(state, elapsed, elapsed, SECOND, /* taken= */ 2, less);

    assertThat(debt(refunded, elapsed)).isEqualTo(owed);
  }

  @Test
  void refund_othersTookSince_givesNoMoreThanIsMissing() {
    // At half a second another call took 1.5 that were back by then, if any could take a half.
    long state = threePerSecond.owing(3 * SECOND, SECOND / 2);
    long refunded = threePerSecond.refund(state, SECOND / 2, SECOND / 2, SECOND, 3, 3);

    assertThat(debt(refunded, SECOND / 2)).isEqualTo(3 * SECOND / 2);
  }

  @Test
  void refund_nothingWasCounted_givesNothing() {
    long state = charged(/* now= */ 0, /* taken= */ 3);

    assertThat(threePerSecond.refund(state, 0, 0, /* resetNanos= */ 0, 2, 2)).isEqualTo(state);
    assertThat(threePerSecond.refund(state, 0, 0, SECOND, 0, 0)).isEqualTo(state);
  }

  @Test
  void refund_fullBucket_staysAsItIs() {
    long state = threePerSecond.full(5);

    assertThat(threePerSecond.refund(state, 5, 0, SECOND, 2, 2)).isEqualTo(state);
    assertThat(threePerSecond.refund(state, 9, 0, SECOND, 2, 2)).isEqualTo(state);
  }

  @Test
  void refund_numbersOutOfRange_overflowNothing() {
    long state = charged(/* now= */ 5, /* taken= */ 3);
    long refunded =
        threePerSecond.refund(
            state, 5, 0, Long.MAX_VALUE, /* taken= */ Long.MAX_VALUE, /* less= */ Long.MAX_VALUE);

    assertThat(refunded).isEqualTo(threePerSecond.full(5));
  }
}
