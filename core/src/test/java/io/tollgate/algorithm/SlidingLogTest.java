package io.tollgate.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SlidingLogTest {

  private final SlidingLog threeInTen = log(/* gapNanos= */ 0, /* countsRefused= */ false);

  private static SlidingLog log(long gapNanos, boolean countsRefused) {
    return new SlidingLog(/* limit= */ 3, /* windowNanos= */ 10, gapNanos, countsRefused);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void decide_fromAnyClockOrigin_admitsTheLimitInAnyWindow(long origin) {
    var caller = Caller.of(threeInTen, origin);

    assertThat(caller.calls(1)).isEqualTo("A");
    assertThat(caller.advance(4).calls(3)).isEqualTo("AAR");
    assertThat(caller.advance(5).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(4).calls(3)).isEqualTo("AAR");
    assertThat(caller.advance(5).calls(1)).isEqualTo("R");
  }

  @Test
  void decide_severalCosts_tellsWhatIsLeftAndWhen() {
    var caller = Caller.of(threeInTen, 0);
    caller.calls(1, /* cost= */ 1);
    caller.advance(2).calls(1, /* cost= */ 1);
    caller.advance(1).calls(1, /* cost= */ 1);

    assertThat(caller.remaining()).isZero();
    assertThat(caller.waitNanos(0)).isZero();
    assertThat(caller.waitNanos(1)).isEqualTo(7);
    assertThat(caller.waitNanos(2)).isEqualTo(9);
    assertThat(caller.waitNanos(3)).isEqualTo(10);
    assertThat(caller.freshAfterNanos()).isEqualTo(10);
    assertThat(caller.advance(9).remaining()).isEqualTo(2);
    assertThat(caller.freshAfterNanos()).isEqualTo(1);
    assertThat(caller.advance(1).freshAfterNanos()).isZero();
    assertThat(caller.remaining()).isEqualTo(3);
  }

  @Test
  void decide_minimumGap_refusesWhoComesSooner() {
    var caller = Caller.of(log(/* gapNanos= */ 3, /* countsRefused= */ false), 0);

    assertThat(caller.calls(2)).isEqualTo("AR");
    assertThat(caller.waitNanos(1)).isEqualTo(3);
    assertThat(caller.advance(2).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(3).calls(2)).isEqualTo("AR");
    // From here the window lets nobody pass for longer than the gap.
    assertThat(caller.waitNanos(1)).isEqualTo(4);
    assertThat(caller.waitNanos(2)).isEqualTo(7);
    assertThat(caller.advance(4).calls(1)).isEqualTo("A");
  }

  @Test
  void decide_minimumGapAsLongAsTheWindow_lastsUntilTheCallHasLeft() {
    var caller = Caller.of(log(/* gapNanos= */ 10, /* countsRefused= */ false), 0);

    assertThat(caller.calls(1)).isEqualTo("A");
    assertThat(caller.advance(9).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(1)).isEqualTo("A");
  }

  @Test
  void refuse_refusedCallsCount_keepsOutWhoHammers() {
    var caller = Caller.of(log(/* gapNanos= */ 0, /* countsRefused= */ true), 0);

    assertThat(caller.calls(4)).isEqualTo("AAAR");
    for (int i = 0; i < 50; i++) {
      assertThat(caller.advance(3).calls(1)).isEqualTo("R");
    }
    assertThat(caller.waitNanos(1)).isEqualTo(4);
    assertThat(caller.waitNanos(3)).isEqualTo(10);
    assertThat(caller.advance(4).calls(2)).isEqualTo("AR");
  }

  @Test
  void refuse_refusedCallsCount_keepsNoMoreOfThemThanTheLimit()
      throws ReflectiveOperationException {
    var counting = log(/* gapNanos= */ 0, /* countsRefused= */ true);
    var state = counting.take(counting.fresh(0), /* now= */ 0, /* cost= */ 3);
    for (int i = 0; i < 1_000; i++) {
      state = counting.refuse(state, /* now= */ i / 200, /* cost= */ 1);
      assertThat(kept(state)).isLessThanOrEqualTo(3);
    }
  }

  /** Counts the calls that a log keeps, which no answer tells. */
  private static int kept(SlidingLog.Log log) throws ReflectiveOperationException {
    int kept = 0;
    for (var list : List.of("older", "younger")) {
      for (var entry = field(log, list); entry != null; entry = field(entry, "next")) {
        kept++;
      }
    }
    return kept;
  }

  private static @Nullable Object field(Object object, String name)
      throws ReflectiveOperationException {
    var field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  @Test
  void refuse_refusedCallsCountAndAGap_countsTheGapFromTheRefused() {
    var caller = Caller.of(log(/* gapNanos= */ 3, /* countsRefused= */ true), 0);

    assertThat(caller.calls(1)).isEqualTo("A");
    assertThat(caller.advance(2).calls(1)).isEqualTo("R");
    assertThat(caller.waitNanos(1)).isEqualTo(3);
  }

  @Test
  void refuse_costZero_keepsNothing() {
    var counting = log(/* gapNanos= */ 3, /* countsRefused= */ true);
    var state = counting.refuse(counting.fresh(0), /* now= */ 0, /* cost= */ 0);

    assertThat(counting.freshAfterNanos(state, 1)).isZero();
    assertThat(counting.waitNanos(state, 1, 1)).isZero();
  }

  @Test
  void decide_lateReader_countsAtTheLatestTimeSeen() {
    var caller = Caller.of(threeInTen, 0);
    caller.calls(2);
    // Refused, but two have left the window by now: who comes late must not find it empty.
    caller.advance(5).calls(1, /* cost= */ 1);
    assertThat(caller.advance(5).calls(1, /* cost= */ 3)).isEqualTo("R");

    assertThat(caller.advance(-1).calls(3)).isEqualTo("AAR");
    assertThat(caller.waitNanos(1)).isEqualTo(6);
    assertThat(caller.waitNanos(3)).isEqualTo(11);
    assertThat(caller.remaining()).isZero();
    assertThat(caller.freshAfterNanos()).isEqualTo(11);
    assertThat(caller.advance(10).calls(2, /* cost= */ 2)).isEqualTo("RR");
    assertThat(caller.advance(1).calls(1, /* cost= */ 3)).isEqualTo("A");
  }

  @Test
  void charged_moreThanTheLimit_hasNothingLeft() {
    var state = threeInTen.charged(/* now= */ 5, /* taken= */ 50);

    assertThat(threeInTen.remaining(state, 5)).isZero();
    assertThat(threeInTen.waitNanos(state, 6, 1)).isEqualTo(9);
    assertThat(threeInTen.remaining(state, 15)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"6, 5", "15, 5", "40, 5"})
  void usedUpUntil_anyTime_admitsThen(long until, long now) {
    var state = threeInTen.usedUpUntil(now, until);

    assertThat(threeInTen.waitNanos(state, now, 1)).isEqualTo(until - now);
    assertThat(threeInTen.waitNanos(state, until - 1, 1)).isEqualTo(1);
    assertThat(threeInTen.waitNanos(state, until, 3)).isZero();
  }

  @Test
  void usedUpUntil_now_isUntouched() {
    assertThat(threeInTen.remaining(threeInTen.usedUpUntil(5, 5), 5)).isEqualTo(3);
    assertThat(threeInTen.remaining(threeInTen.usedUpUntil(5, 4), 5)).isEqualTo(3);
  }

  @Test
  void giveBack_amongOthers_dropsThatCallOnly() {
    var one = threeInTen.take(threeInTen.fresh(0), /* now= */ 0, /* cost= */ 1);
    var two = threeInTen.take(one, /* now= */ 2, /* cost= */ 1);
    var three = threeInTen.take(two, /* now= */ 4, /* cost= */ 1);

    var first = threeInTen.giveBack(three, one, 1);
    assertThat(threeInTen.remaining(first, 4)).isEqualTo(1);
    assertThat(threeInTen.waitNanos(first, 4, 2)).isEqualTo(8);
    var middle = threeInTen.giveBack(three, two, 1);
    assertThat(threeInTen.waitNanos(middle, 4, 2)).isEqualTo(6);
    assertThat(threeInTen.waitNanos(middle, 4, 3)).isEqualTo(10);
    var last = threeInTen.giveBack(three, three, 1);
    assertThat(threeInTen.waitNanos(last, 4, 3)).isEqualTo(8);
    assertThat(threeInTen.freshAfterNanos(last, 4)).isEqualTo(8);
  }

  @Test
  void giveBack_anotherCostOrNone_dropsNothing() {
    var one = threeInTen.take(threeInTen.fresh(0), /* now= */ 0, /* cost= */ 1);

    assertThat(threeInTen.remaining(threeInTen.giveBack(one, one, 0), 0)).isEqualTo(2);
    assertThat(threeInTen.remaining(threeInTen.giveBack(one, one, 2), 0)).isEqualTo(2);
  }

  @Test
  void giveBack_withAGap_countsTheGapFromWhoIsLeft() {
    var gap = log(/* gapNanos= */ 3, /* countsRefused= */ false);
    var one = gap.take(gap.fresh(0), /* now= */ 0, /* cost= */ 1);
    var two = gap.take(one, /* now= */ 3, /* cost= */ 1);

    assertThat(gap.waitNanos(two, 3, 1)).isEqualTo(3);
    assertThat(gap.waitNanos(gap.giveBack(two, two, 1), 3, 1)).isZero();
  }

  @Test
  void new_largestNumbers_areTaken() {
    long most = Long.MAX_VALUE / 4;
    var caller = Caller.of(new SlidingLog(most, most, most, true), 5);

    assertThat(caller.calls(4, most)).isEqualTo("ARRR");
    assertThat(caller.waitNanos(1)).isEqualTo(most);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 11})
  void new_gapOutsideTheWindow_isRefused(long gap) {
    assertThatThrownBy(() -> log(gap, /* countsRefused= */ false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minimum gap is " + gap + " ns; it must be between 0 and the window of 10 ns");
  }

  @Test
  void new_impossibleNumbers_areRefused() {
    assertThatThrownBy(() -> new SlidingLog(-1, 1, 0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("limit is -1");
  }

  @Test
  void charge_moreThanThereIs_countsForAWindowFromNow() {
    var state = threeInTen.charge(threeInTen.charged(/* now= */ 0, 2), /* now= */ 4, /* more= */ 3);

    assertThat(threeInTen.remaining(state, 4)).isZero();
    // The 2 leave first, and the 3 are still too many.
    assertThat(threeInTen.waitNanos(state, 4, 1)).isEqualTo(10);
    assertThat(threeInTen.freshAfterNanos(state, 4)).isEqualTo(10);
    assertThat(threeInTen.remaining(state, 13)).isZero();
    assertThat(threeInTen.remaining(state, 14)).isEqualTo(3);
  }

  @Test
  void charge_lateReader_countsWhenTheLogWasSeenLast() {
    var state = threeInTen.charge(threeInTen.charged(/* now= */ 5, 1), /* now= */ 3, /* more= */ 1);

    assertThat(threeInTen.freshAfterNanos(state, 5)).isEqualTo(10);
  }

  @Test
  void charge_withAGap_isNoCall() {
    var gap = log(/* gapNanos= */ 5, /* countsRefused= */ false);
    var state = gap.charge(gap.charged(/* now= */ 0, 1), /* now= */ 4, /* more= */ 1);

    assertThat(gap.waitNanos(state, 4, 1)).isEqualTo(1);
    assertThat(gap.freshAfterNanos(state, 4)).isEqualTo(10);
  }

  @Test
  void charge_farTooMuch_overflowsNothing() {
    var state = threeInTen.charge(threeInTen.charged(/* now= */ 0, 2), 4, Long.MAX_VALUE);

    assertThat(threeInTen.charge(state, 4, Long.MAX_VALUE)).isSameAs(state);
    assertThat(threeInTen.remaining(state, 4)).isZero();
    assertThat(threeInTen.waitNanos(state, 4, 3)).isEqualTo(10);
  }

  /** A log of 1 at 0, 2 at 3, 2 at 5. */
  private static SlidingLog.Log threeCalls(SlidingLog log) {
    return log.take(log.take(log.charged(/* now= */ 0, 1), 3, 2), 5, 2);
  }

  @ParameterizedTest
  @CsvSource({
    // until, taken, less; what is left of five at 6, when 0 has left, when 3 has
    "13, 2, 2, 2, 3, 3",
    "13, 2, 1, 1, 2, 3",
    "15, 2, 2, 2, 3, 5",
    "16, 2, 1, 1, 2, 4",
    "14, 2, 2, 2, 3, 3",
    "10, 1, 1, 1, 1, 3",
    "8, 2, 2, 2, 3, 3",
    "13, 3, 3, 0, 1, 3",
    "13, 2, 0, 0, 1, 3",
    "6, 2, 2, 0, 1, 3",
    "5, 2, 2, 0, 1, 3",
  })
  void refund_nearestCallOfThatCost_isLess(
      long until, long taken, long less, long now, long at10, long at13) {
    var five = new SlidingLog(5, 10, /* gapNanos= */ 0, /* countsRefused= */ false);
    var state = five.refund(threeCalls(five), /* now= */ 6, until, taken, less);

    assertThat(five.remaining(state, 6)).isEqualTo(now);
    assertThat(five.remaining(state, 10)).isEqualTo(at10);
    assertThat(five.remaining(state, 13)).isEqualTo(at13);
  }

  @Test
  void refund_callThatLeftTheWindow_givesNothing() {
    var five = new SlidingLog(5, 10, /* gapNanos= */ 0, /* countsRefused= */ false);
    var state = five.refund(threeCalls(five), /* now= */ 13, /* until= */ 14, 1, 1);

    assertThat(five.remaining(state, 13)).isEqualTo(4);
    assertThat(five.remaining(five.refund(state, 15, 16, 1, 1), 15)).isEqualTo(5);
  }

  @Test
  void refund_allOfTheLastCall_countsTheGapFromTheOneBefore() {
    var gap = new SlidingLog(5, 10, /* gapNanos= */ 4, /* countsRefused= */ false);
    var state = threeCalls(gap);

    assertThat(gap.waitNanos(gap.refund(state, 6, 15, 2, 1), 6, 1)).isEqualTo(3);
    assertThat(gap.waitNanos(gap.refund(state, 6, 15, 2, 2), 6, 1)).isEqualTo(1);
    assertThat(gap.waitNanos(gap.refund(state, 6, 13, 2, 2), 6, 1)).isEqualTo(3);
  }

  @Test
  void refund_allOfTheLastCallAfterACharge_makesNobodyWaitForTheCharge() {
    var gap = new SlidingLog(5, 10, /* gapNanos= */ 4, /* countsRefused= */ false);
    var state = gap.charge(gap.charged(/* now= */ 0, 2), 6, 1);

    assertThat(gap.waitNanos(gap.refund(state, 6, 10, 2, 2), 6, 1)).isZero();
  }

  @Test
  void refund_olderCallsWereCutOff_givesNothingWhileTheyWouldCount() {
    var counting = log(/* gapNanos= */ 0, /* countsRefused= */ true);
    // 1 at 0 and 2 at 2 are all; the refused 1 at 4 counts, and the oldest is cut off.
    var state = counting.take(counting.charged(/* now= */ 0, 1), 2, 2);
    state = counting.refuse(state, 4, 1);

    var early = counting.refund(state, /* now= */ 9, /* until= */ 12, 2, 2);
    assertThat(counting.remaining(early, 9)).isZero();
    var later = counting.refund(state, /* now= */ 10, /* until= */ 12, 2, 2);
    assertThat(counting.remaining(later, 10)).isEqualTo(2);
  }

  @Test
  void continuedBy_otherWindowOrAlgorithm_isNot() {
    var log = log(/* gapNanos= */ 0, /* countsRefused= */ false);

    assertThat(log.continuedBy(new SlidingLog(3, 11, 0, false))).isEmpty();
    assertThat(log.continuedBy(new FixedWindow(3, 10))).isEmpty();
  }

  @Test
  void refuse_limitWasLowered_cutsNothingThatTheLargerWouldCount() {
    var three = log(/* gapNanos= */ 0, /* countsRefused= */ false);
    var one = three.continuedBy(new SlidingLog(1, 10, /* gapNanos= */ 0, true)).orElseThrow();
    var state = three.take(three.take(three.fresh(0), 0, 1), 1, 1);
    state = one.refuse(one.refuse(state, 2, 1), 3, 1);

    assertThat(one.taken(state, 3)).isEqualTo(3);
    var raised = one.continuedBy(three).orElseThrow();
    assertThat(raised).isEqualTo(three);
    assertThat(raised.waitNanos(state, 3, 1)).isEqualTo(8);
  }

  @Test
  void refuse_wasEmptySinceLimitWasLarger_cutsAsIfThereHadBeenNoLog() {
    var three = log(/* gapNanos= */ 0, /* countsRefused= */ false);
    var one = three.continuedBy(new SlidingLog(1, 10, /* gapNanos= */ 0, true)).orElseThrow();
    var emptied = one.take(three.take(three.fresh(0), 0, 1), 10, 1);
    var absent = one.take(one.fresh(10), 10, 1);

    assertThat(one.taken(one.refuse(emptied, 11, 1), 11)).isEqualTo(1);
    assertThat(one.taken(one.refuse(absent, 11, 1), 11)).isEqualTo(1);
  }

  @Test
  void giveBackLast_moreThanTheLastCall_comesFromTheOnesBefore() {
    var log = log(/* gapNanos= */ 4, /* countsRefused= */ false);
    var state = log.take(log.charged(/* now= */ 0, 2), 5, 1);

    assertThat(log.taken(log.giveBackLast(state, 5, 2), 5)).isEqualTo(1);
    assertThat(log.taken(log.giveBackLast(state, 5, 9), 5)).isZero();
    assertThat(log.waitNanos(log.giveBackLast(state, 5, 1), 5, 1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 5, 7, 10, 11, 12, 13, 15})
  void giveBackLast_anyCost_leavesTheOldestAsTheyAre(long cost) {
    var log = new SlidingLog(15, 100, /* gapNanos= */ 1, /* countsRefused= */ false);
    var expected = log.fresh(0);
    var state = log.fresh(0);
    long left = 15 - cost;
    for (long i = 1; i <= 5; i++) {
      state = log.take(state, 10 * i, i);
      expected = left > 0 ? log.take(expected, 10 * i, Math.min(left, i)) : expected;
      left -= i;
    }
    var given = log.giveBackLast(state, 50, cost);

    for (int now = 50; now <= 150; now++) {
      assertThat(log.taken(given, now)).isEqualTo(log.taken(expected, now));
      assertThat(log.waitNanos(given, now, 3)).isEqualTo(log.waitNanos(expected, now, 3));
      assertThat(log.freshAfterNanos(given, now)).isEqualTo(log.freshAfterNanos(expected, now));
    }
  }

  /** Each is taken off once, however many there are: by turns it would take minutes. */
  @Test
  @Timeout(10)
  void giveBackLast_tensOfThousandsOfCalls_goesThroughThemOnce() {
    var log = new SlidingLog(50_000, 100_000, /* gapNanos= */ 0, /* countsRefused= */ false);
    var state = log.fresh(0);
    for (int i = 0; i < 50_000; i++) {
      state = log.take(state, i, 1);
    }

    assertThat(log.taken(log.giveBackLast(state, 50_000, 49_999), 50_000)).isEqualTo(1);
  }
}
