package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.LimiterListener.Source;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis is killed, hangs, is slow, is full, may not be written to, or is emptied, under load. */
final class OutageIT {

  /** The time budget of a decision, unless it is set. */
  private static final double BUDGET_MILLIS = 50;

  /** How much longer one call may take on a machine that does other things, too. */
  private static final double SCHEDULING_MILLIS = 250;

  /** As many calls as make a percentile worth something. */
  private static final int ENOUGH = 3_000;

  /** One that tries now and then, and those under way when the breaker opened. */
  private static final double MOST_ASKED_SHARE = 0.01;

  /** Two for connections, two for timers and what they start, and one that ticks. */
  private static final int MOST_THREADS = 5;

  private static final Limit LIMIT = Limit.of(1_000_000).per(Per.HOUR).named("hour");
  private static final Limit CALLS = Limit.concurrent(1_000).named("calls");

  private RedisServer redis;
  private Watched watched;

  @BeforeEach
  void start() {
    redis = RedisServer.start("--enable-debug-command", "yes");
    watched = new Watched(redis.uri());
  }

  @AfterEach
  void stop() {
    watched.close();
    redis.close();
  }

  private static List<Claim> claims(int number) {
    var key = "key" + number % 50;
    return List.of(new Claim(LIMIT, key), new Claim(CALLS, key));
  }

  private Load load() {
    var load = new Load(watched.limiter(), OutageIT::claims);
    awaitShared();
    return load;
  }

  /** Waits until Redis decides calls. */
  private void awaitShared() {
    int before = watched.decided(Source.BACKEND);
    await()
        .atMost(5, SECONDS)
        .until(() -> watched.decided(Source.BACKEND) > before + 100 && !watched.isBreakerOpen());
  }

  private static void awaitCalls(Load load) {
    int before = load.size();
    await().atMost(20, SECONDS).until(() -> load.size() > before + ENOUGH);
  }

  /** What holds for as long as Redis does not answer. */
  private void assertUnharmed(Load load, Runnable fault, Runnable end) {
    long begun = System.nanoTime();
    fault.run();
    await().atMost(5, SECONDS).until(watched::isBreakerOpen);
    long opened = System.nanoTime();
    int failed = watched.failures();
    int called = load.size();
    awaitCalls(load);
    double asked = (double) (watched.failures() - failed) / (load.size() - called);
    long ended = System.nanoTime();
    end.run();
    awaitShared();

    assertThat(load.thrown()).isEmpty();
    assertThat(load.p99Millis(begun, ended)).isLessThanOrEqualTo(BUDGET_MILLIS);
    // A machine that stands still for a moment makes every call of that moment slow.
    assertThat(load.longestMillis(begun, ended))
        .isLessThan(BUDGET_MILLIS + SCHEDULING_MILLIS + load.longestPauseMillis(begun));
    assertThat(asked).isLessThan(MOST_ASKED_SHARE);
    assertThat(load.medianMillis(opened, ended)).isLessThan(1);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lettuce"))
        .count();
  }

  private int connections() {
    return redis.call("CLIENT", "LIST").toString().split("\n").length;
  }

  @Test
  void decide_redisKilledAndStartedAgain_goesOnAndIsSharedAgain() {
    try (var load = load()) {
      int connections = connections();
      assertUnharmed(load, redis::kill, redis::restart);

      assertThat(threads()).isLessThanOrEqualTo(MOST_THREADS);
      assertThat(connections()).isLessThanOrEqualTo(connections);
    }
  }

  @Test
  void decide_redisHangsAndGoesOn_goesOnAndIsSharedAgain() {
    try (var load = load()) {
      int connections = connections();
      assertUnharmed(load, redis::pause, redis::resume);

      assertThat(threads()).isLessThanOrEqualTo(MOST_THREADS);
      await().atMost(10, SECONDS).until(() -> connections() <= connections);
    }
    // What was given out while nobody waited for it came back.
    var left = Limit.concurrent(1_000).named("calls");
    await()
        .atMost(10, SECONDS)
        .untilAsserted(
            () -> {
              int before = watched.decided(Source.BACKEND);
              for (int i = 0; i < 50; i++) {
                assertThat(watched.limiter().decide(left, "key" + i, 0).remaining())
                    .isEqualTo(1_000);
              }
              assertThat(watched.decided(Source.BACKEND)).isEqualTo(before + 50);
            });
  }

