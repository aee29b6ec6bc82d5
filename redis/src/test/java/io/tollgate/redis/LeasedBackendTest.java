package io.tollgate.redis;

import static io.tollgate.Per.DAY;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Settlement;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens taken in advance, on manual time and with the work done at once. */
final class LeasedBackendTest {

  /** 5 % are 1,000 tokens; next to none come back while a test runs. */
  private static final Limit LARGE = Limit.of(20_000).every(1_000, DAY).named("large");

  private final ManualTicker time = new ManualTicker(Long.MAX_VALUE - 1_000);
  private final CountedBackend remote = new CountedBackend(time);
  private int hosts = 1;

  private final LeasedBackend leased =
      new LeasedBackend(
          remote,
          Tolerance.parse("5%"),
          now -> hosts,
          time,
          /* maxStashes= */ 100,
          new Worker() {
            @Override
            public void execute(Runnable job) {
              job.run();
            }

            @Override
            public void stop() {}
          });

  private final Limiter limiter = Limiter.builder().backend(leased).ticker(time).build();

  private void calls(Limit limit, int count, Duration apart) {
    for (int i = 0; i < count; i++) {
      assertThat(limiter.decide(limit, "alice").allowed()).isTrue();
      time.advance(apart);
    }
  }

  private void heat() {
    calls(LARGE, 100, Duration.ofMillis(1));
    assertThat(hasStash(LARGE)).isTrue();
  }

  private boolean hasStash(Limit limit) {
    return leased.tryDecide(List.of(new Claim(limit, "alice", 0))).isPresent();
  }

  private long takenRemotely() {
    return LARGE.maxCost() - remote.buckets.decide(LARGE, "alice", 0).remaining();
  }

  private static long sum(List<Claim> claims) {
    return claims.stream().mapToLong(Claim::cost).sum();
  }

  @Test
  void decide_hotKey_asksRarelyAndSpendsWhatWasTaken() {
    calls(LARGE, 10_000, Duration.ofNanos(100_000));

    assertThat(remote.asked).hasSizeLessThan(100);
    assertThat(sum(remote.asked)).isBetween(10_000L, 11_000L);
    assertThat(leased.gauges().get("leased.overshoot")).isBetween(0.001, 0.05);
  }

  @Test
  void decide_veryHotKey_growsToItsShareAndNotBeyond() {
    calls(LARGE, 10_000, Duration.ZERO);

    assertThat(remote.asked).extracting(Claim::cost).contains(500L);
    assertThat(takenRemotely()).isBetween(10_000L, 11_000L);
    assertThat(leased.gauges().get("leased.overshoot")).isEqualTo(0.05);
  }

  @Test
  void decide_rareKey_asksEachTime() {
    calls(LARGE, 20, Duration.ofMillis(100));

    assertThat(remote.asked).hasSize(20).extracting(Claim::cost).containsOnly(1L);
    assertThat(leased.gauges()).containsEntry("leased.buckets", 0.0);
  }

