package io.tollgate.servlet.tests.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Question;
import io.tollgate.RuleSet;
import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.servlet.tests.App;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules change again and again while callers on several connections go on. */
@Timeout(120)
final class RulesUnderLoadIT {

  private static final int CALLERS = 4;
  private static final int CHANGES = 50;
  private static final int CALLS_BETWEEN = 20;

  /** Fewer than the calls; a day gives none of them back while the test runs. */
  private static final long LIMIT = 600;

  private static final String ONE = "{a: {path: /x, limit: 600/d, key: global}}";
  private static final String OTHER =
      "{a: {path: /x, limit: 600/d, key: global, cost: 2},"
          + " b: {path: /x, limit: 600/d, key: global, cost: 3}}";

  /** Answers. */
  public static class Answering extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("got");
    }
  }

  private final LongAdder calls = new LongAdder();
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Returns how many answers there were of each status. */
  private Map<Integer, Long> call(int port) throws IOException {
    var statuses = new TreeMap<Integer, Long>();
    try (var wire = new Wire(port)) {
      while (!ended.get()) {
        statuses.merge(wire.call("GET", "/x").status(), 1L, Long::sum);
        calls.increment();
      }
    }
    return statuses;
  }

  private void change() {
    for (int i = 1; i <= CHANGES; i++) {
      long until = calls.sum() + CALLS_BETWEEN;
      while (calls.sum() < until) {
        Thread.onSpinWait();
      }
      HeldRules.host().take(RuleSet.read(i % 2 == 0 ? ONE : OTHER, "test"));
    }
  }

  private static long taken(String bucket) {
    return HeldRules.host().explain(Question.of("GET", "/x")).claims().stream()
        .filter(look -> look.bucket().equals(bucket))
        .mapToLong(look -> LIMIT - look.remaining())
        .sum();
  }

  @Test
  void rules_changedUnderLoad_everyCallIsDecidedByOneSet() throws Exception {
    var app = new App().servlet("/x", new Answering()).set("tollgate.heldrules", "true");
    var threads = Executors.newFixedThreadPool(CALLERS);
    try (var running = new JettyHost().start(app)) {
      HeldRules.host().take(RuleSet.read(ONE, "test"));
      Callable<Map<Integer, Long>> caller = () -> call(running.port());
      var callers = new ArrayList<Future<Map<Integer, Long>>>();
      for (int i = 0; i < CALLERS; i++) {
        callers.add(threads.submit(caller));
      }
      change();
      ended.set(true);
      var statuses = new TreeMap<Integer, Long>();
      for (var each : callers) {
        each.get().forEach((status, count) -> statuses.merge(status, count, Long::sum));
      }

      assertThat(statuses).containsOnlyKeys(200, 429);
      HeldRules.host().take(RuleSet.read(OTHER, "test"));
      long byOther = taken("b") / 3;
      assertThat(byOther).as("calls by the other set").isPositive();
      assertThat(taken("b")).isEqualTo(3 * byOther).isLessThanOrEqualTo(LIMIT);
      assertThat(taken("a")).isEqualTo(statuses.get(200) + byOther).isLessThanOrEqualTo(LIMIT);
    } finally {
      ended.set(true);
      threads.shutdownNow();
    }
  }
}
