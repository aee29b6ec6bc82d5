package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.cluster.SlotHash;
import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisCluster;
import io.tollgate.redis.server.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only a Cluster has: nodes of which one may be away, and a secret that hosts agree on. */
final class ClusterIT {

  private static final Limit TEN = Limit.of(10).per(Per.DAY).named("ten");

  private RedisCluster redis;

  @BeforeEach
  void start() {
    redis = RedisCluster.start(/* masters= */ 3, /* replicasOfEach= */ 0);
  }

  @AfterEach
  void stop() {
    redis.close();
  }

  /** Returns a key whose bucket is at a master: each has a third of the slots, in order. */
  private static String keyAt(int master) {
    var secret = "secret of the tests".getBytes(StandardCharsets.UTF_8);
    var names = KeyNames.plain("nodes").tagged(secret);
    for (int i = 0; ; i++) {
      if (SlotHash.getSlot(names.of(TEN, "key" + i)) * 3 / 16_384 == master) {
        return "key" + i;
      }
    }
  }

  private static long remaining(Backend backend, Limit limit, String key) {
    return Answers.of(backend.decideAsync(List.of(new Claim(limit, key, 0)))).remaining();
  }

  @Test
  void decide_nodeOfOneClaimAway_failsAndGivesTheOthersBack() {
    try (var link = new SharedLink(redis.uri())) {
      var backend = link.backend(ServerTime.OF_REDIS, "nodes");
      var calls = Limit.concurrent(10).named("calls");
      var log = TEN.algorithm(Algorithm.SLIDING_LOG).named("log");
      var here = keyAt(0);
      var away = keyAt(2);
      var claims =
          List.of(
              new Claim(TEN, here, 4),
              new Claim(calls, here, 3),
              new Claim(log, here, 2),
              new Claim(TEN, away));
      assertThat(Answers.of(backend.decideAsync(claims)).allowed()).isTrue();
      redis.masters().get(2).kill();
      for (int i = 0; i < 5; i++) {
        assertFails(backend, claims);
      }

      assertThat(remaining(backend, TEN, here)).isEqualTo(6);
      assertThat(remaining(backend, calls, here)).isEqualTo(7);
      assertThat(remaining(backend, log, here)).isEqualTo(8);
    }
  }

  private static void assertFails(Backend backend, List<Claim> claims) {
    var answer = backend.decideAsync(claims).toCompletableFuture();
    await().atMost(10, SECONDS).until(answer::isDone);
    assertThat(answer).isCompletedExceptionally();
  }

  @Test
  void decide_clockWrapsBeforeOneOfSeveralRefuses_givesTheOthersBack() {
    var ticks = new AtomicLong(Long.MAX_VALUE);
    var wrapping =
        new ServerTime() {
          @Override
          public OptionalLong micros() {
            return OptionalLong.empty();
          }

          @Override
          public long nanos() {
            return ticks.getAndIncrement();
          }
        };
    try (var link = new SharedLink(redis.uri())) {
      var backend = link.backend(wrapping, "nodes");
      var claims = List.of(new Claim(TEN, keyAt(0), 4), new Claim(TEN, keyAt(2), 11));

      assertThat(Answers.of(backend.decideAsync(claims)).allowed()).isFalse();
      assertThat(remaining(backend, TEN, keyAt(0))).isEqualTo(10);
    }
  }

  @Test
  void names_withoutASecretInTheSettings_areAgreedOnAgainAfterRedisWasEmptied() {
    var hosts = new ArrayList<Watched>();
    var round = new AtomicInteger();
    try {
      hosts.add(patient());
      hosts.add(patient());
      assertThat(admitted(hosts, "before")).isEqualTo(10);
      redis.masters().forEach(master -> master.call("FLUSHALL"));
      hosts.add(patient());

      await()
          .atMost(10, SECONDS)
          .until(() -> admitted(hosts, "after" + round.incrementAndGet()) == 10);
      for (int i = 0; i < 20; i++) {
        assertThat(admitted(hosts, "then" + i)).isEqualTo(10);
      }
    } finally {
      hosts.forEach(Watched::close);
    }
  }

  private Watched patient() {
    return new Watched(redis.uri(), "tollgate.timeout", "5s");
  }

  private static int admitted(List<Watched> hosts, String key) {
    int admitted = 0;
    for (int i = 0; i < 36; i++) {
      admitted += hosts.get(i % hosts.size()).limiter().decide(TEN, key).allowed() ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void keys_ofACluster_allExpire() {
    try (var watched = patient()) {
      for (int i = 0; i < 50; i++) {
        watched.limiter().decide(TEN, "key" + i);
      }
      for (var master : redis.masters()) {
        assertAllExpire(master);
      }
    }
  }

  private static void assertAllExpire(RedisServer master) {
    for (var key : (List<?>) master.call("KEYS", "*")) {
      assertThat((Long) master.call("PTTL", key.toString())).as(key.toString()).isPositive();
    }
  }
}
