package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.redis.Admissions.Admission;
import io.tollgate.redis.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three hosts of leased mode, in one virtual machine and on a real Redis. */
@Timeout(120)
final class LeasedRedisIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RedisServer redis = RedisServer.start();
  private final List<Watched> hosts = new ArrayList<>();

  @AfterEach
  void stop() {
    hosts.forEach(Watched::close);
    redis.close();
  }

  private void start(int count, String mode) {
    for (int i = 0; i < count; i++) {
      hosts.add(new Watched(redis.uri(), "tollgate.redis.mode", mode, "tollgate.timeout", "2s"));
    }
    await().atMost(PATIENCE).until(() -> hosts.stream().allMatch(host -> knows(host, count)));
  }

  private static boolean knows(Watched host, int count) {
    return gauge(host, "hosts") == count;
  }

  private static double gauge(Watched host, String name) {
    return host.limiter().gauges().getOrDefault(name, Double.NaN);
  }

  @Test
  void hosts_oneEnds_isForgottenAfterAWhile() {
    start(3, "exact");
    hosts.remove(2).close();

    await().atMost(PATIENCE).until(() -> hosts.stream().allMatch(host -> knows(host, 2)));
  }

  @Test
  void decide_redisIsGone_dividesTheLimitAmongTheHostsLastSeen() {
    var limit = Limit.of(9).per(Per.DAY).named("nine");
    start(3, "exact");
    redis.kill();
    int admitted = 0;
    for (var host : hosts) {
      for (int i = 0; i < 10; i++) {
        admitted += host.limiter().decide(limit, "alice").allowed() ? 1 : 0;
      }
      assertThat(knows(host, 3)).isTrue();
    }

    assertThat(admitted).isEqualTo(9);
  }

  /**
   * What was taken in advance is spent, then each host has its part. Of the last calls of the
   * others a host may not have heard, so some of them are admitted once more.
   */
  @Test
  void decide_redisIsGoneInLeasedMode_spendsWhatItHasAndThenItsPart() {
    int burst = 30_000;
    int before = 3_000;
    var limit = Limit.of(burst).every(1_000, Per.DAY).named("many");
    start(3, "leased");
    awaitStashes(limit, "alice");
    for (var host : hosts) {
      assertThat(admitted(host, limit, before / 3)).isEqualTo(before / 3);
    }
    redis.kill();
    int admitted = before;
    for (var host : hosts) {
      admitted += admitted(host, limit, burst);
      assertThat(host.decided(Source.FAILURE_MODE)).isPositive();
    }

    assertThat(admitted).isBetween(burst - before, burst + before + burst / 20);
  }

  private static int admitted(Watched host, Limit limit, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += host.limiter().decide(limit, "alice").allowed() ? 1 : 0;
    }
    return admitted;
  }

  private void awaitStashes(Limit limit, String key) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (var host : hosts) {
                host.limiter().decide(limit, key);
                host.limiter().decide(limit, key);
              }
              return hosts.stream().allMatch(host -> gauge(host, "leased.buckets") > 0);
            });
  }

  @Test
  void health_redisGoesAndComes_saysSo() {
    start(1, "leased");
    var limiter = hosts.get(0).limiter();
    assertThat(limiter.health().isUp()).isTrue();

    redis.kill();
    await().atMost(PATIENCE).until(() -> !limiter.health().isUp());
    assertThat(limiter.health().reason()).contains("Redis at ");
    redis.restart();
    await().atMost(PATIENCE).until(() -> limiter.health().isUp());
  }

  @Test
  void decide_hotKeyOnThreeHosts_asksRarelyAndKeepsTheTolerance() {
    long rate = 20_000;
    long burst = 40_000;
    var limit = Limit.of(rate).per(Per.SECOND).burst(burst).named("hot");
    start(3, "leased");
    awaitStashes(limit, "x");
    redis.call("CONFIG", "RESETSTAT");
    Queue<Admission> admitted = new ConcurrentLinkedQueue<>();
    long end = System.nanoTime() + Duration.ofSeconds(4).toNanos();
    var threads =
        hosts.stream()
            .map(host -> CompletableFuture.runAsync(() -> callUntil(end, host, limit, admitted)))
            .toList();
    threads.forEach(CompletableFuture::join);

    long evalsha = evalsha();
    long tokens = admitted.stream().mapToLong(Admission::cost).sum();
    System.out.printf("%d admitted, %d commands%n", tokens, evalsha);
    assertThat(evalsha).isLessThan(tokens / 10);
    double excess = Admissions.worstExcess(List.copyOf(admitted), (double) rate, burst);
    assertThat(excess).isLessThanOrEqualTo(0.05 * burst);
    hosts.forEach(
        host -> {
          assertThat(host.failures()).as(host.lastFailure()).isZero();
          assertThat(host.decided(Source.FAILURE_MODE)).isZero();
          assertThat(gauge(host, "leased.overshoot")).isBetween(0.0, 0.05 / 3);
        });
  }

  /**
   * Notes calls by the hundred: each was decided between the beginning of the first and the end.
   */
  private static void callUntil(long end, Watched host, Limit limit, Queue<Admission> admitted) {
    while (System.nanoTime() - end < 0) {
      long before = Admissions.nanos();
      int calls = 0;
      for (int i = 0; i < 100; i++) {
        calls += host.limiter().decide(limit, "alice").allowed() ? 1 : 0;
      }
      if (calls > 0) {
        admitted.add(new Admission(before, Admissions.nanos(), calls));
      }
    }
  }

  private long evalsha() {
    var matcher =
        Pattern.compile("cmdstat_evalsha:calls=(\\d+)")
            .matcher(redis.call("INFO", "commandstats").toString());
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
