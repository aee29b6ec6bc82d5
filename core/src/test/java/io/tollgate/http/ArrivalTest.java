package io.tollgate.http;

import static java.util.Objects.requireNonNull;
import static java.util.Optional.empty;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.CostFunction;
import io.tollgate.Decision;
import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Mode;
import io.tollgate.OnLimit;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.http.Passage.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalTest {

  private static final AtomicInteger WORKED_OUT = new AtomicInteger();

  private final AtomicLong time = new AtomicLong();

  @BeforeEach
  void forget() {
    WORKED_OUT.set(0);
  }

  /** Costs 2, and counts how often that is asked for. */
  public static final class Two implements CostFunction {
    @Override
    public long cost(RequestView request) {
      WORKED_OUT.incrementAndGet();
      return 2;
    }
  }

  /** One endpoint for each way to pay. */
  static class Shop {
    @RateLimited(limit = 3, per = Per.MINUTE, key = Key.USER)
    public void one() {}

    @RateLimited(limit = 3, per = Per.MINUTE, key = Key.USER)
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.IP)
    public void two() {}

    @RateLimited(limit = 7, per = Per.MINUTE, costFunction = Two.class)
    public void workedOut() {}

    @RateLimited(bucket = "search", cost = 1, key = Key.USER)
    public void byPlan() {}

    @RateLimited(bucket = "prints", cost = 1, key = Key.USER)
    public void queuedByPlan() {}

    @RateLimited(limit = 2, per = Per.MINUTE, algorithm = Algorithm.SLIDING_LOG, key = Key.IP)
    public void logged() {}

    @RateLimited(limit = 4, per = Per.MINUTE, key = Key.IP, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(limit = 2, per = Per.MINUTE, key = Key.USER)
    public void twoPhases() {}

    @RateLimited(limit = 2, per = Per.MINUTE, shadow = true)
    public void shadowed() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 5, settle = true)
    public void settled() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 10, refundErrors = true)
    public void refunded() {}

    @ConcurrencyLimited(max = 1)
    public void held() {}

    @RateLimited(limit = 1, per = Per.MINUTE, algorithm = Algorithm.LEAKY_BUCKET, burst = 2)
    public void queued() {}

    @RateLimited(limit = 1, per = Per.MINUTE, onLimit = OnLimit.WAIT, maxWait = "2s")
    public void waitedFor() {}

    public void free() {}
  }

  private Gate gate(Map<String, String> settings) {
    var backend = new LocalBackend(/* maxKeys= */ 1_000, time::get, () -> Instant.EPOCH);
    var all = new LinkedHashMap<>(settings);
    all.put("tollgate.plan", "role:gold");
    all.put("tollgate.limits.search", "4/min");
    all.put("tollgate.limits.search.plans.gold", "6/min");
    all.put("tollgate.limits.prints", "100/min");
    all.put("tollgate.limits.prints.plans.gold", "60/min burst 5 leaky_bucket");
    return Endpoints.gate(all, Limiter.builder().local(backend).build(), time::get);
  }

  private static Endpoint endpoint(Gate gate, String method) {
    return gate.endpoint(Shop.class, Endpoints.method(Shop.class, method));
  }

  private static Request call(String user) {
    return Request.from("5.5.5.5").user(user).to("GET", "/shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "two", "workedOut", "byPlan", "logged"})
  void decideAtOnce_whereADecisionIsAll_decides(String method) {
    try (var gate = gate(Map.of())) {
      var endpoint = endpoint(gate, method);
      var row = new StringBuilder();
      for (int i = 0; i < 6; i++) {
        var decision = requireNonNull(gate.arrival(call("alice")).decideAtOnce(endpoint));
        row.append(decision.allowed() ? 'A' : 'R');
      }

      assertThat(row.toString()).startsWith("AA").endsWith("R");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "twoPhases",
        "shadowed",
        "settled",
        "refunded",
        "held",
        "queued",
        "queuedByPlan",
        "waitedFor",
        "free"
      })
  void decideAtOnce_whereMoreIsToBeDone_leavesItToAPassage(String method) {
    try (var gate = gate(Map.of())) {
      var endpoint = endpoint(gate, method);

      assertThat(gate.arrival(call("alice")).decideAtOnce(endpoint)).isNull();
    }
  }

  /** A plan may have a queue where callers without one have none. */
  @Test
  void passage_whereTheCallersPlanHasAQueue_waits() {
    try (var gate = gate(Map.of())) {
      var endpoint = endpoint(gate, "queuedByPlan");
      var steps = new ArrayList<Step>();
      for (int i = 0; i < 2; i++) {
        var passage = gate.arrival(call("alice").roles("gold")).passage();
        steps.add(passage.ask(endpoint, Phase.AFTER_AUTHENTICATION));
      }

      assertThat(steps).containsExactly(Step.GO_ON, Step.WAIT);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deny: true",
        "allow: true",
        "deny: true, mode: shadow",
        "limit: 1/h, mode: shadow"
      })
  void decideAtOnce_whereARuleDoesMoreThanCharge_leavesItToAPassage(String rule) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("tollgate.rules.own.path", "/shop");
    for (var word : rule.split(", ", -1)) {
      var pair = word.split(": ", -1);
      settings.put("tollgate.rules.own." + pair[0], pair[1]);
    }
    try (var gate = gate(settings)) {
      var endpoint = endpoint(gate, "one");
      // The first finds out by which plan such calls go.
      gate.arrival(call("alice")).passage().ask(endpoint, Phase.AFTER_AUTHENTICATION);

      assertThat(gate.arrival(call("alice")).decideAtOnce(endpoint)).isNull();
    }
  }

  /** Calls are charged as without the rule, and counted for it besides. */
  @Test
  void plan_withARuleThatOnlyWouldDeny_isNotDoneAtOnce() {
    try (var gate = gate(Map.of())) {
      var endpoint = endpoint(gate, "one");
      var plan = requireNonNull(gate.plans().find(endpoint)).base();
      var wouldDeny = new Plan.Verdict(empty(), Optional.of(gate.counts().of("own")), empty());

      assertThat(plan.isDoneAtOnce()).isTrue();
      assertThat(new Plan(plan.charges(), wouldDeny, Mode.ENFORCE).isDoneAtOnce()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "shadow"})
  void decideAtOnce_whereNothingIsEnforced_leavesItToAPassage(String mode) {
    try (var gate = gate(Map.of("tollgate.mode", mode))) {
      var endpoint = endpoint(gate, "one");

      assertThat(gate.arrival(call("alice")).decideAtOnce(endpoint)).isNull();
    }
  }

  @Test
  void decideAtOnce_ofWhatAClassWorksOut_asksItOnce() {
    try (var gate = gate(Map.of())) {
      var endpoint = endpoint(gate, "workedOut");
      for (int i = 0; i < 5; i++) {
        gate.arrival(call("alice")).decideAtOnce(endpoint);
      }

      assertThat(WORKED_OUT).hasValue(5); // Three admitted, two refused.
    }
  }

  @Test
  void decideAtOnce_byRules_countsWhatTheyDid() {
    var settings = Map.of("tollgate.rules.own.path", "/shop", "tollgate.rules.own.limit", "2/min");
    try (var gate = gate(settings)) {
      var endpoint = endpoint(gate, "free");
      gate.arrival(call("alice")).passage().ask(endpoint, Phase.AFTER_AUTHENTICATION);
      for (int i = 0; i < 4; i++) {
        assertThat(gate.arrival(call("alice")).decideAtOnce(endpoint)).isNotNull();
      }

      var count = requireNonNull(gate.report().counts().get("own"));
      assertThat(count.allowed()).isEqualTo(2);
      assertThat(count.refused()).isEqualTo(3);
      assertThat(gate.report().topRefused()).hasSize(1);
    }
  }

  /** Two applications are called alike, and only one of them ever decides at once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void decideAtOnce_anyCalls_tellsWhatAPassageWouldTell(long seed) {
    var random = new Random(seed);
    var settings = Map.of("tollgate.rules.own.path", "/shop", "tollgate.rules.own.limit", "9/min");
    try (var quick = gate(settings);
        var thorough = gate(settings)) {
      var methods = List.of("one", "two", "workedOut", "byPlan", "logged", "shadowed", "free");
      int decided = 0;
      for (int i = 0; i < 2_000; i++) {
        time.addAndGet(random.nextLong(4_000_000_000L));
        var method = methods.get(random.nextInt(methods.size()));
        var request = call("user" + random.nextInt(3));
        request.to("GET", random.nextBoolean() ? "/shop" : "/elsewhere");
        request.roles(random.nextBoolean() ? "gold" : "silver");

        var arrival = quick.arrival(request);
        var decision = arrival.decideAtOnce(endpoint(quick, method));
        decided += decision == null ? 0 : 1;
        var told =
            decision == null
                ? told(arrival.passage(), endpoint(quick, method))
                : told(decision, quick);

        var passage = thorough.arrival(request).passage();
        assertThat(told).isEqualTo(told(passage, endpoint(thorough, method)));
      }
      assertThat(decided).isGreaterThan(500);
      assertThat(quick.report()).isEqualTo(thorough.report());
    }
  }

  private static List<String> told(Decision decision, Gate gate) {
    var told = new ArrayList<String>();
    told.add(decision.allowed() ? "GO_ON" : "REFUSED");
    gate.answers().writeFields(decision, (name, value) -> told.add(name + ": " + value));
    return told;
  }

  private static List<String> told(Passage passage, Endpoint endpoint) {
    var told = new ArrayList<String>();
    var step = passage.ask(endpoint, Phase.AFTER_AUTHENTICATION);
    assertThat(step).isIn(Step.GO_ON, Step.REFUSED);
    told.add(step.toString());
    passage.writeFields((name, value) -> told.add(name + ": " + value));
    return told;
  }
}
