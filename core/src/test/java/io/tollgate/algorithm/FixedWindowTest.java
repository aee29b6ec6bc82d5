package io.tollgate.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.algorithm.FixedWindow.Count;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FixedWindowTest {

  private final FixedWindow threeInTen = new FixedWindow(3, 10);

  @ParameterizedTest
  @ValueSource(longs = {0, -20, Long.MIN_VALUE + 8, Long.MAX_VALUE - 7})
  void decide_fromAnyAlignedOrigin_admitsTheLimitInEachWindow(long origin) {
    var caller = Caller.of(threeInTen, origin);

    assertThat(caller.calls(4)).isEqualTo("AAAR");
    assertThat(caller.advance(9).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(4)).isEqualTo("AAAR");
    assertThat(caller.advance(30).calls(4)).isEqualTo("AAAR");
  }

  @Test
  void decide_acrossABoundary_admitsTwiceTheLimit() {
    var caller = Caller.of(threeInTen, 9);

    assertThat(caller.calls(4)).isEqualTo("AAAR");
    assertThat(caller.waitNanos(1)).isEqualTo(1);
    assertThat(caller.advance(1).calls(4)).isEqualTo("AAAR");
  }

  @Test
  void decide_partlyTaken_tellsWhatIsLeftAndWhen() {
    var caller = Caller.of(threeInTen, 42);
    caller.calls(1, /* cost= */ 2);

    assertThat(caller.remaining()).isEqualTo(1);
    assertThat(caller.waitNanos(0)).isZero();
    assertThat(caller.waitNanos(1)).isZero();
    assertThat(caller.waitNanos(2)).isEqualTo(8);
    assertThat(caller.freshAfterNanos()).isEqualTo(8);
    assertThat(caller.advance(8).remaining()).isEqualTo(3);
    assertThat(caller.freshAfterNanos()).isZero();
  }

  @Test
  void decide_lateReader_countsIntoTheWindowThatIsOpen() {
    var caller = Caller.of(threeInTen, 0);
    assertThat(caller.advance(10).calls(2)).isEqualTo("AA");

    assertThat(caller.advance(-1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(1).calls(1)).isEqualTo("R");
  }

  @Test
  void charged_moreThanTheLimit_hasNothingLeft() {
    var state = threeInTen.charged(/* now= */ 5, /* taken= */ 50);

    assertThat(threeInTen.remaining(state, 5)).isZero();
    assertThat(threeInTen.waitNanos(state, 5, 0)).isZero();
    assertThat(threeInTen.waitNanos(state, 5, 1)).isEqualTo(5);
    assertThat(threeInTen.remaining(state, 10)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"12, 5", "25, 5", "6, 5"})
  void usedUpUntil_anyTime_admitsThen(long until, long now) {
    var state = threeInTen.usedUpUntil(now, until);

    assertThat(threeInTen.waitNanos(state, now, 1)).isEqualTo(until - now);
    assertThat(threeInTen.waitNanos(state, until - 1, 1)).isEqualTo(1);
    assertThat(threeInTen.waitNanos(state, until, 3)).isZero();
  }

  @Test
  void usedUpUntil_now_isUntouched() {
    assertThat(threeInTen.usedUpUntil(5, 5)).isEqualTo(new Count(0, 0));
    assertThat(threeInTen.usedUpUntil(5, 4)).isEqualTo(new Count(0, 0));
  }

  @Test
  void giveBack_sameWindow_takesTheCostOff() {
    var taken = threeInTen.take(new Count(0, 1), /* now= */ 3, /* cost= */ 2);

    assertThat(threeInTen.giveBack(taken, taken, 2)).isEqualTo(new Count(0, 1));
    assertThat(threeInTen.giveBack(new Count(0, 1), taken, 2)).isEqualTo(new Count(0, 0));
    assertThat(threeInTen.giveBack(new Count(10, 2), taken, 2)).isEqualTo(new Count(10, 2));
  }

  @Test
  void numbers_asTheyWereStated_areRead() {
    assertThat(threeInTen.maxCost()).isEqualTo(3);
    assertThat(threeInTen.maxWaitNanos()).isEqualTo(10);
  }

  @Test
  void new_largestNumbers_areTaken() {
    long most = Long.MAX_VALUE / 4;
    var caller = Caller.of(new FixedWindow(most, most), 5);

    assertThat(caller.calls(2, most)).isEqualTo("AR");
    assertThat(caller.waitNanos(1)).isEqualTo(most - 5);
    assertThat(Caller.of(new FixedWindow(0, 1), 0).remaining()).isZero();
  }

  @Test
  void new_impossibleNumbers_areRefusedWithTheReason() {
    assertRefused(-1, 1, "limit is -1; it must be 0 or more, and at most 2305843009213693951");
    assertRefused(
        (1L << 61),
        1,
        "limit is 2305843009213693952; it must be 0 or more, and at most 2305843009213693951");
    assertRefused(1, 0, "window is 0 ns; it must be positive and at most 73 years");
    assertRefused(
        1, 1L << 61, "window is 2305843009213693952 ns; it must be positive and at most 73 years");
  }

  private static void assertRefused(long limit, long windowNanos, String message) {
    assertThatThrownBy(() -> new FixedWindow(limit, windowNanos))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void charge_moreThanThereIs_countsUntilTheWindowEnds() {
    var state = threeInTen.charge(new Count(0, 2), /* now= */ 5, /* more= */ 4);

    assertThat(state).isEqualTo(new Count(0, 6));
    assertThat(threeInTen.remaining(state, 5)).isZero();
    assertThat(threeInTen.waitNanos(state, 5, 1)).isEqualTo(5);
    assertThat(threeInTen.charge(state, 10, 1)).isEqualTo(new Count(10, 1));
  }

  @Test
  void charge_farTooMuch_overflowsNothing() {
    var state = threeInTen.charge(new Count(0, 2), 5, Long.MAX_VALUE);
    assertThat(threeInTen.charge(state, 5, Long.MAX_VALUE)).isEqualTo(state);

    assertThat(state.taken()).isGreaterThan(Long.MAX_VALUE / 4);
    assertThat(threeInTen.waitNanos(state, 5, 3)).isEqualTo(5);
    assertThat(threeInTen.remaining(state, 5)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    // now, until, taken after
    "5, 10, 1",
    "9, 10, 1",
    "5, 6, 1",
    "5, 14, 1",
    "5, 15, 3",
    "5, 20, 3",
    "5, 5, 3",
    "9, 5, 3",
  })
  void refund_inTheWindowOrNot_givesBackWhereItWasTaken(long now, long until, long taken) {
    var state = threeInTen.refund(new Count(0, 3), now, until, /* taken= */ 3, /* less= */ 2);

    assertThat(state).isEqualTo(new Count(0, taken));
  }

  @Test
  void refund_moreThanWasTaken_leavesNothingTaken() {
    assertThat(threeInTen.refund(new Count(0, 1), 5, 10, 3, 2)).isEqualTo(new Count(0, 0));
  }

  @Test
  void continuedBy_sameWindow_goesOnWithTheCount() {
    var two = new FixedWindow(2, 10);

    assertThat(threeInTen.continuedBy(two)).contains(two);
    assertThat(two.remaining(new Count(0, 3), 5)).isZero();
    assertThat(two.taken(new Count(0, 3), 5)).isEqualTo(3);
    assertThat(two.waitNanos(new Count(0, 3), 5, 1)).isEqualTo(5);
  }

  @Test
  void continuedBy_otherWindowOrAlgorithm_isNot() {
    assertThat(threeInTen.continuedBy(new FixedWindow(3, 11))).isEmpty();
    assertThat(threeInTen.continuedBy(new SlidingWindow(3, 10))).isEmpty();
  }

  @Test
  void giveBackLast_anyCost_isTakenOffTheCount() {
    assertThat(threeInTen.giveBackLast(new Count(0, 3), 5, 2)).isEqualTo(new Count(0, 1));
    assertThat(threeInTen.giveBackLast(new Count(0, 3), 0, 4)).isEqualTo(new Count(0, 0));
  }

  /** Another thread with a later reading has opened the window, and what it has is that one's. */
  @Test
  void giveBackLast_takenBeforeTheWindowBegan_leavesTheCountAlone() {
    var state = threeInTen.take(threeInTen.charged(/* now= */ 9, 1), 10, 1);

    assertThat(threeInTen.giveBackLast(state, /* takenAt= */ 9, 1)).isEqualTo(new Count(10, 1));
  }

  @Test
  void charged_asMuchAsALongHolds_isCountedAsFarAsSumsFit() {
    var state = threeInTen.charged(/* now= */ 5, Long.MAX_VALUE);

    assertThat(threeInTen.charge(state, 5, Long.MAX_VALUE)).isEqualTo(state);
  }
}
