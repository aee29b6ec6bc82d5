package io.tollgate;

import static io.tollgate.Per.DAY;
import static io.tollgate.Per.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Decision.Outcome;
import io.tollgate.LimiterListener.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A limiter before a backend that answers, fails, hangs and lies. */
final class LimiterTest {

  private static final Limit THREE = Limit.of(3).per(DAY).named("three");

  private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final FakeBackend backend = new FakeBackend();
  private final Heard heard = new Heard();

  @Test
  void decide_local_admitsTheBurstThenRefuses() {
    try (var limiter = Limiter.local()) {
      assertThat(calls(limiter, "alice", 5)).isEqualTo("AAARR");
      assertThat(calls(limiter, "bob", 1)).isEqualTo("A");
    }
  }

  @Test
  void decide_localWithListener_tellsIt() {
    try (var limiter = Limiter.builder().listener(heard).build()) {
      limiter.decide(THREE, "alice");
    }
    assertThat(heard.sources).containsExactly(Source.BACKEND);
  }

  @Test
  void decide_negativeCost_isAnError() {
    try (var limiter = Limiter.local()) {
      assertThatThrownBy(() -> limiter.decide(THREE, "alice", -1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cost is -1; it must be 0 or more");
    }
  }

  @Test
  void decide_noClaims_isAnError() {
    try (var limiter = Limiter.local()) {
      assertThatThrownBy(() -> limiter.decide(List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a call to be decided makes at least one claim");
    }
  }

  @Test
  void decide_sameBucketTwiceInOneCall_countsTogether() {
    var minute = Limit.of(5).per(MINUTE).named("minute");
    var alice = new Claim(minute, "alice", 3);
    try (var limiter = Limiter.builder().ticker(time::get).build()) {
      assertThat(limiter.decide(List.of(alice, alice)).outcome()).isEqualTo(Outcome.NEVER_FITS);

      limiter.decide(minute, "alice", 4);
      var twice = limiter.decide(List.of(alice, alice.withCost(2), new Claim(minute, "bob")));
      assertThat(twice.each()).extracting(Decision::allowed).containsExactly(false, false, true);

      time.addAndGet(twice.retryAfter().orElseThrow().toNanos());
      assertThat(limiter.decide(List.of(alice, alice.withCost(2))).allowed()).isTrue();
    }
  }

  @Test
  void decide_oneBucketTwoLimitsInOneCall_isAnError() {
    var claims =
        List.of(new Claim(THREE, "a"), new Claim(Limit.of(9).per(DAY).named("three"), "a"));
    try (var limiter = Limiter.local()) {
      assertThatThrownBy(() -> limiter.decide(claims))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "one call claims three: 3/86400s and three: 9/86400s;"
                  + " a bucket has one limit, so give the limits different names");
    }
  }

  @Test
  void decide_backendAnswers_isThatAnswer() {
    backend.answer = allow(/* remaining= */ 7);
    try (var limiter = limiter(FailureMode.LOCAL)) {
      assertThat(limiter.decide(THREE, "alice").remaining()).isEqualTo(7);
    }
    assertThat(heard.sources).containsExactly(Source.BACKEND);
    assertThat(backend.closed).isTrue();
  }

  @Nested
  final class BackendFails {

    @Test
    void decide_modeLocal_isDecidedByThisHostsBuckets() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.LOCAL)) {
        assertThat(calls(limiter, "alice", 5)).isEqualTo("AAARR");
      }
      assertThat(heard.sources).containsOnly(Source.FAILURE_MODE);
      assertThat(heard.failures).hasSize(5).allMatch(IllegalStateException.class::isInstance);
    }

    @Test
    void decide_modeLocal_goesOnFromWhatWasLastKnown() {
      backend.answer = allow(/* remaining= */ 2);
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice");
        backend.answer = LimiterTest::fail;
        assertThat(calls(limiter, "alice", 3)).isEqualTo("AAR");
      }
    }

