package io.tollgate;

import static io.tollgate.Per.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A limiter settles where a call was decided, and no caller suffers for it. */
final class LimiterSettlementTest {

  private static final Limit TEN = Limit.of(10).per(DAY).named("ten");
  private static final Claim FIVE_OF_TEN = new Claim(TEN, "alice", 5);

  private final AtomicLong time = new AtomicLong();
  private final Remote backend = new Remote();
  private final List<Throwable> failures = new ArrayList<>();

  /** A backend elsewhere, which can be told to fail. */
  private final class Remote implements Backend {
    final LocalBackend buckets =
        new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH);
    final List<Settlement> settled = new ArrayList<>();
    boolean fails;
    boolean failsToSettle;
    boolean throwsWhenSettling;

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return fails
          ? CompletableFuture.failedFuture(new IllegalStateException("on purpose"))
          : CompletableFuture.completedFuture(buckets.decide(claims));
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return buckets.releaseAsync(leases);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      if (throwsWhenSettling) {
        throw new IllegalStateException("thrown on purpose");
      }
      settled.addAll(settlements);
      return failsToSettle
          ? CompletableFuture.failedFuture(new IllegalStateException("failed on purpose"))
          : buckets.settleAsync(settlements);
    }
  }

  private Limiter limiter(FailureMode mode) {
    return Limiter.builder()
        .backend(backend)
        .local(new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH))
        .ticker(time::get)
        .onFailure(mode)
        .listener(
            new LimiterListener() {
              @Override
              public void onFailure(Throwable cause) {
                failures.add(cause);
              }
            })
        .build();
  }

  private static void settle(Limiter limiter, Decision decision, long actual) {
    limiter.settle(List.of(FIVE_OF_TEN), decision, actual, Duration.ZERO);
  }

  private static long remaining(Limiter limiter) {
    return limiter.decide(TEN, "alice", 0).remaining();
  }

  @Test
  void settle_local_replacesWhatEachClaimTook() {
    var calls = Limit.concurrent(2).named("calls");
    var all = Limit.of(100).per(DAY).named("all");
    var claims = List.of(FIVE_OF_TEN, new Claim(calls, "alice"), new Claim(all, "", 20));
    try (var limiter = Limiter.local()) {
      var decision = limiter.decide(claims);
      limiter.settle(claims, decision, /* actual= */ 3, Duration.ZERO);

      assertThat(remaining(limiter)).isEqualTo(7);
      assertThat(limiter.decide(all, "", 0).remaining()).isEqualTo(97);
      assertThat(limiter.decide(calls, "alice", 0).remaining()).isEqualTo(1);
    }
  }

  @Test
  void settle_oneClaimOfSeveral_leavesTheOthers() {
    var all = Limit.of(100).per(DAY).named("all");
    var claims = List.of(FIVE_OF_TEN, new Claim(all, "", 20));
    try (var limiter = Limiter.local()) {
      var decision = limiter.decide(claims);
      limiter.settle(claims.subList(1, 2), decision.each().get(1), /* actual= */ 30, Duration.ZERO);

      assertThat(remaining(limiter)).isEqualTo(5);
      assertThat(limiter.decide(all, "", 0).remaining()).isEqualTo(70);
    }
  }

  @Test
  void settle_twoClaimsOfOneBucket_settlesEach() {
    var twice = List.of(FIVE_OF_TEN, FIVE_OF_TEN.withCost(3));
    try (var limiter = Limiter.local()) {
      limiter.settle(twice, limiter.decide(twice), /* actual= */ 1, Duration.ZERO);

      assertThat(remaining(limiter)).isEqualTo(8);
    }
  }

  @Test
  void settle_refused_changesNothing() {
    try (var limiter = Limiter.local()) {
      limiter.decide(TEN, "alice", 7);
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 1);

      assertThat(remaining(limiter)).isEqualTo(3);
    }
  }

  @Test
  void settle_impossibleNumbers_areErrors() {
    try (var limiter = Limiter.local()) {
      var decision = limiter.decide(List.of(FIVE_OF_TEN));
      assertThatThrownBy(() -> settle(limiter, decision, -1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("actual cost is -1; it must be 0 or more");
      assertThatThrownBy(() -> limiter.settle(List.of(), decision, 1, Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a decision on 1 claims does not settle 0");
    }
  }

  @Test
  void settle_decidedByTheBackend_isSettledThere() {
    try (var limiter = limiter(FailureMode.LOCAL)) {
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 2);

      assertThat(backend.settled).extracting(Settlement::actual).containsExactly(2L);
      assertThat(remaining(limiter)).isEqualTo(8);
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 5);
      assertThat(backend.settled).hasSize(1);
    }
  }

  @Test
  void settle_bucketKnownToBeEmpty_isAskedForAgain() {
    try (var limiter = limiter(FailureMode.LOCAL)) {
      var decision = limiter.decide(List.of(FIVE_OF_TEN));
      limiter.decide(TEN, "alice", 5);
      assertThat(limiter.decide(TEN, "alice").allowed()).isFalse();
      settle(limiter, decision, /* actual= */ 4);

      assertThat(limiter.decide(TEN, "alice").allowed()).isTrue();
    }
  }

  @Test
  void settle_backendFailsToSettle_isToldToListenersOnly() {
    try (var limiter = limiter(FailureMode.LOCAL)) {
      var decision = limiter.decide(List.of(FIVE_OF_TEN));
      backend.failsToSettle = true;
      settle(limiter, decision, /* actual= */ 2);
      backend.throwsWhenSettling = true;
      settle(limiter, decision, /* actual= */ 2);
    }
    assertThat(failures)
        .extracting(Throwable::getMessage)
        .containsExactly("failed on purpose", "thrown on purpose");
  }

  @Test
  void settle_decidedHereWhileTheBackendFailed_isSettledHere() {
    backend.fails = true;
    try (var limiter = limiter(FailureMode.LOCAL)) {
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 2);
      assertThat(remaining(limiter)).isEqualTo(8);
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 7);

      assertThat(remaining(limiter)).isEqualTo(1);
      assertThat(backend.settled).isEmpty();
    }
  }

  @Test
  void settle_moreWhileTheBackendIsLeftAlone_countsHere() {
    try (var limiter = limiter(FailureMode.LOCAL)) {
      var decision = limiter.decide(List.of(FIVE_OF_TEN));
      backend.fails = true;
      for (int i = 0; i < 5; i++) {
        limiter.decide(TEN, "bob", 0);
      }
      settle(limiter, decision, /* actual= */ 7);

      assertThat(backend.settled).isEmpty();
      assertThat(remaining(limiter)).isEqualTo(3);
    }
  }

  @Test
  void settle_moreThanTheBackendKnewWhenItFails_isHandedOver() {
    try (var limiter = limiter(FailureMode.LOCAL)) {
      settle(limiter, limiter.decide(List.of(FIVE_OF_TEN)), /* actual= */ 7);
      backend.fails = true;

      assertThat(remaining(limiter)).isEqualTo(3);
    }
  }

  @Test
  void settle_allowedBecauseTheBackendFailed_hasNothingToSettle() {
    backend.fails = true;
    try (var limiter = limiter(FailureMode.ALLOW)) {
      var decision = limiter.decide(List.of(FIVE_OF_TEN));
      assertThat(decision.allowed()).isTrue();
      backend.fails = false;
      backend.buckets.decide(TEN, "alice", 4);
      settle(limiter, decision, /* actual= */ 0);

      assertThat(backend.settled).isEmpty();
      assertThat(remaining(limiter)).isEqualTo(6);
    }
  }
}
