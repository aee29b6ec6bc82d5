package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.CostFunction;
import io.tollgate.Decision.Outcome;
import io.tollgate.Key;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.http.Passage.Step;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PassageTest {

  private final AtomicLong time = new AtomicLong();
  private final LocalBackend backend =
      new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH);

  private Gate gate(Map<String, ?> settings) {
    return Endpoints.gate(settings, Limiter.builder().local(backend).build(), time::get);
  }

  private static Endpoint endpoint(Gate gate, String method) {
    return gate.endpoint(Shop.class, Endpoints.method(Shop.class, method));
  }

  private void advance(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  private static Passage passage(Gate gate, String user) {
    return gate.arrival(Request.from("5.5.5.5").user(user)).passage();
  }

  private static String calls(Gate gate, Endpoint endpoint, String user, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(pass(passage(gate, user), endpoint) ? 'A' : 'R');
    }
    return row.toString();
  }

  private static boolean pass(Passage passage, Endpoint endpoint) {
    return passage.ask(endpoint, Phase.AFTER_AUTHENTICATION) == Step.GO_ON;
  }

  private static Map<String, String> fields(Passage passage) {
    var fields = new LinkedHashMap<String, String>();
    passage.writeFields(fields::put);
    return fields;
  }

  /** What the query says. */
  public static final class ByQuery implements CostFunction {
    @Override
    public long cost(RequestView request) {
      var number = request.query("n").orElse("").replace("query ", "");
      return switch (number) {
        case "assertion" -> Endpoints.fail(new AssertionError("never"));
        case "checked" -> Endpoints.fail(new IOException("not declared"));
        case "overflow" -> Endpoints.fail(new StackOverflowError());
        default -> Long.parseLong(number);
      };
    }
  }

  /** One endpoint for each way to pay. */
  static class Shop {
    @RateLimited(limit = 3, per = Per.MINUTE, key = Key.USER)
    public void list() {}

    @RateLimited(cost = 3, key = Key.USER)
    public void report() {}

    @RateLimited(cost = 1, key = Key.USER)
    public void greeting() {}

    @RateLimited(limit = 4, per = Per.MINUTE, key = Key.IP, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(limit = 2, per = Per.MINUTE, key = Key.USER)
    public void twoPhases() {}

    @RateLimited(limit = 2, per = Per.MINUTE, shadow = true)
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.IP)
    public void shadow() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 5, settle = true)
    public void settled() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 10, refundErrors = true)
    public void refunded() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 2, costFunction = ByQuery.class)
    public void batch() {}

    @ConcurrencyLimited(max = 1, leaseSeconds = 60)
    public void slow() {}

    @ConcurrencyLimited(max = 1, shadow = true)
    public void slowInShadow() {}

    @RateLimited(bucket = "search", cost = 1, key = Key.USER)
    public void search() {}

    @RateLimited(bucket = "orders", limit = 1, per = Per.MINUTE, key = Key.USER)
    public void orders() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 5, settle = true, refundErrors = true)
    public void settledOrRefunded() {}

    @RateLimited(bucket = "search", cost = 1, key = Key.GLOBAL)
    public void searchAll() {}

    @RateLimited(bucket = "search", cost = 1, key = Key.IP)
    public void searchByAddress() {}

    @RateLimited(
        limit = 10,
        per = Per.MINUTE,
        cost = 5,
        key = Key.IP,
        phase = Phase.BEFORE_AUTHENTICATION,
        refundErrors = true)
    @RateLimited(limit = 0)
    public void refusedBehindADoor() {}

    @RateLimited(bucket = "door", cost = 1, key = Key.IP, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(bucket = "door", cost = 5, key = Key.IP)
    public void oneBucketInTwoPhases() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 5, settle = true, shadow = true)
    public void settledInShadow() {}

    @RateLimited(limit = 10, per = Per.MINUTE, cost = 5, settle = true)
    @RateLimited(limit = 10, per = Per.MINUTE, cost = 10, refundErrors = true, key = Key.IP)
    public void settledAndRefunded() {}

    @RateLimited(
        bucket = "tried",
        limit = 10,
        per = Per.MINUTE,
        settle = true,
        refundErrors = true,
        shadow = true)
    @RateLimited(limit = 0, shadow = true)
    public void refusedInShadow() {}

    public void free() {}
  }

  @Test
  void ask_ownLimit_countsEachUser() {
    var gate = gate(Map.of());
    var list = endpoint(gate, "list");

    assertThat(calls(gate, list, "alice", 5)).isEqualTo("AAARR");
    assertThat(calls(gate, list, "bob", 1)).isEqualTo("A");
    advance(Duration.ofSeconds(20));
    assertThat(calls(gate, list, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void ask_sharedBudget_weighsOperations() {
    var gate = gate(Map.of("tollgate.limits.default", "8/8s"));
    var report = endpoint(gate, "report");
    var greeting = endpoint(gate, "greeting");

    assertThat(calls(gate, report, "alice", 3)).isEqualTo("AAR");
    assertThat(calls(gate, greeting, "alice", 3)).isEqualTo("AAR");
  }

  @Test
  void ask_withoutLimits_passesAndWritesNothing() {
    var gate = gate(Map.of());
    var passage = passage(gate, "alice");

    assertThat(pass(passage, endpoint(gate, "free"))).isTrue();
    assertThat(fields(passage)).isEmpty();
  }

  @Test
  void ask_twoPhases_asksEachAtItsTime() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "twoPhases");
    var rows = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      var passage = passage(gate, "alice");
      boolean early = passage.ask(endpoint, Phase.BEFORE_AUTHENTICATION) == Step.GO_ON;
      rows.append(early ? 'A' : 'R');
      rows.append(pass(passage, endpoint) ? 'A' : 'R').append(' ');
    }

    assertThat(rows.toString()).isEqualTo("AA AA AR AR RR ");
  }

  @Test
  void writeFields_twoPhases_tellsTheLimitNearestToRefusing() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "twoPhases");
    var passage = passage(gate, "alice");
    passage.ask(endpoint, Phase.BEFORE_AUTHENTICATION);
    pass(passage, endpoint);

    assertThat(fields(passage)).containsEntry("RateLimit", "\"Shop.twoPhases#2\";r=1;t=30");
  }

  @Test
  void ask_againForTheSameRequest_chargesOnce() {
    var gate = gate(Map.of());
    var list = endpoint(gate, "list");
    var passage = passage(gate, "alice");

    assertThat(pass(passage, list)).isTrue();
    assertThat(pass(passage, list)).isTrue();
    assertThat(fields(passage)).containsEntry("RateLimit", "\"Shop.list\";r=2;t=40");
  }

  @Test
  void ask_otherEndpointOfTheSameBucketForTheSameRequest_chargesOnce() {
    var gate = gate(Map.of("tollgate.limits.default", "8/8s"));
    var report = endpoint(gate, "report");
    var greeting = endpoint(gate, "greeting");
    var passage = passage(gate, "alice");
    pass(passage, report);
    pass(passage, greeting);

    assertThat(fields(passage)).containsEntry("RateLimit", "\"default\";r=5;t=5");
  }

  @Test
  void ask_againWithALongKey_chargesOnce() {
    var gate = gate(Map.of("tollgate.limits.default", "8/8s"));
    var passage = passage(gate, "a".repeat(1_000));
    pass(passage, endpoint(gate, "report"));
    pass(passage, endpoint(gate, "greeting"));

    assertThat(fields(passage)).containsEntry("RateLimit", "\"default\";r=5;t=5");
  }

  @Test
  void ask_oneBucketInTwoPhases_chargesBoth() {
    var gate = gate(Map.of("tollgate.limits.door", "8/8s"));
    var endpoint = endpoint(gate, "oneBucketInTwoPhases");
    var passage = passage(gate, "alice");
    passage.ask(endpoint, Phase.BEFORE_AUTHENTICATION);
    pass(passage, endpoint);

    assertThat(fields(passage)).containsEntry("RateLimit", "\"door\";r=2;t=2");
  }

  @Test
  void ask_againInShadow_countsOnce() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "shadow");
    calls(gate, endpoint, "alice", 2);
    var passage = passage(gate, "alice");
    pass(passage, endpoint);
    pass(passage, endpoint);

    assertThat(gate.shadow().refusals(endpoint)).isEqualTo(1);
  }

  @Test
  void settle_inShadow_givesBackThereToo() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settledInShadow");
    for (int i = 0; i < 3; i++) {
      var passage = passage(gate, "alice");
      pass(passage, endpoint);
      passage.settle(1);
    }

    assertThat(gate.shadow().refusals(endpoint)).isZero();
  }

  @Test
  void correction_ofACallThatShadowRefused_givesNothingBack() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "refusedInShadow");
    gate.start();
    backend.decide(limit(endpoint), "user:alice", 9);
    var failed = passage(gate, "alice");
    var settled = passage(gate, "alice");
    pass(failed, endpoint);
    pass(settled, endpoint);

    failed.failed();
    settled.settle(0);

    assertThat(backend.decide(limit(endpoint), "user:alice", 2).allowed()).isFalse();
  }

  @Test
  void failed_afterSettle_refundsTheLimitsThatWereNotSettled() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settledAndRefunded");
    var passage = passage(gate, "alice");
    pass(passage, endpoint);

    passage.settle(4);
    passage.failed();
    passage.failed();

    var charges = endpoint.charges();
    assertThat(backend.decide(charges.get(0).limit(), "user:alice", 7).allowed()).isFalse();
    assertThat(backend.decide(charges.get(0).limit(), "user:alice", 6).allowed()).isTrue();
    assertThat(backend.decide(charges.get(1).limit(), "ip:5.5.5.5", 10).allowed()).isTrue();
  }

  @Test
  void failed_afterSettleOfTheSameLimit_keepsWhatTheCallSaidItCost() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settledOrRefunded");
    var settled = passage(gate, "alice");
    var unsettled = passage(gate, "bob");
    pass(settled, endpoint);
    pass(unsettled, endpoint);

    settled.settle(4);
    settled.failed();
    unsettled.failed();

    assertThat(backend.decide(limit(endpoint), "user:alice", 7).allowed()).isFalse();
    assertThat(backend.decide(limit(endpoint), "user:alice", 6).allowed()).isTrue();
    assertThat(backend.decide(limit(endpoint), "user:bob", 10).allowed()).isTrue();
  }

  @Test
  void ask_shadow_refusesNothingAndCounts() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "shadow");

    assertThat(calls(gate, endpoint, "alice", 6)).isEqualTo("AAAAAR");
    assertThat(gate.shadow().refusals(endpoint)).isEqualTo(3);
  }

  @Test
  void ask_modeShadow_refusesNothingAndCounts() {
    var gate = gate(Map.of("tollgate.mode", "shadow"));
    var list = endpoint(gate, "list");
    var passage = passage(gate, "alice");

    assertThat(calls(gate, list, "alice", 5)).isEqualTo("AAAAA");
    assertThat(gate.shadow().refusals(list)).isEqualTo(2);
    assertThat(pass(passage, list)).isTrue();
    assertThat(fields(passage)).isEmpty();
  }

  @Test
  void ask_modeOff_asksNobody() {
    var gate = gate(Map.of("tollgate.mode", "off"));
    var list = endpoint(gate, "list");

    assertThat(calls(gate, list, "alice", 5)).isEqualTo("AAAAA");
    assertThat(backend.size()).isZero();
  }

  @Test
  void settle_less_givesBack() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settled");
    var passage = passage(gate, "alice");
    pass(passage, endpoint);

    passage.settle(1);
    passage.settle(5);

    assertThat(calls(gate, endpoint, "alice", 2)).isEqualTo("AR");
    assertThat(backend.decide(limit(endpoint), "user:alice", 4).allowed()).isTrue();
    assertThat(backend.decide(limit(endpoint), "user:alice", 1).allowed()).isFalse();
  }

  @Test
  void settle_more_isTakenFromTheNextCalls() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settled");
    var passage = passage(gate, "alice");
    pass(passage, endpoint);

    passage.settle(8);

    assertThat(calls(gate, endpoint, "alice", 1)).isEqualTo("R");
    assertThat(backend.decide(limit(endpoint), "user:alice", 2).allowed()).isTrue();
  }

  @Test
  void settle_negative_isAnErrorAndChangesNothing() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "settled");
    var passage = passage(gate, "alice");
    pass(passage, endpoint);

    assertThatThrownBy(() -> passage.settle(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(calls(gate, endpoint, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void failed_refundsWhereThatIsDeclaredAndNowhereElse() {
    var gate = gate(Map.of());
    var refunded = endpoint(gate, "refunded");
    var list = endpoint(gate, "list");
    var passage = passage(gate, "alice");
    pass(passage, refunded);
    pass(passage, list);

    passage.failed();

    assertThat(calls(gate, refunded, "alice", 2)).isEqualTo("AR");
    assertThat(calls(gate, list, "alice", 3)).isEqualTo("AAR");
  }

  private static Limit limit(Endpoint endpoint) {
    return endpoint.charges().get(0).limit();
  }

  private static Passage batch(Gate gate, String size) {
    return gate.arrival(Request.from("5.5.5.5").parameter("n", size)).passage();
  }

  @Test
  void ask_costOfTheRequest_isTaken() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "batch");

    assertThat(pass(batch(gate, "0"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "8"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "3"), endpoint)).isFalse();
    assertThat(pass(batch(gate, "2"), endpoint)).isTrue();
  }

  @Test
  void ask_costThatNeverFits_isRefusedForGoodAndTakesNothing() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "batch");
    var passage = batch(gate, "999");

    assertThat(pass(passage, endpoint)).isFalse();
    assertThat(passage.refusal().outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(pass(batch(gate, "10"), endpoint)).isTrue();
  }

  @Test
  void ask_costFunctionThatFailsOrIsNegative_paysTheDeclaredCost() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "batch");

    assertThat(pass(batch(gate, "many"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "-5"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "7"), endpoint)).isFalse();
    assertThat(pass(batch(gate, "6"), endpoint)).isTrue();
  }

  @Test
  void ask_costFunctionThatThrowsWhatItDoesNotDeclare_paysTheDeclaredCost() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "batch");

    assertThat(pass(batch(gate, "assertion"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "checked"), endpoint)).isTrue();
    assertThat(pass(batch(gate, "7"), endpoint)).isFalse();
    assertThat(pass(batch(gate, "6"), endpoint)).isTrue();
    assertThatThrownBy(() -> pass(batch(gate, "overflow"), endpoint))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void close_callUnderWay_givesItsPlaceBackOnce() {
    var gate = gate(Map.of());
    var slow = endpoint(gate, "slow");
    var first = passage(gate, "alice");
    var second = passage(gate, "alice");

    assertThat(pass(first, slow)).isTrue();
    assertThat(first.isHolding()).isTrue();
    assertThat(pass(second, slow)).isFalse();
    first.close();
    first.close();
    assertThat(first.isHolding()).isFalse();
    assertThat(calls(gate, slow, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void close_callThatIsDispatchedAgainAfterItsEnd_givesThatPlaceBackToo() {
    var gate = gate(Map.of());
    var slow = endpoint(gate, "slow");
    var passage = passage(gate, "alice");
    pass(passage, endpoint(gate, "list"));
    passage.close();

    pass(passage, slow);
    assertThat(passage.isHolding()).isTrue();
    passage.close();

    assertThat(calls(gate, slow, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void close_callUnderWayInShadow_givesItsPlaceBack() {
    var gate = gate(Map.of());
    var slow = endpoint(gate, "slowInShadow");
    var first = passage(gate, "alice");
    pass(first, slow);
    first.close();
    pass(passage(gate, "alice"), slow);

    assertThat(gate.shadow().refusals(slow)).isZero();
  }

  @Test
  void ask_plans_haveTheirOwnLimits() {
    var gate =
        gate(
            Map.of(
                "tollgate.limits.search", "1/min",
                "tollgate.limits.search.plans.gold", "3/min",
                "tollgate.plan", "role:gold"));
    var search = endpoint(gate, "search");

    assertThat(goldCalls(gate, search, 4)).isEqualTo("AAAR");
    assertThat(calls(gate, search, "alice", 2)).isEqualTo("AR");
  }

  private static String goldCalls(Gate gate, Endpoint endpoint, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      var request = Request.from("5.5.5.5").user("g").roles("gold");
      row.append(pass(gate.arrival(request).passage(), endpoint) ? 'A' : 'R');
    }
    return row.toString();
  }

  @Test
  void ask_plansOfABucketThatAnAnnotationSizes_haveTheirOwnLimits() {
    var gate =
        gate(Map.of("tollgate.limits.orders.plans.gold", "3/min", "tollgate.plan", "role:gold"));
    var orders = endpoint(gate, "orders");

    assertThat(goldCalls(gate, orders, 4)).isEqualTo("AAAR");
    assertThat(calls(gate, orders, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void ask_ruleOnABucketThatAnAnnotationSizes_keepsThePlans() {
    var gate =
        gate(
            Map.of(
                "tollgate.limits.orders.plans.gold", "3/min",
                "tollgate.plan", "role:gold",
                "tollgate.rules.all.path", "/*",
                "tollgate.rules.all.bucket", "orders",
                "tollgate.rules.all.key", "user"));
    endpoint(gate, "orders");
    var free = endpoint(gate, "free");

    assertThat(goldCalls(gate, free, 4)).isEqualTo("AAAR");
    assertThat(calls(gate, free, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void ask_plansOfAKeyThatTellsNoCallers_shareNoBucket() {
    var gate =
        gate(
            Map.of(
                "tollgate.limits.search", "1/min",
                "tollgate.limits.search.plans.gold", "2/min",
                "tollgate.plan", "role:gold"));
    var all = endpoint(gate, "searchAll");
    var rows = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      rows.append(
          pass(gate.arrival(Request.from("5.5.5.5").roles("gold")).passage(), all) ? 'A' : 'R');
      rows.append(calls(gate, all, "alice", 1));
    }

    assertThat(rows.toString()).isEqualTo("AAARRR");
  }

  @Test
  void ask_addressThatComesWithAndWithoutAPlan_getsNothingBackBeforeItsTime() {
    var gate =
        gate(
            Map.of(
                "tollgate.limits.search", "5/s",
                "tollgate.limits.search.plans.gold", "9/day",
                "tollgate.plan", "role:gold"));
    var search = endpoint(gate, "searchByAddress");
    var gold = Request.from("5.5.5.5").roles("gold");
    for (int i = 0; i < 9; i++) {
      assertThat(pass(gate.arrival(gold).passage(), search)).isTrue();
    }
    assertThat(pass(gate.arrival(gold).passage(), search)).isFalse();

    assertThat(pass(gate.arrival(Request.from("5.5.5.5")).passage(), search)).isTrue();
    advance(Duration.ofSeconds(2));

    assertThat(pass(gate.arrival(gold).passage(), search)).isFalse();
  }

  @Test
  void failed_afterARefusal_givesNothingBack() {
    var gate = gate(Map.of());
    var endpoint = endpoint(gate, "refusedBehindADoor");
    for (int i = 0; i < 2; i++) {
      var passage = passage(gate, "alice");
      assertThat(passage.ask(endpoint, Phase.BEFORE_AUTHENTICATION)).isEqualTo(Passage.Step.GO_ON);
      assertThat(passage.ask(endpoint, Phase.AFTER_AUTHENTICATION)).isEqualTo(Passage.Step.REFUSED);
      passage.failed();
    }

    assertThat(passage(gate, "bob").ask(endpoint, Phase.BEFORE_AUTHENTICATION))
        .isEqualTo(Passage.Step.REFUSED);
  }

  @Test
  void failed_outsideOfARefusal_givesNothingBack() {
    var outerGate = gate(Map.of());
    var innerGate = gate(Map.of());
    var refunded = endpoint(outerGate, "refunded");
    var refusing = endpoint(innerGate, "refusedBehindADoor");
    var outer = passage(outerGate, "alice");
    assertThat(pass(outer, refunded)).isTrue();
    var inner = innerGate.arrival(Request.from("5.5.5.5").user("alice")).passage(outer);

    assertThat(pass(inner, refusing)).isFalse();
    outer.failed();

    assertThat(calls(outerGate, refunded, "alice", 1)).isEqualTo("R");
  }

  @Test
  void failed_onALeakyBucketOfARule_keepsTheTurn() {
    var gate =
        gate(
            Map.of(
                "tollgate.rules.slow.bucket", "Shop.refunded",
                "tollgate.rules.slow.user", "acme",
                "tollgate.rules.slow.limit", "10/min burst 20 leaky_bucket"));
    var refunded = endpoint(gate, "refunded");
    for (var user : List.of("alice", "acme")) {
      var passage = passage(gate, user);
      assertThat(pass(passage, refunded)).isTrue();
      passage.failed();
    }

    assertThat(passage(gate, "alice").ask(refunded, Phase.AFTER_AUTHENTICATION))
        .isEqualTo(Step.GO_ON);
    assertThat(passage(gate, "acme").ask(refunded, Phase.AFTER_AUTHENTICATION))
        .isEqualTo(Step.WAIT);
  }

  @Test
  void ask_behindAnOuterPassage_paysForTheSameBucketOnceAndTellsTheNearest() {
    var settings = Map.of("tollgate.limits.default", "80/80s");
    var outerGate = gate(settings);
    var innerGate = gate(settings);
    var outer = passage(outerGate, "alice");
    pass(outer, endpoint(outerGate, "report"));
    var inner = innerGate.arrival(Request.from("5.5.5.5").user("alice")).passage(outer);

    assertThat(pass(inner, endpoint(innerGate, "greeting"))).isTrue();
    assertThat(fields(inner)).containsEntry("RateLimit", "\"default\";r=77;t=77");
    assertThat(pass(inner, endpoint(innerGate, "list"))).isTrue();
    assertThat(fields(inner)).containsEntry("RateLimit", "\"Shop.list\";r=2;t=40");
  }

  @Test
  void ask_afterPassagesAtTwoGates_paysForTheSameBucketOnceAndTellsTheNearest() {
    var settings = Map.of("tollgate.limits.default", "80/80s");
    var outermostGate = gate(settings);
    var outermost = passage(outermostGate, "alice");
    pass(outermost, endpoint(outermostGate, "report"));
    var alice = Request.from("5.5.5.5").user("alice");
    var between = gate(settings).arrival(alice).passageAfter(outermost);
    var innerGate = gate(settings);
    var inner = innerGate.arrival(alice).passageAfter(between);

    assertThat(pass(inner, endpoint(innerGate, "greeting"))).isTrue();
    assertThat(fields(inner)).containsEntry("RateLimit", "\"default\";r=77;t=77");
  }

  @Test
  void ask_afterAPassageAtAnotherApplication_asksTheOwnLimiter() {
    var other = Limiter.local();
    var otherGate = Endpoints.gate(Map.of(), other, time::get);
    var innerGate = gate(Map.of());
    var list = endpoint(innerGate, "list");
    var alice = Request.from("5.5.5.5").user("alice");

    for (int i = 0; i < 3; i++) {
      assertThat(pass(innerGate.arrival(alice).passageAfter(passage(otherGate, "alice")), list))
          .isTrue();
    }
    assertThat(backend.decide(limit(list), "user:alice", 1).allowed()).isFalse();
    assertThat(other.decide(limit(list), "user:alice", 3).allowed()).isTrue();
  }

  @Test
  void ask_behindAnOuterPassage_asksTheLimiterOfThat() {
    var outerGate = gate(Map.of());
    var other = Limiter.local();
    var innerGate = Endpoints.gate(Map.of(), other, time::get);
    var list = endpoint(innerGate, "list");

    for (int i = 0; i < 3; i++) {
      var inner =
          innerGate
              .arrival(Request.from("5.5.5.5").user("alice"))
              .passage(passage(outerGate, "alice"));
      assertThat(pass(inner, list)).isTrue();
    }
    assertThat(backend.decide(limit(list), "user:alice", 1).allowed()).isFalse();
    assertThat(other.decide(limit(list), "user:alice", 3).allowed()).isTrue();
  }
}