  @Test
  void decide_shareBelowTwoTokens_asksEachTime() {
    var small = Limit.of(39).per(DAY).named("small");
    calls(small, 39, Duration.ZERO);

    assertThat(remote.asked).hasSize(39);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"TOKEN_BUCKET", "CONCURRENCY"})
  void decide_anotherAlgorithm_asksEachTime(Algorithm algorithm) {
    calls(LARGE.algorithm(algorithm), 50, Duration.ZERO);

    assertThat(remote.asked).hasSize(50);
  }

  @Test
  void decide_costAboveTheShare_isAskedForExactly() {
    heat();
    remote.asked.clear();
    for (int i = 0; i < 5; i++) {
      limiter.decide(LARGE, "alice", 1_001);
    }

    assertThat(remote.asked)
        .extracting(Claim::cost)
        .containsExactly(1001L, 1001L, 1001L, 1001L, 1001L);
  }

  @Test
  void decide_hostsUnknown_asksEachTimeAndGivesBack() {
    heat();
    hosts = 0;
    leased.sweep();
    remote.asked.clear();
    calls(LARGE, 50, Duration.ZERO);

    assertThat(remote.asked).hasSize(50);
    assertThat(takenRemotely()).isEqualTo(150);
  }

  @Test
  void sweep_moreHosts_givesBackWhatIsBeyondTheShare() {
    calls(LARGE, 10_000, Duration.ZERO);
    hosts = 4;
    leased.sweep();

    assertThat(takenRemotely()).isLessThanOrEqualTo(10_000 + 250);
  }

  @Test
  void sweep_idleForASecond_givesBackAll() {
    heat();
    time.advance(Duration.ofMillis(1_001));
    leased.sweep();
    assertThat(takenRemotely()).isEqualTo(100);

    time.advance(Duration.ofSeconds(2));
    leased.sweep();
    assertThat(leased.gauges()).containsEntry("leased.buckets", 0.0);
  }

  @Test
  void close_withStashes_givesAllBackAndClosesTheBackend() {
    heat();
    limiter.close();

    assertThat(takenRemotely()).isEqualTo(100);
    assertThat(remote.closed).isTrue();
  }

  @Test
  void close_threadInterrupted_givesAllBackBeforeTheBackendIsClosed() {
    heat();
    remote.settlesLater = true;
    Thread.currentThread().interrupt();
    limiter.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(remote.settledWhenClosed).isEqualTo(1);
    assertThat(takenRemotely()).isEqualTo(100);
  }

  @Test
  void close_backendFails_closesAllTheSame() {
    heat();
    remote.fails = true;
    limiter.close();

    assertThat(remote.closed).isTrue();
  }

  /** What a host that was stopped finds when it wakes up. */
  @Test
  void tryDecide_afterMoreThanASecond_spendsNothing() {
    heat();
    time.advance(Duration.ofSeconds(1));

    assertThat(leased.tryDecide(List.of(new Claim(LARGE, "alice")))).isEmpty();
    leased.sweep();
    assertThat(takenRemotely()).isEqualTo(100);
  }

  @Test
  void decide_answerCameTooLate_isNotSpent() {
    heat();
    remote.holdsBack = true;
    while (leased.tryDecide(List.of(new Claim(LARGE, "alice"))).isPresent()) {}
    time.advance(Duration.ofSeconds(2));
    remote.letGo();

    assertThat(leased.tryDecide(List.of(new Claim(LARGE, "alice")))).isEmpty();
  }

  @Test
  void decide_answerNeverCame_beginsAnewAndGivesALateOneBack() {
    heat();
    remote.holdsBack = true;
    while (leased.tryDecide(List.of(new Claim(LARGE, "alice"))).isPresent()) {}
    time.advance(Duration.ofSeconds(3));
    leased.sweep();
    remote.holdsBack = false;
    long spent = takenRemotely() - remote.asked.get(remote.asked.size() - 1).cost();
    remote.letGo();

    assertThat(takenRemotely()).isEqualTo(spent);
    heat();
  }

  @Test
  void decide_bucketEmpty_isNotAskedOnEveryCall() {
    var perSecond = Limit.of(1_000).per(SECOND).named("perSecond");
    int admitted = 0;
    for (int i = 0; i < 100_000; i++) {
      admitted += limiter.decide(perSecond, "alice").allowed() ? 1 : 0;
      time.advance(Duration.ofNanos(10_000));
    }

    assertThat(admitted).isBetween(1_900, 2_050);
    assertThat(remote.asked).hasSizeLessThan(5_000);
  }

  /** Only a call of one token is told how long it has to wait; what costs more is asked for. */
  @ParameterizedTest
  @ValueSource(longs = {2, 100, 1_001})
  void tryDecide_bucketEmptyAndCallCostsMoreThanOne_doesNotAnswer(long cost) {
    var perSecond = Limit.of(1_000).per(SECOND).named("perSecond");
    while (limiter.decide(perSecond, "alice").allowed()) {}
    assertThat(leased.tryDecide(List.of(new Claim(perSecond, "alice")))).isPresent();

    assertThat(leased.tryDecide(List.of(new Claim(perSecond, "alice", cost)))).isEmpty();
  }

  @Test
  void decide_bucketEmptyAndCallNeverFits_saysSo() {
    var perSecond = Limit.of(1_000).per(SECOND).named("perSecond");
    while (limiter.decide(perSecond, "alice").allowed()) {}
    limiter.decide(perSecond, "alice");

    assertThat(limiter.decide(perSecond, "alice", 1_001).outcome()).isEqualTo(Outcome.NEVER_FITS);
  }

  @Test
  void decide_backendFails_isPaidFromWhatWasTakenAndThenAsked() {
    calls(LARGE, 10_000, Duration.ZERO);
    remote.fails = true;
    remote.asked.clear();
    long paid = 0;
    while (leased.tryDecide(List.of(new Claim(LARGE, "alice"))).isPresent()) {
      paid++;
    }

    assertThat(paid).isBetween(500L, 1_000L);
    assertThat(remote.asked).hasSize(1);
    assertThat(leased.decideAsync(List.of(new Claim(LARGE, "alice"))).toCompletableFuture())
        .isCompletedExceptionally();
  }

  @Test
  void decide_severalClaimsCovered_asksNobody() {
    var other = Limit.of(50_000).per(DAY).named("other");
    var claims = List.of(new Claim(LARGE, "alice"), new Claim(other, "alice", 3));
    for (int i = 0; i < 1_000; i++) {
      assertThat(limiter.decide(claims).allowed()).isTrue();
    }

    assertThat(remote.asked).hasSizeLessThan(100);
    assertThat(limiter.decide(claims).each())
        .extracting(Decision::limit)
        .containsExactly(LARGE, other);
  }

  @Test
  void decide_oneOfSeveralClaimsNotCovered_asksForAllAndLeavesTheStash() {
    heat();
    var log = Limit.of(2).per(DAY).algorithm(Algorithm.SLIDING_LOG).named("log");
    var claims = List.of(new Claim(LARGE, "alice"), new Claim(log, "alice"));
    remote.asked.clear();
    limiter.decide(claims);
    limiter.decide(claims);
    assertThat(limiter.decide(claims).allowed()).isFalse();

    assertThat(remote.asked).hasSize(6);
    limiter.close();
    assertThat(takenRemotely()).isEqualTo(102);
  }

  @Test
  void decide_limitChanged_isNotPaidFromTheOldStash() {
    heat();
    var lowered = Limit.of(100).per(DAY).named("large");

    assertThat(hasStash(lowered)).isFalse();
    assertThat(limiter.decide(lowered, "alice").allowed()).isFalse();
  }

  @Test
  void decide_manyKeys_haveNoMoreStashesThanAllowed() {
    for (int i = 0; i < 1_000; i++) {
      limiter.decide(LARGE, "key" + i);
      limiter.decide(LARGE, "key" + i);
    }

    assertThat(leased.gauges()).containsEntry("leased.buckets", 100.0);
  }

  @Test
  void decide_fromStash_tellsAboutWhatIsLeft() {
    heat();
    var decision = limiter.decide(LARGE, "alice");

    assertThat(decision.remaining()).isBetween(19_890L, 19_899L);
    assertThat(decision.reset()).isPositive().isLessThan(Duration.ofDays(20));
  }

  @Test
  void settle_paidFromAStash_isSettledByTheBackend() {
    heat();
    var claims = List.of(new Claim(LARGE, "alice", 5));
    limiter.settle(claims, limiter.decide(claims), /* actual= */ 2, Duration.ZERO);

    assertThat(remote.settled).extracting(Settlement::actual).containsExactly(2L);
    limiter.close();
    assertThat(takenRemotely()).isEqualTo(102);
  }
}
