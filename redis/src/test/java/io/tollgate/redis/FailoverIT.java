package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisCluster;
import io.tollgate.redis.server.RedisSentinels;
import io.tollgate.redis.server.RedisServer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A master dies or hangs, and a replica takes its place. */
final class FailoverIT {

  private static final int KEYS = 30;
  private static final int BURST = 20;
  private static final Limit LIMIT = Limit.of(BURST).per(Per.DAY).named("day");

  /** Finding out takes one second, choosing another master some more. */
  private static final int FAILOVER_SECONDS = 20;

  @Test
  void decide_masterKilledBehindSentinels_goesOnWithTheReplica() {
    behindSentinels(RedisServer::kill);
  }

  @Test
  void decide_masterHangsBehindSentinels_goesOnWithTheReplica() {
    behindSentinels(RedisServer::pause);
  }

  private static void behindSentinels(Consumer<RedisServer> fault) {
    try (var redis = RedisSentinels.start();
        var watched = new Watched(redis.uri())) {
      assertGoesOn(
          watched,
          () -> fault.accept(redis.master()),
          () ->
              redis.replica().call("INFO", "commandstats").toString().contains("cmdstat_evalsha"));
    }
  }

  @Test
  void decide_masterKilledInACluster_goesOnWithItsReplica() {
    try (var redis = RedisCluster.start(/* masters= */ 3, /* replicasOfEach= */ 1);
        var watched = new Watched(redis.uri())) {
      assertGoesOn(
          watched,
          () -> redis.masters().get(0).kill(),
          () ->
              redis
                  .replicas()
                  .get(0)
                  .call("INFO", "commandstats")
                  .toString()
                  .contains("cmdstat_evalsha"));
    }
  }

  /** Not after five minutes, as the leases would end by themselves. */
  @Test
  void release_masterHangsInACluster_placesComeBack() {
    var calls = Limit.concurrent(1).named("calls");
    try (var redis = RedisCluster.start(/* masters= */ 3, /* replicasOfEach= */ 1);
        var watched = new Watched(redis.uri(), "tollgate.timeout", "1s")) {
      var decisions = new ArrayList<Decision>();
      for (int i = 0; i < KEYS; i++) {
        decisions.add(watched.limiter().decide(calls, "key" + i));
      }
      assertThat(watched.decided(Source.BACKEND)).isEqualTo(KEYS);
      redis.masters().get(0).pause();
      decisions.forEach(watched.limiter()::release);

      await()
          .atMost(FAILOVER_SECONDS, SECONDS)
          .untilAsserted(
              () -> {
                int before = watched.decided(Source.BACKEND);
                for (int i = 0; i < KEYS; i++) {
                  assertThat(watched.limiter().decide(calls, "key" + i, 0).remaining())
                      .isEqualTo(1);
                }
                assertThat(watched.decided(Source.BACKEND)).isEqualTo(before + KEYS);
              });
    }
  }

  private static void assertGoesOn(Watched watched, Runnable fault, BooleanSupplier replaced) {
    Map<String, Integer> admitted = new HashMap<>();
    callAll(watched, admitted);
    try (var load = new Load(watched.limiter(), number -> claims(number % 1_000))) {
      await().atMost(5, SECONDS).until(() -> load.size() > 200);
      fault.run();
      await()
          .atMost(FAILOVER_SECONDS, SECONDS)
          // Sentinels have a replica close all its connections when it becomes the master.
          .ignoreException(UncheckedIOException.class)
          .until(() -> replaced.getAsBoolean() && !watched.isBreakerOpen());
      int before = watched.decided(Source.BACKEND);
      await().atMost(5, SECONDS).until(() -> watched.decided(Source.BACKEND) > before + 500);
      assertThat(load.thrown()).isEmpty();
    }
    for (int i = 0; i < 3; i++) {
      callAll(watched, admitted);
    }

    // What the replica had not heard of is admitted again, and what this host admitted alone.
    assertThat(admitted.values())
        .allSatisfy(count -> assertThat(count).isBetween(BURST, 2 * BURST));
  }

  private static List<Claim> claims(int number) {
    return List.of(new Claim(Limit.of(1_000_000).per(Per.DAY).named("load"), "key" + number));
  }

  private static void callAll(Watched watched, Map<String, Integer> admitted) {
    for (int i = 0; i < KEYS * BURST; i++) {
      var key = "key" + i % KEYS;
      if (watched.limiter().decide(LIMIT, key).allowed()) {
        admitted.merge(key, 1, Integer::sum);
      }
    }
  }
}
