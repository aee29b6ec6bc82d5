package io.tollgate.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConcurrencyTest {

  private final Concurrency three = new Concurrency(/* max= */ 3, /* leaseNanos= */ 10);

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 62) - 7})
  void decide_fromAnyClockOrigin_admitsSoManyUntilTheirLeasesEnd(long origin) {
    var caller = Caller.of(three, origin);

    assertThat(caller.calls(2)).isEqualTo("AA");
    assertThat(caller.advance(4).calls(2)).isEqualTo("AR");
    assertThat(caller.advance(5).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(3)).isEqualTo("AAR");
    assertThat(caller.advance(4).calls(2)).isEqualTo("AR");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 62) - 8})
  void decide_severalCosts_tellsWhatIsLeftAndWhen(long origin) {
    var caller = Caller.of(three, origin);
    caller.calls(1, /* cost= */ 1);
    caller.advance(4).calls(1, /* cost= */ 2);

    assertThat(caller.remaining()).isZero();
    assertThat(caller.waitNanos(0)).isZero();
    assertThat(caller.waitNanos(1)).isEqualTo(6);
    assertThat(caller.waitNanos(2)).isEqualTo(10);
    assertThat(caller.freshAfterNanos()).isEqualTo(10);
    assertThat(caller.advance(6).remaining()).isEqualTo(1);
    assertThat(caller.freshAfterNanos()).isEqualTo(4);
    assertThat(caller.advance(4).freshAfterNanos()).isZero();
  }

  @Test
  void end_aLease_makesRoomOnce() {
    var one = three.take(three.fresh(0), /* now= */ 0, /* cost= */ 2);
    var two = three.take(one, /* now= */ 0, /* cost= */ 1);
    var ended = three.end(two, one.newest());

    assertThat(two.newest()).isNotEqualTo(one.newest());
    assertThat(three.remaining(ended, 0)).isEqualTo(2);
    assertThat(three.end(ended, one.newest())).isSameAs(ended);
    assertThat(three.remaining(three.end(ended, two.newest()), 0)).isEqualTo(3);
  }

  @Test
  void take_afterALeaseWasEnded_givesOutAnotherNumber() {
    var one = three.take(three.fresh(0), /* now= */ 0, /* cost= */ 1);
    var ended = three.end(one, one.newest());
    var again = three.take(ended, /* now= */ 0, /* cost= */ 1);
    var late = three.take(again, /* now= */ -5, /* cost= */ 1);

    assertThat(again.newest()).isGreaterThan(one.newest());
    assertThat(late.newest()).isGreaterThan(again.newest());
    assertThat(three.end(again, one.newest())).isSameAs(again);
  }

  @Test
  void take_notAtTheTimeOfTheLast_isNumberedByItsTime() {
    var one = three.take(three.fresh(5), /* now= */ 5, /* cost= */ 1);

    assertThat(one.newest()).isEqualTo(5);
    assertThat(three.take(one, /* now= */ 7, /* cost= */ 1).newest()).isEqualTo(7);
  }

  @Test
  void take_leaseMadeShorter_lastsAsLongAsStatedNow() {
    var held = three.take(three.fresh(0), /* now= */ 0, /* cost= */ 1);
    var shorter = new Concurrency(/* max= */ 3, /* leaseNanos= */ 2);
    var state = shorter.take(held, /* now= */ 1, /* cost= */ 1);

    assertThat(shorter.waitNanos(state, 1, 2)).isEqualTo(2);
    assertThat(shorter.waitNanos(state, 1, 3)).isEqualTo(9);
    assertThat(shorter.freshAfterNanos(state, 1)).isEqualTo(9);
    assertThat(shorter.remaining(state, 3)).isEqualTo(2);
  }

  @Test
  void isHeld_untilSomebodyLooks_isTrue() {
    var none = three.fresh(0);
    var held = three.take(none, /* now= */ 0, /* cost= */ 1);

    assertThat(none.isHeld()).isFalse();
    assertThat(held.isHeld()).isTrue();
    assertThat(three.take(held, /* now= */ 9, /* cost= */ 0).isHeld()).isTrue();
    assertThat(three.take(held, /* now= */ 10, /* cost= */ 0).isHeld()).isFalse();
    assertThat(three.end(held, held.newest()).isHeld()).isFalse();
  }

  @Test
  void giveBack_aCall_endsItsLease() {
    var one = three.take(three.fresh(0), /* now= */ 0, /* cost= */ 1);
    var two = three.take(one, /* now= */ 1, /* cost= */ 2);

    assertThat(three.remaining(three.giveBack(two, one, 1), 1)).isEqualTo(1);
    assertThat(three.remaining(three.giveBack(two, two, 2), 1)).isEqualTo(2);
    assertThat(three.giveBack(two, two, 0)).isSameAs(two);
  }

  @Test
  void charged_moreThanTheBound_hasNothingLeft() {
    var state = three.charged(/* now= */ 5, /* taken= */ 50);

    assertThat(three.remaining(state, 5)).isZero();
    assertThat(three.waitNanos(state, 5, 1)).isEqualTo(10);
    assertThat(three.remaining(state, 15)).isEqualTo(3);
    assertThat(three.charged(5, 0).isHeld()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"6, 5", "15, 5", "40, 5"})
  void usedUpUntil_anyTime_admitsThen(long until, long now) {
    var state = three.usedUpUntil(now, until);

    assertThat(three.waitNanos(state, now, 1)).isEqualTo(until - now);
    assertThat(three.waitNanos(state, until - 1, 1)).isEqualTo(1);
    assertThat(three.waitNanos(state, until, 3)).isZero();
  }

  @Test
  void usedUpUntil_now_isUntouched() {
    assertThat(three.usedUpUntil(5, 5).isHeld()).isFalse();
    assertThat(three.usedUpUntil(5, 4).isHeld()).isFalse();
  }

  @Test
  void numbers_asTheyWereStated_areRead() {
    assertThat(three.maxCost()).isEqualTo(3);
    assertThat(three.maxWaitNanos()).isEqualTo(10);
    assertThatThrownBy(() -> new Concurrency(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("limit is -1");
  }

  @Test
  void chargeAndRefund_callsUnderWay_changeNothing() {
    var two = new Concurrency(2, 10);
    var state = two.charged(/* now= */ 0, 1);

    assertThat(two.charge(state, 5, 1)).isSameAs(state);
    assertThat(two.refund(state, 5, 10, 1, 1)).isSameAs(state);
  }
}
