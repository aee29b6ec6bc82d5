package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.redis.server.RedisCluster;
import io.tollgate.testkit.ManualTicker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads of two hosts at one bucket, at one moment, in a Cluster. */
final class RedisRaceIT {

  private static final int THREADS = 16;
  private static final int CALLS = 100;
  private static final int BURST = 700;

  private static RedisCluster redis;
  private static SharedLink one;
  private static SharedLink other;

  private final ManualTicker time = new ManualTicker();

  @BeforeAll
  static void start() {
    redis = RedisCluster.start(/* masters= */ 3, /* replicasOfEach= */ 0);
    one = new SharedLink(redis.uri());
    other = new SharedLink(redis.uri());
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
    redis.close();
  }

  private List<Backend> hosts(String prefix) {
    return List.of(
        one.backend(ServerTime.of(time), prefix), other.backend(ServerTime.of(time), prefix));
  }

  /** Makes every thread call again and again, and returns all answers. */
  private static List<Decision> calls(List<Backend> hosts, List<Claim> claims) throws Exception {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var tasks = new ArrayList<Callable<List<Decision>>>();
      for (int i = 0; i < THREADS; i++) {
        var host = hosts.get(i % hosts.size());
        tasks.add(
            () -> {
              var answers = new ArrayList<Decision>();
              for (int j = 0; j < CALLS; j++) {
                answers.add(Answers.of(host.decideAsync(claims)));
              }
              return answers;
            });
      }
      return all(threads.invokeAll(tasks));
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Decision> all(List<Future<List<Decision>>> futures)
      throws ExecutionException, InterruptedException {
    var all = new ArrayList<Decision>();
    for (var future : futures) {
      all.addAll(future.get());
    }
    return all;
  }

  private static long allowed(List<Decision> decisions) {
    return decisions.stream().filter(Decision::allowed).count();
  }

  private static long remaining(Backend backend, Limit limit, String key) {
    return Answers.of(backend.decideAsync(List.of(new Claim(limit, key, 0)))).remaining();
  }

  private static Limit limit(Algorithm algorithm, long most) {
    var limit =
        switch (algorithm) {
          case CONCURRENCY -> Limit.concurrent(most);
          case LEAKY_BUCKET -> Limit.of(most).per(Per.HOUR).algorithm(algorithm).burst(most - 1);
          default -> Limit.of(most).per(Per.HOUR).algorithm(algorithm);
        };
    return limit.named(algorithm.name());
  }

  @ParameterizedTest
  @EnumSource
  void decide_manyThreadsOfTwoHosts_admitExactlyTheBurst(Algorithm algorithm) throws Exception {
    var claims = List.of(new Claim(limit(algorithm, BURST), "alice"));
    var answers = calls(hosts("exactly"), claims);

    assertThat(answers).hasSize(THREADS * CALLS);
    assertThat(allowed(answers)).isEqualTo(BURST);
  }

  @ParameterizedTest
  @EnumSource
  void decide_twoClaimsOfOneSlot_takeFromBothOrNone(Algorithm algorithm) throws Exception {
    var hosts = hosts("oneslot-" + algorithm);
    var many = limit(algorithm, 10_000).named("many");
    var few = limit(algorithm, BURST).named("few");
    var answers = calls(hosts, List.of(new Claim(many, "alice"), new Claim(few, "alice")));

    assertThat(allowed(answers)).isEqualTo(BURST);
    assertThat(remaining(hosts.get(0), many, "alice")).isEqualTo(10_000 - BURST);
  }

  @ParameterizedTest
  @EnumSource
  void decide_twoClaimsOfTwoSlots_takeFromBothOrNone(Algorithm algorithm) throws Exception {
    var hosts = hosts("twoslots-" + algorithm);
    var many = limit(algorithm, 10_000).named("many");
    var few = limit(algorithm, BURST).named("few");
    // These keys are in different slots with the secret of the tests.
    var answers = calls(hosts, List.of(new Claim(many, "alice"), new Claim(few, "bob")));

    assertThat(allowed(answers)).isEqualTo(BURST);
    assertThat(remaining(hosts.get(0), many, "alice")).isEqualTo(10_000 - BURST);
    assertThat(remaining(hosts.get(0), few, "bob")).isZero();
  }

  @Test
  void decide_claimsThatCross_neverTakeTooMuch() throws Exception {
    var hosts = hosts("cross");
    var first = limit(Algorithm.TOKEN_BUCKET, 50).named("first");
    var second = limit(Algorithm.TOKEN_BUCKET, 50).named("second");
    var there = new Claim(first, "alice");
    var back = new Claim(second, "bob");
    var answers = new ArrayList<>(calls(hosts, List.of(there, back)));
    answers.addAll(calls(hosts, List.of(back, there)));

    // Two calls may take each other's last token, give it back and be refused, but never keep one.
    long admitted = allowed(answers);
    assertThat(admitted).isBetween(1L, 50L);
    assertThat(remaining(hosts.get(0), first, "alice")).isEqualTo(50 - admitted);
    assertThat(remaining(hosts.get(0), second, "bob")).isEqualTo(50 - admitted);
  }
}
