package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Phase;
import io.tollgate.Question;
import io.tollgate.RuleHost;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.http.Passage.Step;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One set of rules after another is put in force while calls run, and the buckets have to look as
 * if whole decisions had been made one after the other. Time stands still, so nothing comes back.
 */
@Timeout(60)
final class GateSwitchRaceTest {

  private static final int THREADS = 4;
  private static final int SWITCHES = 100;
  private static final long LIMIT = 1_000_000_000;

  private final Gate gate =
      Endpoints.gate(
          Settings.of(Map.of("tollgate.heldrules", "switch")),
          Limiter.builder().local(new LocalBackend(1_000, () -> 0, InstantSource.system())).build(),
          () -> 0,
          InstantSource.system());
  private final Endpoint endpoint = gate.namelessEndpoint();
  private final LongAdder calls = new LongAdder();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final List<Future<Long>> callers = new ArrayList<>();

  @AfterEach
  void close() {
    gate.close();
  }

  private RuleHost start(String rules) {
    gate.start();
    var host = HeldRules.host("switch");
    host.take(RuleSet.read(rules, "test"));
    return host;
  }

  private boolean passes() {
    var request = Request.from("5.5.5.5").to("GET", "/x");
    var step = gate.arrival(request).passage().ask(endpoint, Phase.AFTER_AUTHENTICATION);
    assertThat(step).isIn(Step.GO_ON, Step.REFUSED);
    calls.increment();
    return step == Step.GO_ON;
  }

  private void awaitCalls(long count) {
    while (calls.sum() < count) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("only " + calls.sum() + " of " + count + " calls came");
      }
      Thread.onSpinWait();
    }
  }

  /** Returns how many calls passed, of all threads together. */
  private long passed(Callable<Long> caller, Runnable meanwhile) throws Exception {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int i = 0; i < THREADS; i++) {
        callers.add(threads.submit(caller));
      }
      meanwhile.run();
      ended.set(true);
      long sum = 0;
      for (var each : callers) {
        sum += each.get();
      }
      return sum;
    } finally {
      ended.set(true);
      threads.shutdownNow();
    }
  }

  private long taken(String bucket) {
    return gate.explain(Question.of("GET", "/x")).claims().stream()
        .filter(look -> look.bucket().equals(bucket))
        .mapToLong(look -> LIMIT - look.remaining())
        .sum();
  }

  @Test
  void take_setsOfDifferentCostsAndBuckets_eachCallPaysByOneOfThem() throws Exception {
    var one = "{a: {path: /x, limit: %d/h, key: global}}".formatted(LIMIT);
    var other =
        "{a: {path: /x, limit: %1$d/h, key: global, cost: 2}, b: {path: /x, limit: %1$d/h, key: global, cost: 3}}"
            .formatted(LIMIT);
    var host = start(one);
    // So that no set uses all tokens up before the next is there, however slow that is.
    var permits = new Semaphore(0);
    Callable<Long> caller =
        () -> {
          long passed = 0;
          while (!ended.get()) {
            if (permits.tryAcquire()) {
              passed += passes() ? 1 : 0;
            }
          }
          return passed;
        };

    long passed =
        passed(
            caller,
            () -> {
              for (int i = 1; i <= SWITCHES; i++) {
                permits.release(40);
                awaitCalls(40L * i - 20); // The others are under way while the rules change.
                host.take(RuleSet.read(i % 2 == 0 ? one : other, "test"));
              }
            });

    host.take(RuleSet.read(other, "test"));
    long byOther = taken("b") / 3;
    assertThat(byOther).as("calls by the other set").isPositive();
    assertThat(taken("b")).isEqualTo(3 * byOther).isLessThanOrEqualTo(LIMIT);
    assertThat(taken("a")).isEqualTo(passed + byOther).isLessThanOrEqualTo(LIMIT);
    assertThat(calls.sum()).isEqualTo(passed);
  }

  /** Whoever begins after a limit was raised is admitted, though others were just refused by it. */
  @Test
  void take_limitRaisedUnderLoad_admitsAllWhoBeginLater() throws Exception {
    var host = start("{a: {path: /x, limit: 10/h, key: global}}");
    var raised = new AtomicBoolean();
    var wrong = new AtomicInteger();
    Callable<Long> caller =
        () -> {
          long before = 0;
          while (!ended.get()) {
            boolean after = raised.get();
            boolean passes = passes();
            wrong.addAndGet(after && !passes ? 1 : 0);
            before += !after && passes ? 1 : 0;
          }
          return before;
        };

    long before =
        passed(
            caller,
            () -> {
              awaitCalls(1_000);
              host.take(RuleSet.read("{a: {path: /x, limit: 1000000000/h, key: global}}", "test"));
              raised.set(true);
              awaitCalls(calls.sum() + 1_000);
            });

    assertThat(wrong).as("refused after the limit was raised").hasValue(0);
    assertThat(before).as("what the lower limit admitted").isGreaterThanOrEqualTo(10);
  }
}
