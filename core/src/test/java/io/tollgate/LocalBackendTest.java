package io.tollgate;

import static io.tollgate.Per.DAY;
import static io.tollgate.Per.HOUR;
import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Decision.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is particular to this backend: memory, eviction, clocks. The contract suite has the rest.
 */
final class LocalBackendTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final AtomicLong time = new AtomicLong();
  private final LocalBackend backend = backend(/* maxKeys= */ 100);

  private LocalBackend backend(int maxKeys) {
    return new LocalBackend(maxKeys, time::get, () -> NOON);
  }

  private void advance(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  @Test
  void decide_bucketFullAgain_leavesMemory() {
    var limit = Limit.of(2).per(SECOND).named("limit");
    for (int i = 0; i < 50; i++) {
      backend.decide(limit, "key" + i, 1);
    }
    assertThat(backend.size()).isEqualTo(50);

    advance(Duration.ofMinutes(2));
    backend.decide(limit, "another", 1);
    assertThat(backend.size()).isEqualTo(1);
  }

  /** Else who is refused could fill the table with keys of the other limits. */
  @Test
  void decide_refusedByTheFirstOfSeveralLimits_addsNoBucketsOfTheOthers() {
    var first = Limit.of(1).per(DAY).named("first");
    var second = Limit.of(1).per(DAY).named("second");
    backend.decide(first, "alice", 1);
    for (int i = 0; i < 10; i++) {
      var other = new Claim(second, "key" + i);
      backend.decide(List.of(new Claim(first, "alice"), other));
      backend.decide(List.of(new Claim(first, "bob", 2), other));
    }

    assertThat(backend.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_bucketNotFullYet_stays(Algorithm algorithm) {
    var limit = Limit.of(2).per(DAY).algorithm(algorithm).named("limit");
    backend.decide(limit, "alice", 2);
    advance(Duration.ofHours(1));
    backend.decide(limit, "bob", 1);

    assertThat(backend.size()).isEqualTo(2);
  }

  @Test
  void decide_costZero_takesNothing() {
    var limit = Limit.of(1).per(DAY).named("limit");

    assertThat(backend.decide(limit, "alice", 0).allowed()).isTrue();
    assertThat(backend.decide(limit, "alice", 1).allowed()).isTrue();
    assertThat(backend.decide(limit, "alice", 0).allowed()).isTrue();
    assertThat(backend.decide(limit, "alice", 1).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_floodOfKeys_neitherFreesTheUsedUpNorShutsOutNewOnes(Algorithm algorithm) {
    var limit = Limit.of(5).per(HOUR).algorithm(algorithm).named("limit");
    long most = limit.maxCost();
    backend.decide(limit, "victim", most);

    for (int i = 0; i < 10_000; i++) {
      assertThat(backend.decide(limit, "flood" + i, 1).allowed()).isTrue();
    }
    assertThat(backend.size()).isLessThanOrEqualTo(100);
    assertThat(backend.decide(limit, "victim", 1).allowed()).isFalse();
    assertThat(backend.decide(limit, "new", most).allowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CONCURRENCY", "LEAKY_BUCKET"})
  void decide_floodOfUsedUpKeys_remembersTheEarliestUntilTheirTime(Algorithm algorithm) {
    var limit = Limit.of(1).per(HOUR).algorithm(algorithm).named("limit");
    assertThat(backend.decide(limit, "victim", 1).allowed()).isTrue();
    for (int i = 0; i < 10_000; i++) {
      assertThat(backend.decide(limit, "flood" + i, 1).allowed()).isTrue();
    }

    var refused = backend.decide(limit, "victim", 1);
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);

    advance(refused.retryAfter().orElseThrow().minusNanos(1));
    assertThat(backend.decide(limit, "victim", 1).allowed()).isFalse();
    advance(Duration.ofNanos(1));
    assertThat(backend.decide(limit, "victim", 1).allowed()).isTrue();
  }

  @Test
  void decide_usedUpCallerGoesOnCallingThroughAFlood_staysRefused() {
    var limit = Limit.of(1).per(HOUR).named("limit");
    backend.decide(limit, "victim", 1);
    for (int i = 0; i < 40_000; i++) {
      backend.decide(limit, "flood" + i, 1);
      if (i % 1_000 == 0) {
        assertThat(backend.decide(limit, "victim", 1).allowed()).isFalse();
      }
    }
  }

  @Test
  void decide_limitLoweredToNothingWhileTheTableIsFull_goesOn() {
    var window = Limit.of(50).per(SECOND).algorithm(Algorithm.SLIDING_WINDOW).named("z");
    var nothing = Limit.of(0).per(SECOND).algorithm(Algorithm.SLIDING_WINDOW).named("z");
    for (int i = 0; i < 100; i++) {
      backend.decide(window, "key" + i, 50);
      backend.decide(nothing, "key" + i, 0);
    }
    advance(Duration.ofSeconds(1).plusNanos(1));
    for (int i = 0; i < 100; i++) {
      assertThat(backend.decide(window, "other" + i, 1).allowed()).isTrue();
    }
  }

  /** Who stands among the debtors is not freed by a definition that has no tokens to owe. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_usedUpDroppedAndLoweredToNothingForAWhile_staysRefused(Algorithm algorithm) {
    var limit = Limit.of(10).per(HOUR).algorithm(algorithm).named("limit");
    var nothing = Limit.of(0).per(HOUR).algorithm(algorithm).named("limit");
    var tiny = backend(/* maxKeys= */ 1);
    tiny.decide(limit, "victim", limit.maxCost());
    tiny.decide(limit, "another", limit.maxCost());
    var look = tiny.decide(nothing, "victim", 0);
    assertThat(look.remaining()).isZero();
    var claim = new Claim(nothing, "victim", 0);
    tiny.settle(List.of(Settlement.of(claim, look, /* actual= */ 1, Duration.ZERO)));

    assertThat(tiny.decide(limit, "victim", 1).allowed()).isFalse();
  }

  @Test
  void release_again_doesNotEndAnothersLease() {
    var one = Limit.concurrent(1).named("one");
    var first = backend.decide(one, "alice", 1);
    backend.release(first.leases());
    backend.decide(one, "alice", 1);
    backend.release(first.leases());

    assertThat(backend.decide(one, "alice", 1).allowed()).isFalse();
  }

  @Test
  void release_afterTheBucketMadeRoomAtTheSameReading_doesNotEndAnothersLease() {
    var one = Limit.concurrent(1).named("one");
    var other = Limit.of(5).per(HOUR).named("other");
    var tiny = backend(/* maxKeys= */ 1);
    var first = tiny.decide(one, "alice", 1);
    tiny.release(first.leases());
    tiny.decide(other, "bob", 1);
    tiny.decide(one, "alice", 1);
    tiny.release(first.leases());

    assertThat(tiny.decide(one, "alice", 1).allowed()).isFalse();
  }

  @Test
  void decide_callsUnderWay_areNeverForgotten() {
    var calls = Limit.concurrent(1).named("calls");
    var limit = Limit.of(1).per(HOUR).named("limit");
    backend.decide(calls, "victim", 1);
    for (int i = 0; i < 1_000; i++) {
      backend.decide(limit, "flood" + i, 1);
    }
    assertThat(backend.decide(calls, "victim", 1).allowed()).isFalse();
  }

  @Test
  void decide_keysWithEqualHashes_areServedAndStayApart() {
    var limit = Limit.of(1).per(HOUR).named("limit");
    var roomy = backend(/* maxKeys= */ 100_000);
    // "Aa" and "BB" have the same hash, and so has every text made of them.
    for (int i = 0; i < 1 << 10; i++) {
      assertThat(roomy.decide(limit, colliding(i), 1).allowed()).isTrue();
    }
    for (int i = 0; i < 1 << 10; i++) {
      assertThat(roomy.decide(limit, colliding(i), 1).allowed()).isFalse();
    }
    assertThat(roomy.size()).isLessThanOrEqualTo(33);
  }

  private static String colliding(int i) {
    var key = new StringBuilder();
    for (int bit = 0; bit < 10; bit++) {
      key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return key.toString();
  }

  @Test
  void decide_limitLowered_keepsWhatWasTaken() {
    for (var algorithm : Algorithm.values()) {
      if (algorithm == Algorithm.CONCURRENCY || algorithm == Algorithm.LEAKY_BUCKET) {
        continue;
      }
      var before = Limit.of(100).per(MINUTE).algorithm(algorithm).named(algorithm.name());
      var after = Limit.of(10).per(MINUTE).algorithm(algorithm).named(algorithm.name());
      backend.decide(before, "alice", 50);
      var decision = backend.decide(after, "alice", 1);

      assertThat(decision.allowed()).as("%s", algorithm).isFalse();
      assertThat(decision.remaining()).isZero();
    }
  }

  @Test
  void decide_limitRaised_keepsWhatWasTaken() {
    backend.decide(Limit.of(10).per(DAY).named("limit"), "alice", 10);

    var raised = Limit.of(100).per(DAY).named("limit");
    assertThat(backend.decide(raised, "alice", 1).remaining()).isEqualTo(89);
  }

  @Test
  void decide_algorithmChanged_keepsWhatWasTaken() {
    backend.decide(Limit.of(10).per(DAY).named("limit"), "alice", 6);

    var window = Limit.of(10).per(DAY).algorithm(Algorithm.SLIDING_WINDOW).named("limit");
    assertThat(backend.decide(window, "alice", 1).remaining()).isEqualTo(3);
  }

  @Test
  void release_limitOfCallsChanged_stillFindsTheLease() {
    var held = backend.decide(Limit.concurrent(2).named("calls"), "alice", 1);
    var lowered = Limit.concurrent(1).named("calls");
    assertThat(backend.decide(lowered, "alice", 1).allowed()).isFalse();

    backend.release(held.leases());
    assertThat(backend.decide(lowered, "alice", 1).allowed()).isTrue();
  }

  @Test
  void decide_fixedWindow_isAlignedToTheWallClockAsItWasAtTheStart() {
    var limit = Limit.of(1).per(HOUR).algorithm(Algorithm.FIXED_WINDOW).named("limit");
    advance(Duration.ofMinutes(59));

    assertThat(backend.decide(limit, "alice", 1).allowed()).isTrue();
    assertThat(backend.decide(limit, "alice", 1).retryAfter()).contains(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1_500_000_000L})
  void decide_fromAnyClockOrigin_admitsTheBurstThenRefuses(long origin) {
    time.set(origin);
    var anywhere = backend(/* maxKeys= */ 10);
    var limit = Limit.of(3).per(SECOND).named("limit");

    assertThat(calls(anywhere, limit, 5)).isEqualTo("AAARR");
    advance(Duration.ofSeconds(1));
    assertThat(calls(anywhere, limit, 4)).isEqualTo("AAAR");
    advance(Duration.ofSeconds(1));
    assertThat(calls(anywhere, limit, 4)).isEqualTo("AAAR");
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_003, 999_999, 99_999, 1_000_000_007, 3})
  void decide_afterAnySilence_findsTheBucketFull(long perSecond) {
    // Limits whose arithmetic is so fine that a word would wrap within hours.
    var limit = Limit.of(perSecond).per(SECOND).named("limit");
    for (int minutes = 1; minutes < 10_000; minutes += 7) {
      assertThat(backend.decide(limit, "alice", perSecond).allowed()).isTrue();
      advance(Duration.ofMinutes(minutes));
      if (minutes % 2 == 0) {
        backend.decide(limit, "bob", 1);
      }
    }
  }

  @Test
  void decide_severalClaimsOneRefused_takesNothing() {
    var one = Limit.of(1).per(DAY).named("one");
    var five = Limit.of(5).per(DAY).named("five");
    backend.decide(one, "alice", 1);

    var refused = backend.decide(List.of(new Claim(five, "alice", 2), new Claim(one, "alice")));
    assertThat(refused.allowed()).isFalse();
    assertThat(refused.limit()).isEqualTo(one);
    assertThat(refused.each()).extracting(Decision::remaining).containsExactly(5L, 0L);
    assertThat(backend.decide(five, "alice", 5).allowed()).isTrue();
  }

  @Test
  void decide_claimNotTaken_isTheCallersNeitherInLeasesNorInDelay() {
    var one = Limit.of(1).per(DAY).named("one");
    var calls = Limit.concurrent(3).named("calls");
    var leaky = Limit.of(10).per(MINUTE).algorithm(Algorithm.LEAKY_BUCKET).burst(5).named("leaky");
    backend.decide(one, "alice", 1);
    backend.decide(calls, "alice", 1);

    var refused =
        backend.decide(
            List.of(new Claim(calls, "alice"), new Claim(leaky, "alice"), new Claim(one, "alice")));
    assertThat(refused.each().get(0).leases()).isEmpty();
    assertThat(refused.each().get(1).delay()).isZero();
  }

  @Test
  void decide_refusedByALogThatCountsRefused_countsThereAndNowhereElse() {
    var log = Limit.of(2).per(MINUTE).algorithm(Algorithm.SLIDING_LOG).countingRefused().named("l");
    var five = Limit.of(5).per(DAY).named("five");
    var both = List.of(new Claim(log, "alice"), new Claim(five, "alice"));
    backend.decide(both);
    backend.decide(both);
    advance(Duration.ofSeconds(59));
    assertThat(backend.decide(both).allowed()).isFalse();
    advance(Duration.ofSeconds(2));

    var again = backend.decide(both);
    assertThat(again.allowed()).isTrue();
    assertThat(again.each()).extracting(Decision::remaining).containsExactly(0L, 2L);
  }

  private static String calls(LocalBackend backend, Limit limit, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(backend.decide(limit, "alice", 1).allowed() ? 'A' : 'R');
    }
    return row.toString();
  }
}
