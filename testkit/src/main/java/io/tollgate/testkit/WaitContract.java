package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When to come back, how long to wait for one's turn, and when all is forgotten. */
abstract class WaitContract extends ContractChapter {

  WaitContract(BackendContract contract) {
    super(contract);
  }

  @ParameterizedTest
  @EnumSource
  void retryAfter_waitedFor_admitsAndNotAStepBefore(Algorithm algorithm) {
    // 7 an hour: the time between two tokens is no whole number of any unit.
    var limit = limit(algorithm, 7);
    for (var offset : offsetsIntoTheHour()) {
      for (long cost : List.of(1L, 3L, 7L)) {
        var key = offset + " " + cost;
        advance(untilTheHour().plus(offset));
        decide(limit, key, 3);
        advance(Duration.ofMinutes(7));
        decide(limit, key, remaining(limit, key));
        var wait = refused(limit, key, cost);

        advance(wait.minus(step));
        assertThat(refused(limit, key, cost)).as(key).isEqualTo(step);
        advance(step);
        assertThat(decide(limit, key, cost).allowed()).as(key).isTrue();
      }
    }
  }

  private List<Duration> offsetsIntoTheHour() {
    return List.of(Duration.ZERO, step, Duration.ofMinutes(20), HOUR.minus(step));
  }

  private Duration untilTheHour() {
    var now = time().instant();
    return HOUR.minus(Duration.between(now.truncatedTo(ChronoUnit.HOURS), now));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfter_timePasses_shrinksByIt(Algorithm algorithm) {
    var limit = limit(algorithm, 7);
    advance(Duration.ofMinutes(20));
    decide(limit, "alice", 7);
    var wait = refused(limit, "alice", 1);
    for (var passed : List.of(step, SECOND, MINUTE.minus(step))) {
      advance(passed);
      wait = wait.minus(passed);
      assertThat(refused(limit, "alice", 1)).isEqualTo(wait);
    }
  }

  @ParameterizedTest
  @EnumSource
  void retryAfter_higherCost_isNotShorter(Algorithm algorithm) {
    var limit = limit(algorithm, 7);
    decide(limit, "alice", 7);
    var waits = new ArrayList<Duration>();
    for (int cost = 1; cost <= 7; cost++) {
      waits.add(refused(limit, "alice", cost));
    }
    assertThat(waits).isSorted();
  }

  @ParameterizedTest
  @EnumSource
  void reset_untouched_isZero(Algorithm algorithm) {
    var limit = limit(algorithm, 7);
    advance(Duration.ofMinutes(20));

    assertThat(decide(limit, "alice", 0).reset()).isZero();
    assertThat(decide(limit, "alice", 8).reset()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void reset_waitedFor_findsAllAsNewAndNotAStepBefore(Algorithm algorithm) {
    var limit = limit(algorithm, 7);
    for (var offset : offsetsIntoTheHour()) {
      var key = "" + offset;
      advance(untilTheHour().plus(offset));
      decide(limit, key, 1);
      advance(Duration.ofMinutes(3));
      var reset = decide(limit, key, 2).reset();

      advance(reset.minus(step));
      assertThat(remaining(limit, key)).as(key).isLessThan(7);
      assertThat(decide(limit, key, 0).reset()).as(key).isEqualTo(step);
      advance(step);
      assertThat(remaining(limit, key)).as(key).isEqualTo(7);
      assertThat(decide(limit, key, 0).reset()).as(key).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void remaining_spentAtOnce_isAdmittedAndOneMoreIsNot(Algorithm algorithm) {
    var limit = limit(algorithm, 7);
    decide(limit, "alice", 6);
    for (int i = 0; i < 30; i++) {
      advance(Duration.ofMinutes(13));
      long left = remaining(limit, "alice");
      assertThat(decide(limit, "alice", left + 1).allowed()).isFalse();
      assertThat(decide(limit, "alice", left).allowed()).isTrue();
      assertThat(remaining(limit, "alice")).isEqualTo(0);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
  void delay_notOfALeakyBucket_isZero(Algorithm algorithm) {
    var limit = limit(algorithm, 3);

    assertThat(decide(limit, "alice", 1).delay()).isZero();
    assertThat(decide(limit, "alice", 2).delay()).isZero();
    assertThat(decide(limit, "alice", 1).delay()).isZero();
  }

  @Test
  void delay_leakyBucket_isTheTimeUntilAllBeforeHaveLeft() {
    var leaky =
        Limit.of(6).per(Per.MINUTE).algorithm(Algorithm.LEAKY_BUCKET).burst(3).named("leaky");

    assertThat(delays(leaky, 4)).containsExactly(seconds(0), seconds(10), seconds(20), seconds(30));
    assertThat(refused(leaky, "alice", 1)).isEqualTo(seconds(10));
    advance(seconds(15));
    assertThat(delays(leaky, 1)).containsExactly(seconds(25));
    assertThat(refused(leaky, "alice", 1)).isEqualTo(seconds(5));
    advance(MINUTE);
    assertThat(delays(leaky, 2)).containsExactly(seconds(0), seconds(10));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private List<Duration> delays(Limit limit, int calls) {
    var delays = new ArrayList<Duration>();
    for (int i = 0; i < calls; i++) {
      var decision = decide(limit, "alice", 1);
      assertThat(decision.allowed()).isTrue();
      delays.add(decision.delay());
    }
    return delays;
  }

  @Test
  void delay_leakyBucketAndHigherCost_keepsTheNextWaitingForLonger() {
    var leaky =
        Limit.of(6).per(Per.MINUTE).algorithm(Algorithm.LEAKY_BUCKET).burst(5).named("leaky");

    assertThat(decide(leaky, "alice", 3).delay()).isZero();
    assertThat(decide(leaky, "alice", 2).delay()).isEqualTo(seconds(30));
    assertThat(decide(leaky, "alice", 1).delay()).isEqualTo(seconds(50));
    assertThat(refused(leaky, "alice", 1)).isEqualTo(seconds(10));
    assertThat(decide(leaky, "alice", 0).delay()).isZero();
    assertThat(decide(leaky, "bob", 1).delay()).isZero();
  }
}
