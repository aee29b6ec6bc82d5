package io.tollgate.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.algorithm.SlidingWindow.Counts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SlidingWindowTest {

  private final SlidingWindow fourInTwenty = new SlidingWindow(4, 20);

  @ParameterizedTest
  @ValueSource(longs = {0, -20, Long.MIN_VALUE + 8, Long.MAX_VALUE - 7})
  void decide_fromAnyAlignedOrigin_letsThePreviousWindowFade(long origin) {
    var caller = Caller.of(fourInTwenty, origin);

    assertThat(caller.calls(5)).isEqualTo("AAAAR");
    assertThat(caller.advance(20).calls(1)).isEqualTo("R");
    assertThat(caller.advance(4).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(5).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(10).calls(3)).isEqualTo("AAR");
    assertThat(caller.advance(40).calls(5)).isEqualTo("AAAAR");
  }

  @Test
  void decide_partlyTaken_tellsWhatIsLeftAndWhen() {
    var caller = Caller.of(fourInTwenty, 100);
    caller.calls(1, /* cost= */ 3);

    assertThat(caller.remaining()).isEqualTo(1);
    assertThat(caller.waitNanos(0)).isZero();
    assertThat(caller.waitNanos(1)).isZero();
    // Too much for this window; in the next one, 3 have to fade to 2, to 1, to none.
    assertThat(caller.waitNanos(2)).isEqualTo(20 + 7);
    assertThat(caller.waitNanos(3)).isEqualTo(20 + 14);
    assertThat(caller.waitNanos(4)).isEqualTo(20 + 20);
    assertThat(caller.freshAfterNanos()).isEqualTo(40);

    caller.advance(26);
    assertThat(caller.remaining()).isEqualTo(1);
    assertThat(caller.waitNanos(2)).isEqualTo(1);
    assertThat(caller.freshAfterNanos()).isEqualTo(14);
    assertThat(caller.advance(1).remaining()).isEqualTo(2);
    assertThat(caller.waitNanos(2)).isZero();
    assertThat(caller.advance(13).freshAfterNanos()).isZero();
  }

  @Test
  void decide_noRoomUntilThePreviousWindowIsGone_waitsForTheNext() {
    var state = new Counts(/* start= */ 0, /* current= */ 3, /* previous= */ 4);

    assertThat(fourInTwenty.waitNanos(state, /* now= */ 19, /* cost= */ 1)).isEqualTo(1);
    assertThat(fourInTwenty.remaining(state, 19)).isZero();
    assertThat(fourInTwenty.remaining(state, 20)).isEqualTo(1);
  }

  @Test
  void decide_lateReader_countsIntoTheWindowThatIsOpen() {
    var state = new Counts(/* start= */ 20, /* current= */ 1, /* previous= */ 2);

    assertThat(fourInTwenty.remaining(state, /* now= */ 15)).isEqualTo(1);
    assertThat(fourInTwenty.waitNanos(state, 15, 1)).isZero();
    assertThat(fourInTwenty.waitNanos(state, 15, 2)).isEqualTo(5 + 10);
    assertThat(fourInTwenty.take(state, 15, 1)).isEqualTo(new Counts(20, 2, 2));
  }

  @Test
  void charged_moreThanTheLimit_hasNothingLeftUntilItHasFaded() {
    var state = fourInTwenty.charged(/* now= */ 5, /* taken= */ 8);

    assertThat(fourInTwenty.remaining(state, 5)).isZero();
    assertThat(fourInTwenty.waitNanos(state, 5, 4)).isEqualTo(35);
    assertThat(fourInTwenty.waitNanos(state, 5, 2)).isEqualTo(15 + 15);
    assertThat(fourInTwenty.waitNanos(state, 35, 2)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"6, 5", "25, 5", "26, 5", "45, 5", "90, 5"})
  void usedUpUntil_anyTime_admitsThen(long until, long now) {
    var state = fourInTwenty.usedUpUntil(now, until);

    assertThat(fourInTwenty.waitNanos(state, now, 1)).isEqualTo(until - now);
    assertThat(fourInTwenty.waitNanos(state, until - 1, 1)).isEqualTo(1);
    assertThat(fourInTwenty.waitNanos(state, until, 1)).isZero();
  }

  @Test
  void usedUpUntil_nowOrLimitZero_isUntouched() {
    assertThat(fourInTwenty.usedUpUntil(25, 25)).isEqualTo(new Counts(20, 0, 0));
    assertThat(fourInTwenty.usedUpUntil(25, 24)).isEqualTo(new Counts(20, 0, 0));
    assertThat(new SlidingWindow(0, 20).usedUpUntil(25, 30)).isEqualTo(new Counts(20, 0, 0));
  }

  @Test
  void giveBack_anyWindow_takesTheCostOffWhereItWasCounted() {
    var taken = new Counts(/* start= */ 20, /* current= */ 3, /* previous= */ 1);

    assertThat(fourInTwenty.giveBack(taken, taken, 2)).isEqualTo(new Counts(20, 1, 1));
    assertThat(fourInTwenty.giveBack(new Counts(20, 1, 1), taken, 2))
        .isEqualTo(new Counts(20, 0, 1));
    assertThat(fourInTwenty.giveBack(new Counts(40, 1, 3), taken, 2))
        .isEqualTo(new Counts(40, 1, 1));
    assertThat(fourInTwenty.giveBack(new Counts(40, 1, 1), taken, 2))
        .isEqualTo(new Counts(40, 1, 0));
    assertThat(fourInTwenty.giveBack(new Counts(60, 1, 3), taken, 2))
        .isEqualTo(new Counts(60, 1, 3));
    assertThat(fourInTwenty.giveBack(new Counts(0, 1, 3), taken, 2)).isEqualTo(new Counts(0, 1, 3));
  }

  @Test
  void new_largestNumbers_areCountedExactly() {
    long most = Long.MAX_VALUE / 4;
    var window = new SlidingWindow(most, most);
    var caller = Caller.of(window, 0);

    assertThat(window.maxWaitNanos()).isEqualTo(2 * most);
    assertThat(caller.calls(2, most)).isEqualTo("AR");
    assertThat(caller.waitNanos(1)).isEqualTo(most + 1);
    assertThat(caller.advance(most + most / 3).remaining()).isEqualTo(most / 3);
    assertThat(caller.waitNanos(most)).isEqualTo(most - most / 3);
  }

  @Test
  void new_impossibleNumbers_areRefused() {
    assertThatThrownBy(() -> new SlidingWindow(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("limit is -1");
  }

  @Test
  void charge_moreThanThereIs_fadesInTheNextWindow() {
    var state = fourInTwenty.charge(new Counts(0, 3, 1), /* now= */ 5, /* more= */ 5);

    assertThat(state).isEqualTo(new Counts(0, 8, 1));
    assertThat(fourInTwenty.remaining(state, 5)).isZero();
    // 8 fade to 3 in five eighths of the next window.
    assertThat(fourInTwenty.waitNanos(state, 5, 1)).isEqualTo(15 + 13);
    assertThat(fourInTwenty.charge(state, 20, 1)).isEqualTo(new Counts(20, 1, 8));
  }

  @Test
  void charge_farTooMuch_overflowsNothing() {
    var state = fourInTwenty.charge(new Counts(0, 3, 1), 5, Long.MAX_VALUE);
    state = fourInTwenty.charge(state, 20, Long.MAX_VALUE);

    assertThat(fourInTwenty.charge(state, 20, 1)).isEqualTo(state);
    assertThat(fourInTwenty.remaining(state, 20)).isZero();
    assertThat(fourInTwenty.waitNanos(state, 20, 4)).isEqualTo(40);
    assertThat(fourInTwenty.remaining(state, 60)).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    // now, until, current after, previous after
    "25, 60, 1, 3",
    "25, 51, 1, 3",
    "25, 69, 1, 3",
    "25, 70, 3, 3",
    "25, 50, 3, 3",
    "25, 49, 3, 1",
    "25, 40, 3, 1",
    "25, 31, 3, 1",
    "25, 30, 3, 3",
    "39, 40, 3, 1",
    "40, 40, 3, 3",
    "41, 40, 3, 3",
  })
  void refund_inEitherWindowOrNot_givesBackWhereItWasTaken(
      long now, long until, long current, long previous) {
    var state = fourInTwenty.refund(new Counts(20, 3, 3), now, until, /* taken= */ 3, 2);

    assertThat(state).isEqualTo(new Counts(20, current, previous));
  }

  @Test
  void refund_moreThanWasTaken_leavesNothingTaken() {
    assertThat(fourInTwenty.refund(new Counts(20, 1, 1), 25, 60, 3, 2))
        .isEqualTo(new Counts(20, 0, 1));
    assertThat(fourInTwenty.refund(new Counts(20, 1, 1), 25, 40, 3, 2))
        .isEqualTo(new Counts(20, 1, 0));
  }

  @Test
  void continuedBy_sameWindow_goesOnWithBothCounts() {
    var two = new SlidingWindow(2, 20);
    var state = new Counts(20, 1, 4);

    assertThat(fourInTwenty.continuedBy(two)).contains(two);
    assertThat(two.taken(state, 25)).isEqualTo(4);
    assertThat(two.taken(state, 26)).isEqualTo(4);
    assertThat(two.remaining(state, 26)).isZero();
    assertThat(two.waitNanos(state, 26, 1)).isEqualTo(14);
  }

  @Test
  void continuedBy_otherWindowOrAlgorithm_isNot() {
    assertThat(fourInTwenty.continuedBy(new SlidingWindow(4, 21))).isEmpty();
    assertThat(fourInTwenty.continuedBy(new FixedWindow(4, 20))).isEmpty();
  }

  @Test
  void giveBackLast_moreThanInThisWindow_comesFromTheOneBefore() {
    var state = new Counts(20, 3, 3);

    assertThat(fourInTwenty.giveBackLast(state, 25, 2)).isEqualTo(new Counts(20, 1, 3));
    assertThat(fourInTwenty.giveBackLast(state, 25, 4)).isEqualTo(new Counts(20, 0, 2));
    assertThat(fourInTwenty.giveBackLast(state, 25, 9)).isEqualTo(new Counts(20, 0, 0));
  }

  /** Another thread with a later reading has opened the window, and what it has is that one's. */
  @Test
  void giveBackLast_takenBeforeTheWindowBegan_comesFromTheOneBefore() {
    var state = new Counts(20, 3, 3);

    assertThat(fourInTwenty.giveBackLast(state, 19, 2)).isEqualTo(new Counts(20, 3, 1));
    assertThat(fourInTwenty.giveBackLast(state, 0, 4)).isEqualTo(new Counts(20, 3, 0));
    assertThat(fourInTwenty.giveBackLast(state, -1, 2)).isEqualTo(state);
  }
}
