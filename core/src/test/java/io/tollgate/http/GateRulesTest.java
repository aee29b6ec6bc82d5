package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.Question;
import io.tollgate.RateLimited;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import io.tollgate.Settings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules make calls pay. Time stands still, so rows of calls tell the numbers. */
final class GateRulesTest {

  private Instant now = Instant.parse("2026-11-16T00:00:00Z");
  private final Limiter limiter =
      Limiter.builder().local(new LocalBackend(1_000, () -> 0, InstantSource.system())).build();
  private final Map<String, Object> settings = new HashMap<>();

  private Gate gate() {
    return Endpoints.gate(Settings.of(settings), limiter, () -> 0, () -> now);
  }

  /** Adds rules, one in each line, as they stand in a file. */
  private Gate gate(String... rules) {
    for (var line : rules) {
      int colon = line.indexOf(':');
      var name = line.substring(0, colon);
      var rule =
          RuleSet.readRule("{name: " + name + ", " + line.substring(line.indexOf('{') + 1), "test");
      put(name, rule.toJson());
    }
    return gate();
  }

  private void put(String name, String json) {
    for (var part : json.replaceAll("[{}\"]", "").split(",(?=[a-z]+:)", -1)) {
      int colon = part.indexOf(':');
      if (!part.startsWith("name:")) {
        settings.put(
            "tollgate.rules." + name + "." + part.substring(0, colon), part.substring(colon + 1));
      }
    }
  }