    @Test
    void decide_modeLocal_countsTheTimeSinceItWasKnown() {
      var perMinute = Limit.of(60).per(MINUTE).burst(3).named("perMinute");
      backend.answer = allow(/* remaining= */ 0);
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(perMinute, "alice");
        time.addAndGet(Duration.ofSeconds(2).toNanos());
        backend.answer = LimiterTest::fail;
        assertThat(calls(limiter, perMinute, "alice", 3)).isEqualTo("AAR");
      }
    }

    @Test
    void decide_modeAllow_isAllowed() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        assertThat(calls(limiter, "alice", 9)).isEqualTo("AAAAAAAAA");
      }
    }

    @Test
    void decide_modeDeny_isUnavailableNotRefused() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.DENY)) {
        var decision = limiter.decide(List.of(new Claim(THREE, "alice"), new Claim(THREE, "bob")));

        assertThat(decision.allowed()).isFalse();
        assertThat(decision.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(decision.retryAfter()).isEmpty();
        assertThat(decision.each()).hasSize(2);
      }
    }

    @Test
    void decide_again_isNotAskedOnEveryCall() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 100);
      }
      assertThat(backend.asked).isEqualTo(5);
      assertThat(heard.breaker).containsExactly(true);
    }

    @Test
    void decide_afterThePause_asksOnceAndStaysAwayLonger() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 10);
        time.addAndGet(Duration.ofMillis(100).toNanos());
        calls(limiter, "alice", 10);
        assertThat(backend.asked).isEqualTo(6);

        time.addAndGet(Duration.ofMillis(199).toNanos());
        calls(limiter, "alice", 10);
        assertThat(backend.asked).isEqualTo(6);

        time.addAndGet(Duration.ofMillis(1).toNanos());
        calls(limiter, "alice", 10);
        assertThat(backend.asked).isEqualTo(7);
      }
    }

    @Test
    void decide_backendIsBack_isAskedAgainWithinTwoSeconds() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        for (int i = 0; i < 100; i++) {
          calls(limiter, "alice", 3);
          time.addAndGet(Duration.ofMillis(500).toNanos());
        }
        backend.answer = allow(/* remaining= */ 1);
        backend.asked = 0;
        time.addAndGet(Duration.ofSeconds(2).toNanos());
        calls(limiter, "alice", 10);
      }
      assertThat(backend.asked).isEqualTo(10);
      assertThat(heard.breaker).containsExactly(true, false);
    }

    @Test
    void decide_halfOfTheCallsFail_opensTheBreaker() {
      backend.answer = claims -> backend.asked % 2 == 0 ? fail(claims) : allow(1).apply(claims);
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 100);
      }
      assertThat(backend.asked).isEqualTo(10);
    }

    @Test
    void decide_fewCallsFail_goesOnAsking() {
      backend.answer = claims -> backend.asked % 4 == 0 ? fail(claims) : allow(1).apply(claims);
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 100);
      }
      assertThat(backend.asked).isEqualTo(100);
      assertThat(heard.breaker).isEmpty();
    }

    @Test
    void decide_limitThatCannotBeKept_isDecidedHereAndOthersAreNot() {
      var odd = Limit.of(3).per(DAY).named("odd");
      backend.answer =
          claims -> claims.get(0).limit().equals(odd) ? refuseToKeep() : allow(1).apply(claims);
      try (var limiter = limiter(FailureMode.LOCAL)) {
        assertThat(calls(limiter, odd, "alice", 20)).isEqualTo("AAA" + "R".repeat(17));
        assertThat(heard.failures).hasSize(20).allMatch(IllegalArgumentException.class::isInstance);
        heard.sources.clear();
        calls(limiter, "alice", 20);
        assertThat(limiter.health().isUp()).isTrue();
      }
      assertThat(heard.sources).hasSize(20).containsOnly(Source.BACKEND);
      assertThat(heard.breaker).isEmpty();
    }

    @Test
    void decide_tryOfALimitThatCannotBeKept_isFollowedByAnother() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 10);
        time.addAndGet(Duration.ofMillis(100).toNanos());
        backend.answer = claims -> refuseToKeep();
        calls(limiter, "alice", 2);
        assertThat(backend.asked).isEqualTo(7);
        backend.answer = allow(/* remaining= */ 1);
        calls(limiter, "alice", 2);
      }
      assertThat(backend.asked).isEqualTo(9);
      assertThat(heard.breaker).containsExactly(true, false);
    }

    @Test
    void decide_backendThrows_isAFailureLikeAnyOther() {
      backend.answer =
          claims -> {
            throw new IllegalStateException("on purpose");
          };
      try (var limiter = limiter(FailureMode.LOCAL)) {
        assertThat(calls(limiter, "alice", 4)).isEqualTo("AAAR");
      }
    }

    @Test
    void decideAsync_backendFails_neverCompletesExceptionally() {
      backend.answer = LimiterTest::fail;
      try (var limiter = limiter(FailureMode.LOCAL)) {
        var claims = List.of(new Claim(THREE, "alice"));
        var decision = limiter.decideAsync(claims).toCompletableFuture().join();

        assertThat(decision.allowed()).isTrue();
        assertThat(decision.remaining()).isEqualTo(2);
      }
      assertThat(heard.failures).singleElement().isInstanceOf(IllegalStateException.class);
    }
  }

  @Nested
  final class BackendHangs {

    private final CompletableFuture<Decision> pending = new CompletableFuture<>();

    @Test
    void decide_noAnswer_isDecidedByTheFailureMode() {
      backend.answer = claims -> pending;
      try (var limiter = limiter(FailureMode.LOCAL)) {
        assertThat(calls(limiter, "alice", 5)).isEqualTo("AAARR");
      }
      assertThat(heard.failures).hasSize(5).allMatch(TimeoutException.class::isInstance);
      assertThat(heard.breaker).containsExactly(true);
    }

    @Test
    void decideAsync_noAnswer_isDecidedByTheFailureMode() {
      backend.answer = claims -> pending;
      try (var limiter = limiter(FailureMode.LOCAL)) {
        var claims = List.of(new Claim(THREE, "alice", 3));
        assertThat(limiter.decideAsync(claims).toCompletableFuture().join().allowed()).isTrue();
        assertThat(limiter.decideAsync(claims).toCompletableFuture().join().allowed()).isFalse();
      }
    }

    @Test
    void decide_answerComesLate_isDroppedAndItsLeaseGivenBack() {
      var permits = Limit.concurrent(1).named("permits");
      backend.answer = claims -> pending;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        limiter.decide(permits, "alice");
        assertThat(backend.released).isEmpty();

        pending.complete(Decision.leased(new Claim(permits, "alice"), 0, 1, /* lease= */ 42));
        assertThat(backend.released).containsExactly(new Lease(permits, "alice", 42));
      }
    }

    @Test
    void decide_backendKeepsTheThread_countsAsTooLate() {
      backend.answer =
          claims -> {
            time.addAndGet(Duration.ofSeconds(3).toNanos());
            return allow(1).apply(claims);
          };
      try (var limiter = limiter(FailureMode.ALLOW)) {
        calls(limiter, "alice", 5);
        backend.asked = 0;
        calls(limiter, "alice", 5);
      }
      assertThat(backend.asked).isZero();
      assertThat(heard.failures)
          .first()
          .asString()
          .endsWith("the backend kept the calling thread for 3000 ms");
    }

    @Test
    void decide_interrupted_answersAndStaysInterrupted() {
      backend.answer = claims -> pending;
      try (var limiter = limiter(FailureMode.ALLOW)) {
        Thread.currentThread().interrupt();
        assertThat(limiter.decide(THREE, "alice").allowed()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(heard.failures).isEmpty();
    }
  }

  @Nested
  final class BackendLies {

    @Test
    void decide_noStage_isAFailure() {
      backend.answer = claims -> nothing();
      assertDecidedByFailureMode();
    }

    @Test
    void decide_noDecision_isAFailure() {
      backend.answer = claims -> CompletableFuture.completedFuture(nothing());
      assertDecidedByFailureMode();
    }

    @Test
    void decide_answerToFewerClaims_isAFailure() {
      backend.answer = claims -> allow(1).apply(claims.subList(0, 1));
      try (var limiter = limiter(FailureMode.DENY)) {
        var claims = List.of(new Claim(THREE, "alice"), new Claim(THREE, "bob"));
        assertThat(limiter.decide(claims).outcome()).isEqualTo(Outcome.UNAVAILABLE);
      }
    }

    @Test
    void decide_answerToAnotherLimit_isAFailure() {
      var other = Limit.of(3).per(DAY).named("other");
      backend.answer = claims -> allow(1).apply(List.of(new Claim(other, "alice")));
      assertDecidedByFailureMode();
    }

    @Test
    void decide_refusalForEver_isBelievedForOneRefillOnly() {
      backend.answer = refuse(Duration.ofDays(36_500));
      try (var limiter = limiter(FailureMode.ALLOW)) {
        limiter.decide(THREE, "alice");
        time.addAndGet(Duration.ofDays(1).toNanos());
        limiter.decide(THREE, "alice");
      }
      assertThat(backend.asked).isEqualTo(2);
    }

    private void assertDecidedByFailureMode() {
      try (var limiter = limiter(FailureMode.DENY)) {
        assertThat(limiter.decide(THREE, "alice").outcome()).isEqualTo(Outcome.UNAVAILABLE);
      }
      assertThat(heard.failures).hasSize(1);
    }

    /** What no backend may return, and one that lies does. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
      return null;
    }
  }

  @Nested
  final class KnownRefusals {

    @Test
    void decide_clockReadBeforeTheLastAnswerCame_isAskedFor() {
      backend.answer = allow(/* remaining= */ 7);
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice");
        time.addAndGet(-1);

        assertThat(limiter.decide(THREE, "alice").allowed()).isTrue();
        assertThat(heard.sources).containsExactly(Source.BACKEND, Source.BACKEND);
      }
    }

    @Test
    void decide_refusedBefore_isNotAskedUntilThen() {
      backend.answer = refuse(Duration.ofSeconds(10));
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice");
        time.addAndGet(Duration.ofSeconds(4).toNanos());
        var second = limiter.decide(THREE, "alice");

        assertThat(backend.asked).isEqualTo(1);
        assertThat(second.retryAfter()).contains(Duration.ofSeconds(6));
        assertThat(heard.sources).containsExactly(Source.BACKEND, Source.MEMORY);

        time.addAndGet(Duration.ofSeconds(6).toNanos());
        limiter.decide(THREE, "alice");
        assertThat(backend.asked).isEqualTo(2);
      }
    }

    @Test
    void decide_oneOfTwoClaimsKnown_refusesTheCall() {
      backend.answer = refuse(Duration.ofSeconds(10));
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice");
        var both = limiter.decide(List.of(new Claim(THREE, "bob"), new Claim(THREE, "alice")));

        assertThat(backend.asked).isEqualTo(1);
        assertThat(both.allowed()).isFalse();
        assertThat(both.each()).extracting(Decision::allowed).containsExactly(true, false);
      }
    }

    @Test
    void decide_cheaperCall_isAsked() {
      backend.answer = refuse(Duration.ofSeconds(10));
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice", 2);
        limiter.decide(THREE, "alice", 1);
      }
      assertThat(backend.asked).isEqualTo(2);
    }

    @Test
    void decide_limitChanged_isAsked() {
      backend.answer = refuse(Duration.ofSeconds(10));
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(THREE, "alice");
        limiter.decide(Limit.of(30).per(DAY).named("three"), "alice");
      }
      assertThat(backend.asked).isEqualTo(2);
    }

    @Test
    void decide_leasesMayComeBackAnyTime_isAsked() {
      assertAskedTwice(Limit.concurrent(3));
    }

    @Test
    void decide_refusedCallsCount_isAsked() {
      assertAskedTwice(Limit.of(3).per(MINUTE).algorithm(Algorithm.SLIDING_LOG).countingRefused());
    }

    private void assertAskedTwice(Limit limit) {
      backend.answer = refuse(Duration.ofSeconds(10));
      try (var limiter = limiter(FailureMode.LOCAL)) {
        limiter.decide(limit, "alice");
        limiter.decide(limit, "alice");
      }
      assertThat(backend.asked).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(FailureMode.class)
  void decide_listenerThrows_decidesAllTheSame(FailureMode mode) {
    backend.answer = allow(/* remaining= */ 1);
    LimiterListener broken =
        new LimiterListener() {
          @Override
          public void onDecision(List<Claim> claims, Decision decision, Source source) {
            throw new IllegalStateException("on purpose");
          }
        };
    try (var limiter =
        Limiter.builder().backend(backend).onFailure(mode).listener(broken).build()) {
      assertThat(limiter.decide(THREE, "alice").allowed()).isTrue();
    }
  }

  @Test
  void release_local_makesRoomOnce() {
    var two = Limit.concurrent(2).named("two");
    try (var limiter = Limiter.local()) {
      var first = limiter.decide(two, "alice");
      limiter.decide(two, "alice");
      assertThat(limiter.decide(two, "alice").allowed()).isFalse();

      limiter.release(first);
      limiter.release(first);
      assertThat(calls(limiter, two, "alice", 2)).isEqualTo("AR");
    }
  }

  @Test
  void release_remote_goesToTheBackend() {
    var two = Limit.concurrent(2).named("two");
    backend.answer =
        claims -> CompletableFuture.completedFuture(Decision.leased(claims.get(0), 1, 1, 7));
    try (var limiter = limiter(FailureMode.LOCAL)) {
      limiter.release(limiter.decide(two, "alice"));
    }
    assertThat(backend.released).containsExactly(new Lease(two, "alice", 7));
  }

  private Limiter limiter(FailureMode mode) {
    return Limiter.builder()
        .backend(backend)
        .ticker(time::get)
        .timeout(Duration.ofMillis(5))
        .onFailure(mode)
        .listener(heard)
        .build();
  }

  private static String calls(Limiter limiter, String key, int count) {
    return calls(limiter, THREE, key, count);
  }

  private static String calls(Limiter limiter, Limit limit, String key, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(limiter.decide(limit, key).allowed() ? 'A' : 'R');
    }
    return row.toString();
  }

  private static Function<List<Claim>, CompletionStage<Decision>> allow(long remaining) {
    return claims ->
        CompletableFuture.completedFuture(
            Decision.of(
                claims.stream().map(claim -> Decision.allowed(claim, remaining, 0)).toList()));
  }

  private static Function<List<Claim>, CompletionStage<Decision>> refuse(Duration wait) {
    return claims ->
        CompletableFuture.completedFuture(
            Decision.of(
                claims.stream()
                    .map(claim -> Decision.refused(claim, 0, wait.toNanos(), wait.toNanos()))
                    .toList()));
  }

  private static CompletionStage<Decision> fail(List<Claim> claims) {
    return CompletableFuture.failedFuture(
        new IllegalStateException("on purpose, asked for " + claims.size()));
  }

  private static CompletionStage<Decision> refuseToKeep() {
    return CompletableFuture.failedFuture(new IllegalArgumentException("on purpose"));
  }

  private static final class FakeBackend implements Backend {
    Function<List<Claim>, CompletionStage<Decision>> answer = LimiterTest::fail;
    final List<Lease> released = new ArrayList<>();
    int asked;
    boolean closed;

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      asked++;
      return answer.apply(claims);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      released.addAll(leases);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static final class Heard implements LimiterListener {
    final List<Source> sources = new ArrayList<>();
    final List<Throwable> failures = new ArrayList<>();
    final List<Boolean> breaker = new ArrayList<>();

    @Override
    public void onDecision(List<Claim> claims, Decision decision, Source source) {
      sources.add(source);
    }

    @Override
    public void onFailure(Throwable cause) {
      failures.add(cause);
    }

    @Override
    public void onBreaker(boolean open) {
      breaker.add(open);
    }
  }
}
