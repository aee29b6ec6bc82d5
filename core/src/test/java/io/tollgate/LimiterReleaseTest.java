package io.tollgate;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A limiter gives leases back to a backend that does not take them at once. */
final class LimiterReleaseTest {

  private static final Limit TWO = Limit.concurrent(2).named("two");
  private static final Lease LEASE = new Lease(TWO, "alice", 7);

  private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final LeasingBackend backend = new LeasingBackend();
  private final AtomicInteger failures = new AtomicInteger();

  private Limiter limiter(FailureMode mode) {
    return Limiter.builder()
        .backend(backend)
        .ticker(time::get)
        .timeout(Duration.ofMillis(5))
        .onFailure(mode)
        .listener(
            new LimiterListener() {
              @Override
              public void onFailure(Throwable cause) {
                failures.incrementAndGet();
              }
            })
        .build();
  }

  /** Lets time pass, and then a call be answered that takes nothing. */
  private void answerAfter(Duration pause, Limiter limiter) {
    time.addAndGet(pause.toNanos());
    backend.deciding = LeasingBackend::answer;
    limiter.decide(TWO, "alice", 0);
  }

  @Test
  void release_whileTheBackendFails_goesToItWhenItHasAnsweredAgain() {
    try (var limiter = limiter(FailureMode.ALLOW)) {
      var decision = limiter.decide(TWO, "alice");
      backend.deciding = claims -> failed();
      for (int i = 0; i < 5; i++) {
        limiter.decide(TWO, "bob");
      }
      limiter.release(decision);
      assertThat(backend.released).isEmpty();

      answerAfter(Duration.ofSeconds(1), limiter);
      assertThat(backend.released).containsExactly(LEASE);
    }
  }

  @Test
  void release_fails_isTriedAgainAfterAnswersWithPauses() {
    try (var limiter = limiter(FailureMode.ALLOW)) {
      var decision = limiter.decide(TWO, "alice");
      backend.releasing = leases -> failed();
      limiter.release(decision);
      assertThat(failures).hasValue(1);
      answerAfter(Duration.ZERO, limiter);
      assertThat(failures).hasValue(2);
      answerAfter(Duration.ofMillis(99), limiter);
      assertThat(failures).hasValue(2);
      answerAfter(Duration.ofMillis(1), limiter);
      assertThat(failures).hasValue(3);

      backend.releasing = backend::take;
      answerAfter(Duration.ofSeconds(1), limiter);
      answerAfter(Duration.ofSeconds(1), limiter);
      assertThat(backend.released).containsExactly(LEASE);
      assertThat(failures).hasValue(3);
    }
  }

  @Test
  void release_backendThrows_isTriedAgainAfterAnAnswer() {
    try (var limiter = limiter(FailureMode.ALLOW)) {
      var decision = limiter.decide(TWO, "alice");
      backend.releasing =
          leases -> {
            throw new IllegalStateException("on purpose");
          };
      limiter.release(decision);
      backend.releasing = backend::take;

      answerAfter(Duration.ZERO, limiter);
      assertThat(backend.released).containsExactly(LEASE);
    }
  }

  /** As one does whose connection hangs. */
  @Test
  void release_isNeverAnswered_isTriedAgainAfterAnAnswer() {
    try (var limiter = limiter(FailureMode.ALLOW)) {
      var decision = limiter.decide(TWO, "alice");
      var hanging = new CompletableFuture<Void>();
      backend.releasing = leases -> hanging;
      limiter.release(decision);
      await().atMost(20, SECONDS).until(() -> failures.get() == 1);
      assertThat(hanging).isNotDone();

      // Again in vain, and then not.
      answerAfter(Duration.ZERO, limiter);
      await().atMost(20, SECONDS).until(() -> failures.get() == 2);
      backend.releasing = backend::take;
      answerAfter(Duration.ofMillis(100), limiter);
      assertThat(backend.released).containsExactly(LEASE);
    }
  }

  @Test
  void decide_lateAnswerWhoseLeaseIsNotTakenBack_isTriedAgainAfterAnAnswer() {
    var late = new CompletableFuture<Decision>();
    backend.deciding = claims -> late;
    try (var limiter = limiter(FailureMode.ALLOW)) {
      limiter.decide(TWO, "alice");
      backend.releasing = leases -> failed();
      late.complete(Decision.leased(new Claim(TWO, "alice"), 0, 1, LEASE.id()));
      backend.releasing = backend::take;

      answerAfter(Duration.ZERO, limiter);
      assertThat(backend.released).containsExactly(LEASE);
    }
  }

  @Test
  void close_leasesKept_givesThemBackAndThenClosesTheBackend() {
    var limiter = limiter(FailureMode.ALLOW);
    var decision = limiter.decide(TWO, "alice");
    backend.releasing = leases -> failed();
    limiter.release(decision);
    answerAfter(Duration.ZERO, limiter); // In vain, and now there is a pause.
    backend.releasing = backend::takeLater;
    Thread.currentThread().interrupt();
    limiter.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(backend.releasedWhenClosed).containsExactly(LEASE);
  }

  @Test
  void close_leasesKeptAndNobodyAnswers_closesTheBackendAllTheSame() {
    var limiter = limiter(FailureMode.ALLOW);
    var decision = limiter.decide(TWO, "alice");
    backend.releasing = leases -> failed();
    limiter.release(decision);
    backend.releasing = leases -> new CompletableFuture<>();
    limiter.close();

    assertThat(backend.releasedWhenClosed).isEmpty();
    assertThat(failures).hasValue(2);
  }

  @Test
  void release_decidedByThisHost_isNotTheBackendsConcern() {
    backend.deciding = claims -> failed();
    try (var limiter = limiter(FailureMode.LOCAL)) {
      var decision = limiter.decide(TWO, "alice");
      assertThat(decision.leases()).hasSize(1);
      limiter.release(decision);

      answerAfter(Duration.ofSeconds(1), limiter);
      assertThat(backend.released).isEmpty();
    }
  }

  private static <T> CompletionStage<T> failed() {
    return CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
  }

  private static final class LeasingBackend implements Backend {
    Function<List<Claim>, CompletionStage<Decision>> deciding = LeasingBackend::answer;
    Function<List<Lease>, CompletionStage<Void>> releasing = this::take;
    final List<Lease> released = new CopyOnWriteArrayList<>();
    @Nullable List<Lease> releasedWhenClosed;

    static CompletionStage<Decision> answer(List<Claim> claims) {
      var claim = claims.get(0);
      return CompletableFuture.completedFuture(
          claim.cost() == 0
              ? Decision.allowed(claim, 1, 0)
              : Decision.leased(claim, 1, 1, LEASE.id()));
    }

    CompletionStage<Void> take(List<Lease> leases) {
      released.addAll(leases);
      return CompletableFuture.completedFuture(null);
    }

    /** As over a connection. */
    CompletionStage<Void> takeLater(List<Lease> leases) {
      return CompletableFuture.runAsync(
          () -> released.addAll(leases),
          CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
    }

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return deciding.apply(claims);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return releasing.apply(leases);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      throw new AssertionError("nothing is settled here");
    }

    @Override
    public void close() {
      releasedWhenClosed = List.copyOf(released);
    }
  }
}
