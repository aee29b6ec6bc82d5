package io.tollgate;

import static io.tollgate.Per.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a limiter says about its backend, and what it takes from the backend's stock. */
final class LimiterHealthTest {

  private static final Limit TEN = Limit.of(10).per(DAY).named("ten");

  private final AtomicLong time = new AtomicLong();
  private final Scripted backend = new Scripted();
  private final List<Throwable> failures = new ArrayList<>();

  private final Limiter limiter =
      Limiter.builder()
          .backend(backend)
          .ticker(time::get)
          .listener(
              new LimiterListener() {
                @Override
                public void onFailure(Throwable cause) {
                  failures.add(cause);
                }
              })
          .build();

  /** Fails or answers as a test says. */
  private static final class Scripted implements Backend {
    boolean fails;
    boolean throwsAtAll;
    Health health = Health.up();
    Optional<Decision> stock = Optional.empty();
    int asked;

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      asked++;
      return fails
          ? CompletableFuture.failedFuture(new IllegalStateException("no route\r\nto host"))
          : CompletableFuture.completedFuture(Decision.allowed(claims.get(0), 5, 0));
    }

    @Override
    public Optional<Decision> tryDecide(List<Claim> claims) {
      throwIfSaid();
      return stock;
    }

    @Override
    public Health health() {
      throwIfSaid();
      return health;
    }

    @Override
    public Map<String, Double> gauges() {
      throwIfSaid();
      return Map.of("lag", 0.5);
    }

    @Override
    public int hosts() {
      return 3;
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return CompletableFuture.completedFuture(null);
    }

    private void throwIfSaid() {
      if (throwsAtAll) {
        throw new IllegalStateException("on purpose");
      }
    }
  }

  private void failFiveTimes() {
    backend.fails = true;
    for (int i = 0; i < 5; i++) {
      limiter.decide(TEN, "alice", 0);
    }
  }

  @Test
  void health_local_isUp() {
    try (var local = Limiter.local()) {
      assertThat(local.health()).isEqualTo(Health.up());
      assertThat(local.gauges()).containsExactly(Map.entry("hosts", 1.0));
    }
  }

  @Test
  void health_backendAnswers_isWhatItSays() {
    assertThat(limiter.health().isUp()).isTrue();
    backend.health = Health.down("not connected");
    assertThat(limiter.health()).hasToString("DOWN: not connected");
  }

  @Test
  void health_backendKeepsFailing_isDownWithTheCauseInOneLine() {
    failFiveTimes();

    assertThat(limiter.health().status()).isEqualTo(Health.Status.DOWN);
    assertThat(limiter.health().reason()).isEqualTo("no route\\u000D\\u000Ato host");
  }

  @Test
  void health_backendIsBack_isUp() {
    failFiveTimes();
    backend.fails = false;
    time.addAndGet(Duration.ofMillis(100).toNanos());
    limiter.decide(TEN, "alice");

    assertThat(limiter.health()).hasToString("UP");
  }

  /** Otherwise a host that gets no calls because it is down would stay down. */
  @Test
  void health_nobodyCallsAfterThePause_isWhatTheBackendSays() {
    failFiveTimes();
    time.addAndGet(Duration.ofMillis(2_099).toNanos());
    assertThat(limiter.health().isUp()).isFalse();

    time.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(limiter.health().isUp()).isTrue();
  }

  @Test
  void health_backendThrows_isDown() {
    backend.throwsAtAll = true;

    assertThat(limiter.health()).hasToString("DOWN: on purpose");
  }

  @Test
  void gauges_ofABackend_areItsOwnAndItsHosts() {
    assertThat(limiter.gauges()).containsExactly(Map.entry("hosts", 3.0), Map.entry("lag", 0.5));
    backend.throwsAtAll = true;
    assertThat(limiter.gauges()).containsExactly(Map.entry("hosts", 3.0));
  }

  @Test
  void decide_fromStock_asksNobodyAlsoWhileTheBackendFails() {
    failFiveTimes();
    backend.asked = 0;
    backend.stock = Optional.of(Decision.allowed(new Claim(TEN, "alice"), 7, 0));

    assertThat(limiter.decide(TEN, "alice").remaining()).isEqualTo(7);
    var claims = List.of(new Claim(TEN, "alice"));
    assertThat(limiter.decideAsync(claims).toCompletableFuture().join().remaining()).isEqualTo(7);
    assertThat(backend.asked).isZero();
  }

  @Test
  void decide_stockThrowsOrLies_asksInTheUsualWay() {
    backend.throwsAtAll = true;
    assertThat(limiter.decide(TEN, "alice").remaining()).isEqualTo(5);

    backend.throwsAtAll = false;
    var other = Limit.of(9).per(DAY).named("other");
    backend.stock = Optional.of(Decision.allowed(new Claim(other, "alice"), 7, 0));
    assertThat(limiter.decide(TEN, "alice").remaining()).isEqualTo(5);
    assertThat(failures).hasSize(2);
  }

  /** Every 64th token at least is remembered, so that an outage begins from there. */
  @Test
  void decide_outageAfterStock_goesOnFromWhatWasLeft() {
    var large = Limit.of(3_000).per(DAY).named("large");
    for (int left = 2_999; left >= 1_500; left--) {
      backend.stock = Optional.of(Decision.allowed(new Claim(large, "alice"), left, 0));
      limiter.decide(large, "alice");
    }
    backend.stock = Optional.empty();
    backend.fails = true;

    assertThat(limiter.decide(large, "alice", 0).remaining()).isBetween(500L, 522L);
  }
}
