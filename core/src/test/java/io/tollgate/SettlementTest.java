package io.tollgate;

import static io.tollgate.Algorithm.FIXED_WINDOW;
import static io.tollgate.Algorithm.SLIDING_LOG;
import static io.tollgate.Algorithm.SLIDING_WINDOW;
import static io.tollgate.Algorithm.TOKEN_BUCKET;
import static io.tollgate.Per.DAY;
import static io.tollgate.Per.HOUR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What is particular to the local backend: buckets that are gone. The contract has the rest. */
final class SettlementTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Limit TEN = Limit.of(10).per(HOUR).named("limit");

  private final AtomicLong time = new AtomicLong();
  private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 100, time::get, () -> NOON);

  private void advance(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  private static Limit ten(Algorithm algorithm) {
    return Limit.of(10).per(HOUR).algorithm(algorithm).named("limit");
  }

  private void settle(Limit limit, Decision decision, long actual, Duration elapsed) {
    var claim = new Claim(limit, "alice", decision.cost());
    backend.settle(List.of(Settlement.of(claim, decision, actual, elapsed)));
  }

  private long remaining(Limit limit) {
    return backend.decide(limit, "alice", 0).remaining();
  }

  @Test
  void of_negativeNumbers_areErrors() {
    assertRefused(-1, 1, Duration.ZERO, Duration.ZERO, "negative numbers: taken -1");
    assertRefused(1, -1, Duration.ZERO, Duration.ZERO, "actual cost is -1; it must be 0 or more");
    assertRefused(1, 1, Duration.ofNanos(-1), Duration.ZERO, "elapsed PT-0.000000001S");
    assertRefused(1, 1, Duration.ZERO, Duration.ofNanos(-1), "reset PT-0.000000001S");
  }

  private static void assertRefused(
      long taken, long actual, Duration elapsed, Duration reset, String message) {
    assertThatThrownBy(() -> new Settlement(TEN, "alice", taken, actual, elapsed, reset))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void of_longKey_isTheBucketOfThatKey() {
    var key = "k".repeat(5_000);
    var decision = backend.decide(TEN, key, 4);
    backend.settle(List.of(new Settlement(TEN, key, 4, 1, Duration.ZERO, decision.reset())));

    assertThat(backend.decide(TEN, key, 0).remaining()).isEqualTo(9);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_timesThatNoLimitCounts_overflowNothing(Algorithm algorithm) {
    var limit = ten(algorithm);
    backend.decide(limit, "alice", 4);
    var forEver = Duration.ofSeconds(Long.MAX_VALUE);
    backend.settle(
        List.of(
            new Settlement(limit, "alice", 4, 0, forEver, forEver),
            new Settlement(limit, "alice", 4, 0, forEver.minusNanos(1), forEver),
            new Settlement(limit, "alice", 4, 4, Duration.ZERO, forEver)));

    assertThat(remaining(limit)).isEqualTo(limit.maxCost() - 4);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessOfABucketThatWasForgotten_givesNothing(Algorithm algorithm) {
    var limit = ten(algorithm);
    var decision = backend.decide(limit, "alice", 2);
    advance(Duration.ofSeconds(1));
    for (int i = 0; i < 1_000; i++) {
      backend.decide(limit, "flood" + i, 3);
    }
    backend.decide(limit, "alice", 2);
    assertThat(remaining(limit)).as("forgotten").isEqualTo(limit.maxCost() - 2);
    settle(limit, decision, /* actual= */ 0, Duration.ofSeconds(1));

    assertThat(remaining(limit)).isEqualTo(limit.maxCost() - 2);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_moreOfABucketThatWasDropped_isTaken(Algorithm algorithm) {
    var limit = ten(algorithm);
    var decision = backend.decide(limit, "alice", 1);
    advance(Duration.ofHours(3));
    backend.decide(limit, "bob", 1);
    assertThat(backend.size()).isEqualTo(1);
    settle(limit, decision, /* actual= */ 5, Duration.ofHours(3));

    assertThat(remaining(limit)).isEqualTo(limit.maxCost() - 4);
  }

  @Test
  void settle_bucketBelowEmptyThatMadeRoom_comesBackAsDeep() {
    var decision = backend.decide(TEN, "alice", 1);
    settle(TEN, decision, /* actual= */ 18, Duration.ZERO);
    var before = backend.decide(TEN, "alice", 1).retryAfter();
    for (int i = 0; i < 1_000; i++) {
      backend.decide(TEN, "flood" + i, 10);
    }

    assertThat(before).contains(Duration.ofMinutes(54));
    assertThat(backend.decide(TEN, "alice", 1).retryAfter()).isEqualTo(before);
  }

  @Test
  void settle_bucketLeftAloneForLong_isChargedAsAFullOne() {
    // Its arithmetic is so fine that a word would wrap within hours.
    var fine = Limit.of(1_000_003).per(Per.SECOND).named("limit");
    var decision = backend.decide(fine, "alice", 1_000_003);
    advance(Duration.ofDays(30));
    settle(fine, decision, /* actual= */ 1_000_010, Duration.ofDays(30));

    assertThat(remaining(fine)).isEqualTo(1_000_003 - 7);
  }

  @Test
  void settle_elapsedMeasuredALittleOff_givesBack() {
    for (var algorithm : Algorithm.values()) {
      if (algorithm != Algorithm.CONCURRENCY) {
        var limit = ten(algorithm).named(algorithm.name());
        var decision = backend.decide(limit, "alice", 5);
        advance(Duration.ofSeconds(1));
        settle(limit, decision, /* actual= */ 1, Duration.ofMillis(1_050));
        var again = backend.decide(limit, "alice", 5);
        settle(limit, again, /* actual= */ 1, Duration.ZERO);

        assertThat(remaining(limit)).as("%s", algorithm).isEqualTo(limit.maxCost() - 2);
      }
    }
  }

  @Test
  void settle_limitChangedMeanwhile_isNotChangedBack() {
    var decision = backend.decide(TEN, "alice", 5);
    var raised = Limit.of(20).per(DAY).named("limit");
    backend.decide(raised, "alice", 0);
    settle(TEN, decision, /* actual= */ 2, Duration.ZERO);
    assertThat(remaining(raised)).isEqualTo(15);
    settle(TEN, decision, /* actual= */ 7, Duration.ZERO);

    assertThat(remaining(raised)).isEqualTo(13);
  }

  @Test
  void settle_callsUnderWay_haveNothingToSettle() {
    var two = Limit.concurrent(2).named("calls");
    var decision = backend.decide(two, "alice", 1);
    settle(two, decision, /* actual= */ 2, Duration.ZERO);
    settle(two, decision, /* actual= */ 0, Duration.ZERO);

    assertThat(remaining(two)).isEqualTo(1);
  }

  /** In between, what the call took may have been paid off, and others have taken since. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessAfterAFastBucketWasInForce_givesNothing(Algorithm algorithm) {
    var limit = ten(algorithm);
    var fast = Limit.of(1_000).per(Per.SECOND).named("limit");
    var decision = backend.decide(limit, "alice", 5);
    backend.decide(fast, "alice", 0);
    advance(Duration.ofMillis(10));
    assertThat(backend.decide(fast, "alice", 0).remaining()).isEqualTo(1_000);
    backend.decide(limit, "alice", 3);
    settle(limit, decision, /* actual= */ 0, Duration.ofMillis(10));

    assertThat(remaining(limit)).isEqualTo(limit.maxCost() - 3);
  }

  /** Its calls are still known by their time; a token bucket was paid off at another rate. */
  @Test
  void settle_limitChangedToAndFroLongAfterTheCall_givesBackWhereCallsAreKnown() {
    for (var algorithm : List.of(FIXED_WINDOW, SLIDING_WINDOW, SLIDING_LOG, TOKEN_BUCKET)) {
      var limit = Limit.of(10).per(DAY).algorithm(algorithm).named(algorithm.name());
      var raised = Limit.of(20).per(DAY).algorithm(algorithm).named(algorithm.name());
      var decision = backend.decide(limit, "alice", 5);
      advance(Duration.ofSeconds(1));
      assertThat(backend.decide(raised, "alice", 0).allowed()).isTrue();
      backend.decide(limit, "alice", 0);
      settle(limit, decision, /* actual= */ 2, Duration.ofSeconds(1));

      assertThat(remaining(limit)).as("%s", algorithm).isEqualTo(algorithm == TOKEN_BUCKET ? 5 : 8);
    }
  }
}
