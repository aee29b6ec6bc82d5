package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limiter;
import io.tollgate.LimiterListener;
import io.tollgate.LocalBackend;
import io.tollgate.Phase;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.http.Passage.Step;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Rules change as fast as they can while calls run on several threads. */
final class GateReloadRaceTest {

  private static final int THREADS = 4;
  private static final int RELOADS = 200;

  private final AtomicInteger halves = new AtomicInteger();

  /** Both claims of a call have to come from the same set of rules, which their costs tell. */
  private final LimiterListener watcher =
      new LimiterListener() {
        @Override
        public void onDecision(List<Claim> claims, Decision decision, Source source) {
          long kinds = claims.stream().mapToLong(Claim::cost).distinct().count();
          if (claims.size() != 2 || kinds != 1) {
            halves.incrementAndGet();
          }
        }
      };

  private Gate gate(String name) {
    var limiter =
        Limiter.builder()
            .local(new LocalBackend(1_000, () -> 0, InstantSource.system()))
            .listener(watcher)
            .build();
    return Endpoints.gate(
        Settings.of(Map.of("tollgate.heldrules", name)), limiter, () -> 0, InstantSource.system());
  }

  private static RuleSet rules(int cost, String limit) {
    return RuleSet.read(
        """
        {a: {path: /x, limit: %s, key: global, cost: %d},
         b: {path: /x, header: {x-app: web}, limit: %s, key: global, cost: %d},
         never: {user: nobody, deny: true}}
        """
            .formatted(limit, cost, limit, cost),
        "test");
  }

  private static Step call(Gate gate, Endpoint endpoint) {
    var request = Request.from("5.5.5.5").to("GET", "/x").header("x-app", "web");
    return gate.arrival(request).passage().ask(endpoint, Phase.AFTER_AUTHENTICATION);
  }

  @Test
  void take_underLoad_noCallFailsOrGoesByHalfAChange() throws Exception {
    var gate = gate("race");
    gate.start();
    var endpoint = gate.namelessEndpoint();
    var host = HeldRules.host("race");
    host.take(rules(1, "1000000000/h"));
    var ended = new AtomicBoolean();
    Callable<Integer> caller =
        () -> {
          int calls = 0;
          while (!ended.get()) {
            assertThat(call(gate, endpoint)).isEqualTo(Step.GO_ON);
            calls++;
          }
          return calls;
        };
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var callers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < THREADS; i++) {
        callers.add(threads.submit(caller));
      }
      for (int i = 0; i < RELOADS; i++) {
        host.take(rules(1 + i % 3, "1000000000/h"));
      }
      ended.set(true);
      for (var each : callers) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      ended.set(true);
      threads.shutdownNow();
      gate.close();
    }
    assertThat(halves).hasValue(0);
  }

  /** Whoever begins after a limit was lowered below what is taken is refused. */
  @Test
  void take_limitLoweredUnderLoad_refusesAllWhoBeginLater() throws Exception {
    var gate = gate("lowered");
    gate.start();
    var endpoint = gate.namelessEndpoint();
    var host = HeldRules.host("lowered");
    host.take(rules(1, "1000000000/h"));
    var many = new CountDownLatch(1_000);
    var lowered = new AtomicBoolean();
    var ended = new AtomicBoolean();
    var wrong = new AtomicInteger();
    var later = new CountDownLatch(1_000);
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var callers = new ArrayList<Future<?>>();
      for (int i = 0; i < THREADS; i++) {
        callers.add(
            threads.submit(
                () -> {
                  while (!ended.get()) {
                    boolean after = lowered.get();
                    boolean passed = call(gate, endpoint) == Step.GO_ON;
                    wrong.addAndGet(after && passed ? 1 : 0);
                    (after ? later : many).countDown();
                  }
                }));
      }
      many.await();
      host.take(rules(1, "10/h"));
      lowered.set(true);
      later.await();
      ended.set(true);
      for (var each : callers) {
        each.get();
      }
    } finally {
      ended.set(true);
      threads.shutdownNow();
      gate.close();
    }
    assertThat(wrong).hasValue(0);
  }

  /**
   * Calls that began under the old limit are decided among those under the new one, in any order:
   * together they get what the larger has, to the token.
   */
  @RepeatedTest(5)
  void take_limitRaisedUnderLoad_admitsExactlyWhatTheRaisedOneHas() throws Exception {
    assertThat(admittedWhileChanging("raised", List.of("3000/h"))).isEqualTo(3_000);
  }

  @Test
  void take_limitToAndFroUnderLoad_admitsExactlyWhatTheLargestHas() throws Exception {
    var changes = new ArrayList<String>();
    for (int i = 0; i < RELOADS; i++) {
      changes.addAll(List.of("1000/h", "10/min", "3000/h", "2000/h burst 500"));
    }
    changes.add("3000/h");

    assertThat(admittedWhileChanging("toandfro", changes)).isEqualTo(3_000);
  }

  /** Begins with 100 an hour, changes that under load, and calls on until all are refused. */
  private int admittedWhileChanging(String name, List<String> changes) throws Exception {
    var gate = gate(name);
    gate.start();
    var endpoint = gate.namelessEndpoint();
    var host = HeldRules.host(name);
    host.take(rules(1, "100/h"));
    var many = new CountDownLatch(200);
    var changed = new AtomicBoolean();
    Callable<Integer> caller =
        () -> {
          int admitted = 0;
          int refused = 0;
          while (refused < 100) {
            boolean after = changed.get();
            if (call(gate, endpoint) == Step.GO_ON) {
              admitted++;
            } else if (after) {
              refused++;
            }
            many.countDown();
          }
          return admitted;
        };
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var callers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < THREADS; i++) {
        callers.add(threads.submit(caller));
      }
      many.await();
      for (var limit : changes) {
        host.take(rules(1, limit));
      }
      changed.set(true);
      int admitted = 0;
      for (var each : callers) {
        admitted += each.get();
      }
      return admitted;
    } finally {
      threads.shutdownNow();
      gate.close();
    }
  }
}
