package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.RateLimited;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.rule.LayeredRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DoubtsTest {

  static class Shop {
    @RateLimited(limit = 5, key = Key.COUNTRY)
    public void country() {}

    @RateLimited(bucket = "search")
    public void plans() {}

    @RateLimited(limit = 5)
    public void plain() {}

    @RateLimited(limit = 5, by = "path:nope")
    public void path() {}
  }

  private static List<String> doubts(String method, Map<String, String> settings) {
    var gate = Endpoints.gate(settings);
    var endpoint = gate.endpoint(Shop.class, Endpoints.method(Shop.class, method));
    gate.start();
    return Doubts.of(Settings.of(settings), List.of(endpoint), List.of(), Set.of("search"));
  }

  @Test
  void of_countryThatNobodyTells_namesTheSetting() {
    assertThat(doubts("country", Map.of()))
        .containsExactly(
            "Shop.country goes by the country of a caller, which is never known: set"
                + " tollgate.country");
  }

  @Test
  void of_headerWithoutProxies_namesTheSetting() {
    assertThat(doubts("country", Map.of("tollgate.country", "header:CF-IPCountry")))
        .containsExactly(
            "Shop.country goes by the country of a caller, which is never known: a header is"
                + " believed from trusted proxies only, so set tollgate.proxies");
  }

  @Test
  void of_limitsOfPlansThatNobodyTells_namesTheSetting() {
    assertThat(
            doubts(
                "plans",
                Map.of(
                    "tollgate.limits.search", "5/s",
                    "tollgate.limits.search.plans.gold", "9/s")))
        .containsExactly(
            "search goes by the plan of a caller, which is never known: set tollgate.plan");
  }

  @Test
  void of_whatIsTold_isNone() {
    assertThat(doubts("plain", Map.of())).isEmpty();
    assertThat(
            doubts(
                "country",
                Map.of(
                    "tollgate.country", "header:CF-IPCountry", "tollgate.proxies", "10.0.0.0/8")))
        .isEmpty();
  }

  @Test
  void of_sizeThatNobodyDrawsOn_namesItOnce() {
    var settings =
        Map.of(
            "tollgate.limits.search", "5/s",
            "tollgate.limits.serach", "5/s",
            "tollgate.limits.serach.plans.gold", "9/s",
            "tollgate.plan", "role:gold");
    assertThat(doubts("plain", settings))
        .containsExactly("tollgate.limits.serach is drawn on by no endpoint known so far");
  }

  /** Returns what is doubtful about one rule where the endpoint Shop.plain is at /shop/{id}. */
  private static List<String> doubtsOfRule(String rule, String plan) {
    var settings = Map.of("tollgate.plan", plan);
    var gate = Endpoints.gate(settings);
    var endpoint = gate.endpoint(Shop.class, Endpoints.method(Shop.class, "plain"));
    endpoint.route("GET", "/shop/{id}");
    var rules = List.of(new LayeredRule(RuleSet.readRule(rule, "test"), "file", 1));
    return Doubts.of(
        Settings.of(settings), List.of(endpoint, gate.namelessEndpoint()), rules, Set.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          endpoint: Shop.pain, deny: true                  | speaks of endpoint Shop.pain, which is not known so far; did you mean Shop.plain?
          endpoint: '!Cart.list', deny: true               | speaks of endpoint Cart.list, which is not known so far
          path: /x, limit: 1/s, plans: {glod: 9/s}         | speaks of plan glod, which tollgate.plan does not name; did you mean gold?
          plan: slver, deny: true                          | speaks of plan slver, which tollgate.plan does not name; did you mean silver?
          path: '/x/{id}', limit: 1/s, by: 'path:ident'    | goes by the parameter ident of a path, which neither a path of the rule nor an endpoint known so far has, so the address of a caller pays; add {ident} to the path, or state another part of the request
          """)
  void of_ruleWithANameThatFitsNothing_namesIt(String rule, String doubt) {
    assertThat(doubtsOfRule("{name: r, " + rule + "}", "role:gold, silver"))
        .containsExactly("rule r " + doubt);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "endpoint: Shop.plain, deny: true",
        "plan: 'g*', deny: true",
        "path: /x, limit: 1/s, plans: {gold: 9/s}",
        "path: '/x/{key}', limit: 1/s, by: 'path:key'",
        "path: [/x, '/x/{key}'], limit: 1/s, by: 'path:key'",
        "path: '/shop/{key}', limit: 1/s, by: 'path:id'"
      })
  void of_ruleWhoseNamesAreKnown_isNone(String rule) {
    assertThat(doubtsOfRule("{name: r, " + rule + "}", "role:gold,silver")).isEmpty();
  }

  @Test
  void of_ruleForAnEndpointWhereNoneHasAName_isNone() {
    var settings = Settings.of(Map.of());
    var rule =
        RuleSet.readRule("{name: r, endpoint: Shop.list, limit: 1/s, by: 'path:id'}", "test");
    var nameless = Endpoints.gate(Map.of()).namelessEndpoint();

    assertThat(
            Doubts.of(
                settings, List.of(nameless), List.of(new LayeredRule(rule, "file", 1)), Set.of()))
        .isEmpty();
  }

  @Test
  void of_ruleOfAnyPlanWhereNobodySaysWhichThereAre_isNone() {
    assertThat(doubtsOfRule("{name: r, plan: glod, deny: true}", "claim:plan")).isEmpty();
  }

  @Test
  void of_limitOfAPlanThatIsNotNamed_namesTheNearest() {
    var settings =
        Map.of(
            "tollgate.plan", "role:gold",
            "tollgate.limits.search", "5/s",
            "tollgate.limits.search.plans.glod", "9/s");

    assertThat(doubts("plain", settings))
        .containsExactly(
            "tollgate.limits.search speaks of plan glod, which tollgate.plan does not name; did you"
                + " mean gold?");
  }

  @Test
  void of_parameterThatNoKnownPathHas_namesIt() {
    var gate = Endpoints.gate(Map.of());
    var endpoint = gate.endpoint(Shop.class, Endpoints.method(Shop.class, "path"));
    endpoint.route("GET", "/shop/{id}");
    gate.start();

    assertThat(Doubts.of(Settings.of(Map.of()), List.of(endpoint), List.of(), Set.of()))
        .containsExactly(
            "@RateLimited(limit = 5, by = \"path:nope\") on Shop.path: no path of it is known that"
                + " has a parameter nope; add {nope} to the path, or state another part of the"
                + " request");
    assertThat(doubts("path", Map.of())).isEmpty();
  }
}
