package io.tollgate;

import static io.tollgate.Per.DAY;
import static io.tollgate.Per.HOUR;
import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitTest {

  @Test
  void of_allStated_readsBack() {
    var limit = Limit.of(100).per(MINUTE).burst(200).named("search");

    assertThat(limit.name()).isEqualTo("search");
    assertThat(limit.tokens()).isEqualTo(100);
    assertThat(limit.period()).isEqualTo(Duration.ofMinutes(1));
    assertThat(limit.burst()).isEqualTo(200);
    assertThat(limit.maxCost()).isEqualTo(200);
    assertThat(limit.algorithm()).isEqualTo(Algorithm.TOKEN_BUCKET);
    assertThat(limit).hasToString("search: 100/60s burst 200");
  }

  @Test
  void of_noName_isNamedAfterItsNumbers() {
    assertThat(Limit.of(2).every(3, SECOND).name()).isEqualTo("2/3s");
    assertThat(Limit.of(5).per(Duration.ofMillis(1500)).burst(9).name())
        .isEqualTo("5/1500ms burst 9");
    assertThat(Limit.of(1).per(Duration.ofNanos(7)).name()).isEqualTo("1/7ns");
    assertThat(
            Limit.of(9)
                .per(HOUR)
                .algorithm(Algorithm.SLIDING_LOG)
                .minimumGap(Duration.ofSeconds(2))
                .countingRefused()
                .name())
        .isEqualTo("9/3600s sliding_log gap 2s counting refused");
    assertThat(Limit.concurrent(5).name()).isEqualTo("5 at a time, for 300s at most");
  }

  @Test
  void equals_sameNumbersAndName_isEqual() {
    assertThat(Limit.of(5).per(DAY).named("a"))
        .isEqualTo(Limit.of(5).per(DAY).named("a"))
        .hasSameHashCodeAs(Limit.of(5).per(DAY).named("a"))
        .isNotEqualTo(Limit.of(5).per(DAY).named("b"))
        .isNotEqualTo(Limit.of(6).per(DAY).named("a"))
        .isNotEqualTo(Limit.of(5).per(DAY).burst(6).named("a"));
  }

  @Test
  void maxCost_leakyBucket_isTheQueueAndOneThatLeaves() {
    assertThat(Limit.of(5).per(SECOND).algorithm(Algorithm.LEAKY_BUCKET).burst(3).maxCost())
        .isEqualTo(4);
  }

  @Test
  void burst_window_keepsTheRate() {
    var limit = Limit.of(20).per(MINUTE).algorithm(Algorithm.SLIDING_LOG).burst(40).named("w");
    var backend = new LocalBackend(10, () -> 0, () -> java.time.Instant.EPOCH);

    assertThat(backend.decide(limit, "a", 40).allowed()).isTrue();
    assertThat(backend.decide(limit, "a", 1).retryAfter()).contains(Duration.ofMinutes(2));
  }

  @Test
  void of_zero_admitsNothingOnAnyAlgorithm() {
    for (var algorithm : Algorithm.values()) {
      var limit =
          algorithm == Algorithm.CONCURRENCY
              ? Limit.concurrent(0)
              : Limit.of(0).per(MINUTE).algorithm(algorithm);
      var decision = new LocalBackend().decide(limit, "alice", 1);

      assertThat(decision.outcome()).isEqualTo(Decision.Outcome.NEVER_FITS);
      assertThat(decision.remaining()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\"b", "back\\slash", "na\u00efve", "line\nbreak", "\u007f"})
  void named_whatAHeaderCannotCarry_isRefused(String name) {
    assertThatThrownBy(() -> Limit.of(1).per(SECOND).named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the name of a limit");
  }

  @Test
  void named_tooLong_isRefused() {
    assertRefused(
        () -> Limit.of(1).per(SECOND).named("x".repeat(129)),
        "the name of a limit has 1 to 128 characters; this one has 129");
  }

  @Test
  void of_impossibleNumbers_areRefusedWithTheReason() {
    assertRefused(() -> Limit.of(-1), "limit is -1; it must be 0 or more");
    assertRefused(() -> Limit.of(1).per(Duration.ZERO), "period is 0 ns; it must be positive");
    assertRefused(
        () -> Limit.of(1).per(Duration.ofDays(200_000)),
        "period is PT4800000H; at most 292 years can be counted");
    assertRefused(
        () -> Limit.of(1_000_000_000_001L).per(SECOND),
        "1000000000001 tokens per 1000000000 ns is more than 10^12 per second; lower the limit,"
            + " or lengthen the period");
    assertRefused(
        () -> Limit.of(5).per(SECOND).burst(0),
        "burst is 0; it must be 1 or more, or no call would ever pass");
    assertRefused(
        () -> Limit.of(0).per(SECOND).burst(5),
        "a limit of 0 admits nothing, so it has no burst; leave the burst of 5 out");
    assertRefused(
        () -> Limit.of(0).per(SECOND).algorithm(Algorithm.LEAKY_BUCKET).burst(5),
        "a limit of 0 admits nothing, so it has no burst; leave the burst of 5 out");
    assertRefused(
        () -> Limit.of(1).per(DAY).burst(30_000),
        "a burst of 30000 at 1 tokens per 86400000000000 ns takes too long to refill to be counted"
            + " exactly; lower the burst to at most 26687");
    assertRefused(
        () -> Limit.of(1).per(Duration.ofDays(36_500)),
        "a burst of 1 at 1 tokens per 3153600000000000000 ns takes too long to refill to be counted"
            + " exactly; shorten the period to at most 73 years");
    assertRefused(
        () -> Limit.of(1).per(SECOND).algorithm(Algorithm.FIXED_WINDOW).burst(0),
        "burst is 0; it must be 1 or more, and a limit of 0 has none");
    assertRefused(
        () -> Limit.of(7).per(Duration.ofNanos(100)).algorithm(Algorithm.FIXED_WINDOW).burst(3),
        "a burst of 3 makes a window that cannot be counted to one part in a million;"
            + " choose a burst that is a multiple of the limit of 7");
  }

  @Test
  void minimumGap_anotherAlgorithm_isRefused() {
    assertRefused(
        () -> Limit.of(1).per(SECOND).minimumGap(Duration.ofMillis(1)),
        "a minimum gap needs SLIDING_LOG, and this limit counts by TOKEN_BUCKET");
  }

  @Test
  void algorithm_concurrencyForARate_isRefused() {
    assertRefused(
        () -> Limit.of(1).per(SECOND).algorithm(Algorithm.CONCURRENCY),
        "a rate and a number of calls under way cannot stand for each other;"
            + " use Limit.of(...).per(...) or Limit.concurrent(...)");
  }

  private static void assertRefused(ThrowingCallable making, String message) {
    assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