  private static String row(Gate gate, Endpoint endpoint, Request request, int calls) {
    var row = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      var step = gate.arrival(request).passage().ask(endpoint, Phase.AFTER_AUTHENTICATION);
      row.append(
          switch (step) {
            case GO_ON -> 'A';
            case REFUSED -> 'R';
            case DENIED -> 'D';
            case WAIT -> 'W';
          });
    }
    return row.toString();
  }

  private static String row(Gate gate, Request request, int calls) {
    return row(gate, gate.namelessEndpoint(), request, calls);
  }

  private static Request call(String path) {
    return Request.from("5.5.5.5").to("GET", path);
  }

  @Test
  void rule_forOneClient_givesItOtherNumbersOfTheSameBucket() {
    var gate =
        gate(
            "search: {path: /search, limit: 2/h, key: user}",
            "acme: {bucket: search, user: acme, limit: 4/h}");

    assertThat(row(gate, call("/search").user("acme"), 5)).isEqualTo("AAAAR");
    assertThat(row(gate, call("/search").user("bob"), 3)).isEqualTo("AAR");
    assertThat(row(gate, call("/other").user("acme"), 9)).isEqualTo("A".repeat(9));
  }

  @Test
  void rule_forAllExceptACountry_leavesTheCountryAlone() {
    settings.put("tollgate.country", "header:CF-IPCountry");
    settings.put("tollgate.proxies", "5.5.5.5");
    var gate = gate("abroad: {path: '/*', country: '!DE', limit: 1/h, key: global}");

    assertThat(row(gate, call("/x").header("CF-IPCountry", "DE"), 3)).isEqualTo("AAA");
    assertThat(row(gate, call("/x").header("CF-IPCountry", "FR"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/x"), 1)).as("unknown").isEqualTo("R");
  }

  private Gate gateOfOneAnHourById(String paths) {
    settings.put("tollgate.rules.r.path", paths);
    settings.put("tollgate.rules.r.by", "path:id");
    settings.put("tollgate.rules.r.limit", "1/h");
    return gate();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/{id},/x/y/{id}", "/x/y/{id},/a/{id}"})
  void rule_byAParameterOfSeveralPaths_takesItFromThePathThatFits(String paths) {
    var gate = gateOfOneAnHourById(paths);

    assertThat(row(gate, call("/a/1"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/a/2"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/x/y/7"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/x/y/8"), 2)).isEqualTo("AR");
    assertThat(row(gate, Request.from("6.6.6.6").to("GET", "/x/y/8"), 1)).isEqualTo("R");
    assertThat(row(gate, call("/a/8"), 1)).as("the same id").isEqualTo("R");
  }

  @Test
  void rule_byAParameterOfSeveralPathsThatFit_takesItFromTheMostSpecific() {
    var gate = gateOfOneAnHourById("/{id}/*,/a/{id}");

    assertThat(row(gate, call("/a/1"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/a/2"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/b/1"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/b/2/c"), 1)).isEqualTo("R");
  }

  @Test
  void rule_byAParameterThatNotAllPathsHave_makesTheAddressPayOnTheOthers() {
    var gate = gateOfOneAnHourById("/a/{id},/b/c");

    assertThat(row(gate, call("/a/c"), 2)).isEqualTo("AR");
    assertThat(row(gate, call("/b/c"), 2)).isEqualTo("AR");
    assertThat(row(gate, Request.from("6.6.6.6").to("GET", "/b/c"), 2)).isEqualTo("AR");
  }

  @Test
  void rule_thatMultiplies_endsByItself() {
    var gate =
        gate(
            "search: {path: /search, limit: 2/h, key: user}",
            "acme: {bucket: search, user: acme, limit: 3/h}",
            "friday: {bucket: search, user: acme, times: 2, until: 2026-11-20T18:00:00Z}");

    assertThat(row(gate, call("/search").user("acme"), 7)).isEqualTo("AAAAAAR");
    now = Instant.parse("2026-11-20T18:00:00Z");
    assertThat(row(gate, call("/search").user("acme"), 1))
        .as("what was taken stays")
        .isEqualTo("R");
    now = Instant.parse("2026-11-19T18:00:00Z");
    assertThat(row(gate, call("/search").user("new"), 3)).isEqualTo("AAR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "get", "Get", "head", "hEAD"})
  void rule_forOneMethod_holdsHoweverItIsSpelled(String method) {
    var gate =
        gate(
            "read: {path: /read, methods: GET, limit: 1/h}",
            "locked: {path: /locked, methods: GET, deny: true}",
            "written: {path: /written, methods: '!GET', deny: true}");

    assertThat(row(gate, call("/read"), 1)).isEqualTo("A");
    assertThat(row(gate, Request.from("5.5.5.5").to(method, "/read"), 2)).isEqualTo("RR");
    assertThat(row(gate, Request.from("5.5.5.5").to(method, "/locked"), 2)).isEqualTo("DD");
    assertThat(row(gate, Request.from("5.5.5.5").to(method, "/written"), 1)).isEqualTo("A");
  }

  /** Whoever could change the limit of his bucket from call to call would get tokens back early. */
  @Test
  void rule_byWhatTheCallerChooses_isCountedApart() {
    settings.put("tollgate.rules.mobile.header.X-App", "ios");
    var gate =
        gate(
            "search: {path: /search, limit: 2/h, key: user}",
            "mobile: {bucket: search, limit: 5/h}");
    var plain = call("/search").user("eve");
    var mobile = call("/search").user("eve").header("x-app", "ios");

    assertThat(row(gate, mobile, 6)).isEqualTo("AAAAAR");
    assertThat(row(gate, plain, 3)).isEqualTo("AAR");
    assertThat(row(gate, mobile, 1)).isEqualTo("R");
    assertThat(row(gate, plain, 1)).isEqualTo("R");
  }

  @Test
  void rule_thatDenies_goesBeforeAllowAndBeforeMoreSpecificPaths() {
    var gate =
        gate(
            "bad: {address: 5.5.0.0/16, path: '/*', deny: true}",
            "good: {user: bob, allow: true}",
            "page: {path: /page, limit: 1/h}");

    assertThat(row(gate, call("/page").user("bob"), 1)).isEqualTo("D");
    var elsewhere = Request.from("6.6.6.6").to("GET", "/page");
    assertThat(row(gate, elsewhere, 2)).isEqualTo("AR");
    assertThat(row(gate, elsewhere.user("bob"), 3)).isEqualTo("AAA");
  }

  @Test
  void rule_thatDeniesInShadow_onlyCounts() {
    var gate = gate("bad: {user: bob, deny: true, mode: shadow}");

    assertThat(row(gate, call("/").user("bob"), 2)).isEqualTo("AA");
    assertThat(gate.report().counts()).containsEntry("bad", new RuleReport.Count(0, 0, 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "trial: {path: /search, limit: 1/h, key: ip, mode: shadow}",
        "trial: {path: /search, allow: true, mode: shadow}",
        "trial: {path: '/{any}', cost: 9, limit: 9/h, mode: shadow}"
      })
  void rule_inShadowForAMoreSpecificPath_leavesTheOthersEnforced(String trial) {
    var gate = gate("all: {path: '/*', limit: 3/h, key: ip}", trial);

    assertThat(row(gate, call("/search"), 5)).isEqualTo("AAARR");
  }

  @Test
  void rule_inShadowForAMoreSpecificPath_countsBesideTheOthers() {
    var gate =
        gate(
            "all: {path: '/*', limit: 3/h, key: ip}",
            "trial: {path: /search, limit: 1/h, key: ip, mode: shadow}");

    assertThat(row(gate, call("/search"), 4)).isEqualTo("AAAR");
    assertThat(gate.report().counts())
        .containsEntry("all", new RuleReport.Count(3, 1, 0))
        .containsEntry("trial", new RuleReport.Count(1, 0, 2));
  }

  @Test
  void rule_inShadowForALessSpecificPath_givesWayAsIfItWereEnforced() {
    var gate =
        gate(
            "all: {path: '/*', limit: 1/h, key: ip, mode: shadow}",
            "search: {path: /search, limit: 3/h, key: ip}");

    assertThat(row(gate, call("/search"), 4)).isEqualTo("AAAR");
    assertThat(gate.report().counts()).containsEntry("all", new RuleReport.Count(0, 0, 0));
  }

  @Test
  void rule_forAMoreSpecificPathWhereAllIsInShadow_givesWayAsOtherwise() {
    settings.put("tollgate.mode", "shadow");
    var gate =
        gate(
            "all: {path: '/*', limit: 1/h, key: ip}",
            "search: {path: /search, limit: 3/h, key: ip}");

    assertThat(row(gate, call("/search"), 4)).isEqualTo("AAAA");
    assertThat(gate.report().counts()).containsEntry("all", new RuleReport.Count(0, 0, 0));
  }

  @Test
  void rule_inShadowOnABucketThatIsChargedAnyway_saysTheModeOfThatCharge() {
    var gate =
        gate(
            "search: {path: /search, limit: 2/h, key: user}",
            "trial: {bucket: search, user: acme, mode: shadow}");

    assertThat(row(gate, call("/search").user("acme"), 3)).isEqualTo("AAA");
    assertThat(row(gate, call("/search").user("bob"), 3)).isEqualTo("AAR");
  }

  @Test
  void rule_inShadowOnTheBucketOfAnAnnotation_putsItInShadow() {
    var gate = gate("r: {bucket: Reports.list, mode: shadow}");

    assertThat(row(gate, endpoint(gate, "list"), call("/x").user("a"), 4)).isEqualTo("AAAA");
  }

  @Test
  void explain_callOfRulesInShadow_tellsWhatHoldsBesideThem() {
    var gate =
        gate(
            "all: {path: '/*', limit: 3/h, key: ip}",
            "open: {path: /search, allow: true, mode: shadow}",
            "trial: {path: /search, limit: 1/h, key: ip, mode: shadow}");
    gate.start();

    var explanation = gate.explain(Question.of("GET", "/search").withAddress("5.5.5.5"));
    assertThat(explanation.rules())
        .extracting(line -> line.name() + " " + line.counts() + ": " + line.why())
        .containsExactlyInAnyOrder(
            "all true: goes first for bucket all",
            "trial true: goes first for bucket trial",
            "open false: is in shadow mode and frees nobody");
    assertThat(explanation.claims())
        .extracting(look -> look.bucket() + " " + look.mode())
        .containsExactlyInAnyOrder("all enforce", "trial shadow");
  }

  /** Asks at both phases. */
  public static class Twice {
    @RateLimited(limit = 9, per = Per.HOUR, key = Key.IP, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(limit = 9, per = Per.HOUR, key = Key.GLOBAL)
    public void get() {}
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          one: {address: 5.5.5.5, allow: true}              | 1 | 0
          one: {address: 5.5.5.5, deny: true, mode: shadow} | 0 | 1
          one: {user: bob, allow: true}                     | 1 | 0
          """)
  void report_callOfBothPhases_isCountedOnce(String rule, long allowed, long shadowed) {
    var gate = gate(rule);
    var twice = gate.endpoint(Twice.class, Endpoints.method(Twice.class, "get"));
    var passage = gate.arrival(call("/").user("bob")).passage();
    passage.ask(twice, Phase.BEFORE_AUTHENTICATION);
    passage.ask(twice, Phase.AFTER_AUTHENTICATION);

    assertThat(gate.report().counts())
        .containsEntry("one", new RuleReport.Count(allowed, 0, shadowed));
  }

  @Test
  void rule_ofPlans_goesByThePlan() {
    settings.put("tollgate.plan", "role:gold");
    settings.put("tollgate.rules.r.path", "/r");
    settings.put("tollgate.rules.r.limit", "1/h");
    settings.put("tollgate.rules.r.plans.gold", "3/h");
    var gate = gate();

    assertThat(row(gate, call("/r").user("a").roles("gold"), 4)).isEqualTo("AAAR");
    assertThat(row(gate, call("/r").user("b"), 2)).isEqualTo("AR");
  }

  @Test
  void rule_withAHeader_changesTheCost() {
    settings.put("tollgate.limits.default", "6/h");
    settings.put("tollgate.rules.mobile.header.X-App", "ios");
    var gate = gate("all: {path: '/*', cost: 1}", "mobile: {path: '/*', cost: 3, bucket: default}");

    assertThat(row(gate, call("/x").header("x-app", "ios"), 1)).isEqualTo("A");
    assertThat(row(gate, call("/x"), 4)).isEqualTo("AAAR");
  }

  /** Has limits of its own. */
  public static class Reports {
    @RateLimited(limit = 6, per = Per.HOUR, cost = 2, key = Key.USER)
    public void list() {}

    public void free() {}
  }

  private static Endpoint endpoint(Gate gate, String method) {
    return gate.endpoint(Reports.class, Endpoints.method(Reports.class, method));
  }

  @Test
  void rule_onTheBucketOfAnAnnotation_replacesItsNumbersAndKeepsItsCost() {
    var gate = gate("r: {endpoint: Reports.list, bucket: Reports.list, limit: 4/h}");

    assertThat(row(gate, endpoint(gate, "list"), call("/reports").user("a"), 3)).isEqualTo("AAR");
    assertThat(row(gate, endpoint(gate, "list"), call("/reports").user("b"), 3)).isEqualTo("AAR");
  }

  @Test
  void rule_withABucketOfItsOwn_holdsBesideTheAnnotation() {
    var gate = gate("r: {endpoint: Reports.list, limit: 1/h}");

    assertThat(row(gate, endpoint(gate, "list"), call("/x").user("a"), 2)).isEqualTo("AR");
    assertThat(row(gate, endpoint(gate, "free"), call("/x").user("a"), 2)).isEqualTo("AA");
  }

  @Test
  void rule_thatAllows_frees_fromAnnotationsToo() {
    var gate = gate("office: {address: 5.5.5.5, allow: true}");

    assertThat(row(gate, endpoint(gate, "list"), call("/x").user("a"), 9)).isEqualTo("A".repeat(9));
  }

  @Test
  void endpoint_forWhichNoRuleCanHold_isNotRuled() {
    var gate = gate("r: {path: /x/*, limit: 1/h}", "s: {endpoint: Other.list, limit: 1/h}");
    var endpoint = endpoint(gate, "free");
    endpoint.route("GET", "/reports/{id}");
    endpoint.routesAreComplete();

    assertThat(gate.isRuled(endpoint)).isFalse();
    assertThat(gate.isRuled(endpoint(gate, "list"))).isTrue();
  }

  @Test
  void plan_withRulesThatAreThereFromTheStart_bringsThemBeforeTheFirstCall() {
    settings.put("tollgate.heldrules", "planned");
    HeldRules.atStart(
        "planned",
        host -> host.take(RuleSet.read("{search: {path: /search, limit: 1/h}}", "test")));
    var gate = gate();
    gate.plan();
    assertThat(HeldRules.isRunning("planned")).as("before the first call").isFalse();

    assertThat(row(gate, call("/search"), 2)).isEqualTo("AR");
    gate.close();
  }

  @Test
  void take_newRules_holdAtOnceAndKeepWhatWasTaken() {
    settings.put("tollgate.heldrules", "take");
    var gate = gate("search: {path: /search, limit: 100/h, key: user}");
    gate.start();
    var host = HeldRules.host("take");
    var alice = call("/search").user("alice");
    assertThat(row(gate, alice, 50)).doesNotContain("R");

    host.take(RuleSet.read("{search: {path: /search, limit: 10/h, key: user}}", "test"));
    assertThat(row(gate, alice, 1)).isEqualTo("R");
    host.take(RuleSet.EMPTY);
    assertThat(row(gate, alice, 51)).as("50 are still taken").isEqualTo("A".repeat(50) + "R");
    gate.close();
    assertThat(HeldRules.isRunning("take")).isFalse();
  }

  @Test
  void take_ruleForAWhile_leavesTheEarlierLayerBeforeAndAfter() {
    settings.put("tollgate.heldrules", "while");
    var gate = gate("search: {path: /search, limit: 2/h, key: user}");
    gate.start();
    HeldRules.host("while")
        .take(
            RuleSet.read(
                "{search: {path: /search, limit: 4/h, from: 2026-11-17, until: 2026-11-18}}",
                "test"));

    assertThat(row(gate, call("/search").user("before"), 3)).isEqualTo("AAR");
    now = Instant.parse("2026-11-17T00:00:00Z");
    assertThat(row(gate, call("/search").user("during"), 5)).isEqualTo("AAAAR");
    now = Instant.parse("2026-11-18T23:59:59.999Z");
    assertThat(row(gate, call("/search").user("at the end"), 5)).isEqualTo("AAAAR");
    now = Instant.parse("2026-11-19T00:00:00Z");
    assertThat(row(gate, call("/search").user("after"), 3)).isEqualTo("AAR");
    assertThat(row(gate, call("/search").user("during"), 1))
        .as("what was taken stays")
        .isEqualTo("R");
    gate.close();
  }

  @Test
  void take_rulesThatCannotBeInForceHere_leavesTheOldOnes() {
    settings.put("tollgate.heldrules", "wrong");
    var gate = gate("search: {path: /search, limit: 1/h, key: user}");
    gate.start();
    var host = HeldRules.host("wrong");

    var thrown =
        catchThrowableOfType(
            RulesException.class,
            () ->
                host.take(
                    RuleSet.read("{search: {path: /search}, x: {path: /x, bucket: no}}", "test")));
    assertThat(thrown.problems())
        .extracting(problem -> problem.rule() + ": " + problem.message())
        .contains(
            "x: nobody states the size of bucket \"no\"; state limit, or set tollgate.limits.no");
    assertThat(row(gate, call("/search").user("a"), 2)).isEqualTo("AR");
    gate.close();
  }

  @Test
  void start_ruleWhoseBucketNobodySizes_isAMistake() {
    var gate = gate("x: {path: /x, bucket: no}");

    assertThatThrownBy(gate::start)
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("tollgate.rules.x: nobody states the size of bucket \"no\"");
  }

  private String mistake(String... rules) {
    var gate = gate(rules);
    return String.join("\n", catchThrowableOfType(PlanException.class, gate::start).mistakes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          acme: {bucket: search, user: acme, cost: 500}           | cost exceeds the burst of 100 of bucket "search"; raise burst or lower cost
          acme: {bucket: search, user: acme, times: 2, cost: 500} | cost exceeds the burst of 200 of bucket "search"; raise burst or lower cost
          acme: {bucket: search, cost: 500}                       | cost exceeds the burst of 100 of bucket "search"; raise burst or lower cost
          acme: {bucket: search, user: acme, limit: 2/min}        | the cost of 5 of rule search exceeds the burst of 2; raise burst or lower that cost
          """)
  void start_ruleThatChangesABucketSoThatNoCallPasses_isAMistake(String rule, String mistake) {
    settings.put("tollgate.limits.search", "100/min");

    assertThat(mistake("search: {path: /search, bucket: search, cost: 5}", rule))
        .isEqualTo("tollgate.rules.acme: " + mistake);
  }

  @Test
  void start_ruleThatChangesTheBucketOfAnAnnotationSoThatNoCallPasses_isAMistake() {
    var gate = gate("bob: {bucket: Reports.list, user: bob, limit: 1/h}");
    endpoint(gate, "list");

    assertThat(catchThrowableOfType(PlanException.class, gate::start).mistakes())
        .containsExactly(
            "tollgate.rules.bob: the cost of 2 of Reports.list exceeds the burst of 1; raise burst"
                + " or lower that cost");
  }

  @Test
  void start_ruleThatMultipliesTooMuch_isAMistake() {
    assertThat(
            mistake(
                "search: {path: /search, limit: 1000000000000000/day}",
                "acme: {bucket: search, user: acme, times: 1000000}"))
        .startsWith("tollgate.rules.acme: ")
        .endsWith("is too large; write a smaller number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          a: {bucket: search, user: acme, cost: 500}           | b: {bucket: search, user: acme, limit: 500/min}
          a: {bucket: search, user: acme, cost: 500}           | b: {bucket: search, user: 'ac*', times: 5}
          a: {bucket: search, user: acme, cost: 500}           | b: {path: /search, bucket: search, plan: gold, limit: 500/min}
          a: {bucket: search, user: acme, limit: 2/min}        | b: {bucket: search, user: acme, cost: 2}
          a: {bucket: search, user: acme, limit: 0/min}        | b: {bucket: search, user: bob, limit: 9/min}
          a: {bucket: search, user: acme, times: 5, cost: 500} | b: {bucket: search, user: bob, cost: 9}
          a: {bucket: other, user: acme, cost: 500}            | b: {path: /other, user: bob, bucket: other, limit: 9/min}
          """)
  void start_rulesThatChangeABucketSoThatCallsMayPass_areFine(String one, String other) {
    settings.put("tollgate.limits.search", "100/min");
    var gate = gate("search: {path: /search, bucket: search, cost: 5}", one, other);

    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  @Test
  void start_costThatFitsAPlan_isFine() {
    settings.put("tollgate.plan", "role:gold");
    settings.put("tollgate.limits.search", "100/min");
    settings.put("tollgate.limits.search.plans.gold", "500/min");
    var gate =
        gate(
            "search: {path: /search, bucket: search}",
            "acme: {bucket: search, user: acme, cost: 500}");

    assertThatCode(gate::start).doesNotThrowAnyException();
  }

  @Test
  void take_ruleThatChangesABucketSoThatNoCallPasses_leavesTheOldOnes() {
    settings.put("tollgate.heldrules", "misfit");
    var gate = gate("search: {path: /search, limit: 1/h, key: user}");
    gate.start();

    assertThatThrownBy(
            () ->
                HeldRules.host("misfit")
                    .take(RuleSet.read("{bob: {bucket: search, user: bob, cost: 2}}", "test")))
        .isInstanceOf(RulesException.class)
        .hasMessageContaining("rules.bob: cost exceeds the burst of 1 of bucket \"search\"");
    gate.close();
  }

  @Test
  void report_ofCalls_countsByRuleAndRemembersWhoWasRefused() {
    var gate = gate("search: {path: /search, limit: 2/h, key: user}");

    assertThat(row(gate, call("/search").user("eve"), 5)).isEqualTo("AARRR");
    var report = gate.report();
    assertThat(report.counts()).containsEntry("search", new RuleReport.Count(2, 3, 0));
    assertThat(report.topRefused())
        .containsExactly(new RuleReport.RefusedKey("search", "user:eve", 3));
  }

  @Test
  void explain_callOfAClient_tellsWhatCountsAndWhatIsLeft() {
    settings.put("tollgate.heldrules", "explain");
    var gate =
        gate(
            "search: {path: /search, limit: 4/h, key: user}",
            "all: {path: '/*', limit: 9/h}",
            "old: {path: /search, limit: 9/h, until: 2026-01-01}",
            "acme: {bucket: search, user: acme, limit: 8/h}");
    gate.start();
    HeldRules.host("explain").take(RuleSet.read("{all: {path: '/*', limit: 7/h}}", "test"));
    assertThat(row(gate, call("/search").user("acme"), 3)).isEqualTo("AAA");

    var explanation =
        gate.explain(Question.of("get", "/search").withUser("acme").withAddress("5.5.5.5"));
    assertThat(explanation.verdict()).isEqualTo("allowed");
    assertThat(explanation.rules())
        .extracting(
            line -> line.name() + " " + line.layer() + " " + line.counts() + ": " + line.why())
        .containsExactlyInAnyOrder(
            "all service true: goes first for bucket all",
            "acme file true: goes first for bucket search",
            "search file false: says only what acme leaves open, which is for fewer calls of this"
                + " bucket",
            "old file false: has ended",
            "all file false: replaced by all of layer service, which has the same name");
    assertThat(explanation.claims())
        .extracting(look -> look.bucket() + " " + look.limit() + " " + look.remaining())
        .containsExactlyInAnyOrder("search 8/h 5", "all 7/h 4");
    assertThat(explanation.toJson()).startsWith("{\"verdict\":\"allowed\",\"endpoint\":\"\",");
    assertThat(row(gate, call("/search").user("acme"), 5))
        .as("looking took nothing")
        .isEqualTo("AAAAR");
    gate.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all: {path: /list, limit: 5/h}                          | false",
        "mine: {user: alice, limit: 5/h}                         | false",
        "none: {path: /list, deny: true}                         | false",
        "list: {endpoint: Reports.free, limit: 5/h}              | true",
        "others: {endpoint: '!Reports.free', deny: true}         | true",
        "some: {path: /list, endpoint: Reports.free, limit: 5/h} | true",
        "tried: {path: /list, limit: 5/h, mode: shadow}          | true"
      })
  void endpoints_areToldApart_whereARuleSpeaksOfOneOrTheLogDoes(String rule, boolean apart) {
    try (var gate = gate(rule)) {
      gate.endpoint(Reports.class, Endpoints.method(Reports.class, "free"));

      assertThat(gate.arrival(call("/list")).tellsEndpointsApart()).isEqualTo(apart);
    }
  }

  @Test
  void endpoints_inShadowMode_areToldApart() {
    settings.put("tollgate.mode", "shadow");
    try (var gate = gate("all: {path: /list, limit: 5/h}")) {
      assertThat(gate.arrival(call("/list")).tellsEndpointsApart()).isTrue();
    }
  }

  @Test
  void endpoints_whenOneComesThatHasLimits_areToldApartByTheRequestsFromThenOn() {
    try (var gate = gate("all: {path: /list, limit: 5/h}")) {
      var begun = gate.arrival(call("/list"));
      assertThat(begun.tellsEndpointsApart()).isFalse();

      gate.endpoint(Reports.class, Endpoints.method(Reports.class, "list"));

      assertThat(begun.tellsEndpointsApart()).isFalse();
      assertThat(gate.arrival(call("/list")).tellsEndpointsApart()).isTrue();
    }
  }
}