  @Test
  void decide_redisAnswersAfter200Millis_isATimeOutAndTheAnswerIsDropped() throws Exception {
    try (var proxy = new SlowProxy(redis.port());
        var slow = new Watched("redis://127.0.0.1:" + proxy.port())) {
      var one = Limit.concurrent(1).named("one");
      slow.limiter().release(slow.limiter().decide(one, "alice"));
      proxy.delay(200);
      var decision = slow.limiter().decide(one, "alice");
      assertThat(slow.decided(Source.FAILURE_MODE)).isEqualTo(1);
      slow.limiter().release(decision);

      // The lease that Redis gave out is given back, though nobody waited for it.
      await()
          .atMost(5, SECONDS)
          .until(() -> watched.limiter().decide(one, "alice", 0).remaining() == 1);
      for (int i = 0; i < 20; i++) {
        var answer = slow.limiter().decide(Limit.of(5 + i).per(Per.HOUR).named("l" + i), "bob");
        assertThat(answer.limit().name()).isEqualTo("l" + i);
        // Redis was last seen with two hosts, so this one has half of the limit.
        assertThat(answer.remaining()).isEqualTo((5 + i) / 2 - 1);
      }
      assertThat(slow.isBreakerOpen()).isTrue();
      proxy.delay(0);
      await()
          .atMost(5, SECONDS)
          .until(
              () -> {
                slow.limiter().decide(LIMIT, "carol");
                return !slow.isBreakerOpen();
              });
    }
  }

  @Test
  void decide_redisIsFull_goesOnAndIsSharedAgain() {
    try (var load = load()) {
      assertUnharmed(
          load,
          () -> redis.call("CONFIG", "SET", "maxmemory", "1"),
          () -> redis.call("CONFIG", "SET", "maxmemory", "0"));
      assertThat(watched.lastFailure()).contains("OOM");
    }
    for (var key : (List<?>) redis.call("KEYS", "*")) {
      assertThat((Long) redis.call("PTTL", key.toString())).as(key.toString()).isPositive();
    }
  }

  @Test
  void decide_redisMayNotBeWrittenTo_goesOnAndIsSharedAgain() {
    try (var load = load()) {
      assertUnharmed(
          load,
          // A replica of a master that is not there.
          () -> redis.call("REPLICAOF", "127.0.0.1", "1"),
          () -> redis.call("REPLICAOF", "NO", "ONE"));
    }
  }

  @Test
  void decide_scriptsFlushedUnderLoad_failsNoCall() {
    // Patient, so that it is not the rest of the machine that makes a call fail.
    try (var patient = new Watched(redis.uri(), "tollgate.timeout", "5s");
        var load = new Load(patient.limiter(), OutageIT::claims)) {
      for (int i = 0; i < 50; i++) {
        redis.call("SCRIPT", "FLUSH");
      }
      awaitCalls(load);

      assertThat(patient.lastFailure()).isEqualTo("none");
      assertThat(patient.failures()).isZero();
      assertThat(load.thrown()).isEmpty();
    }
  }

  @Test
  void decide_redisEmptiedUnderLoad_failsNoCallAndAdmitsOneMoreBurst() {
    var ten = Limit.of(10).per(Per.HOUR).algorithm(Algorithm.SLIDING_LOG).named("ten");
    var hosts = List.of(new Watched(redis.uri()), new Watched(redis.uri()));
    try {
      assertThat(admitted(hosts, ten)).isEqualTo(10);
      redis.call("FLUSHALL");
      // Both hosts may know that they are refused still.
      assertThat(admitted(hosts, ten)).isLessThanOrEqualTo(10);
      assertThat(hosts).allSatisfy(host -> assertThat(host.failures()).isZero());
    } finally {
      hosts.forEach(Watched::close);
    }
  }

  private static long admitted(List<Watched> hosts, Limit limit) {
    long admitted = 0;
    for (int i = 0; i < 40; i++) {
      admitted += hosts.get(i % 2).limiter().decide(limit, "alice").allowed() ? 1 : 0;
    }
    return admitted;
  }
}
