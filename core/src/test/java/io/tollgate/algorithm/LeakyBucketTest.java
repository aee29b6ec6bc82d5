package io.tollgate.algorithm;

import static io.tollgate.algorithm.Caller.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LeakyBucketTest {

  @Test
  void decide_moreThanMayWait_letsOneGoAndTheQueueWait() {
    var caller = Caller.of(LeakyBucket.of(5, SECOND, 3).tokens(), 0);

    assertThat(caller.calls(6)).isEqualTo("AAAARR");
    assertThat(caller.advance(SECOND / 5).calls(2)).isEqualTo("AR");
  }

  @Test
  void of_nobodyMayWait_letsOneGoAtATime() {
    var caller = Caller.of(LeakyBucket.of(5, SECOND, 0).tokens(), 0);

    assertThat(caller.calls(2)).isEqualTo("AR");
    assertThat(caller.advance(SECOND / 5 - 1).calls(1)).isEqualTo("R");
    assertThat(caller.advance(1).calls(2)).isEqualTo("AR");
  }

  @Test
  void delayNanos_callsInARow_isOneIntervalMoreForEachCostBefore() {
    var leaky = LeakyBucket.of(3, SECOND, 5);
    long afterTwo = leaky.tokens().debtAfter(0, 2);
    long afterThree = leaky.tokens().debtAfter(afterTwo, 1);
    long afterSix = leaky.tokens().debtAfter(afterThree, 3);

    assertThat(leaky.delayNanos(afterTwo, 2)).isZero();
    assertThat(leaky.delayNanos(afterThree, 1)).isEqualTo(666_666_667);
    assertThat(leaky.delayNanos(afterSix, 3)).isEqualTo(SECOND);
  }

  @Test
  void of_zero_admitsNothing() {
    assertThat(LeakyBucket.of(0, SECOND, 0).tokens().burst()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
  void of_impossibleQueue_isRefused(long queue) {
    assertThatThrownBy(() -> LeakyBucket.of(1, SECOND, queue))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("burst is " + queue + "; the number of calls that may wait must be 0 or more");
  }

  @Test
  void of_zeroWithAQueue_isRefusedLikeABurst() {
    assertThatThrownBy(() -> LeakyBucket.of(0, SECOND, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a limit of 0 admits nothing, so it has no burst; leave the burst of 5 out");
  }
}
