package io.tollgate;

import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanSettingsTest {

  private final SettingsLoader loader = new SettingsLoader().declare(Settings.CORE);

  private static final Limit SEARCH = Limit.of(100).per(MINUTE).named("search");
  private static final Limit GOLD = Limit.of(1000).per(MINUTE).named("search");

  @Test
  void plans_text_hasTheNameOfItsLimit() {
    loader.own(
        Map.of("tollgate.limits.search", "100/min", "tollgate.limits.search.plans.gold", "1000/m"));

    var settings = loader.load();
    assertThat(settings.limits()).isEqualTo(Map.of("search", SEARCH));
    assertThat(settings.plans()).isEqualTo(Map.of("search", Map.of("gold", GOLD)));
    assertThat(settings)
        .asString()
        .endsWith("tollgate.limits." + SEARCH + ", plan gold of " + GOLD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limits: {search: {limit: 100, per: minute, plans: {gold: 1000/min}}}",
        "limits: {search: 100/min, search.plans: {gold: 1000/min}}",
        "limits: {search: 100/min, search.plans.gold: 1000/min}",
        "limits: {search: 100/min, search.plans: {gold: {limit: 1000, per: minute}}}",
        "limits: {search: 100/min, search.plans.gold: {limit: 1000, per: minute}}",
        "{limits.search: 100/min, limits.search.plans.gold: 1000/min}"
      })
  void plans_inYaml_areReadInEveryNesting(String yaml) {
    loader.finder(yaml(yaml));

    assertThat(loader.load().plans()).isEqualTo(Map.of("search", Map.of("gold", GOLD)));
  }

  @Test
  void plans_withoutABase_leaveItToOthers() {
    loader.own(Map.of("tollgate.limits.search.plans.gold", "1000/min"));

    var settings = loader.load();
    assertThat(settings.limits()).isEmpty();
    assertThat(settings.plans()).isEqualTo(Map.of("search", Map.of("gold", GOLD)));
  }

  @Test
  void plans_sectionWithNothingInIt_isNone() {
    loader.finder(yaml("limits: {search: {limit: 100, per: minute, plans: }}"));

    assertThat(loader.load().plans()).isEmpty();
  }

  @Test
  void plans_partFromTheEnvironment_overridesThatPart() {
    loader
        .finder(
            yaml("limits: {orderSearch: 1/s, orderSearch.plans: {Gold: {limit: 5, per: second}}}"))
        .environment(
            Map.of(
                "TOLLGATE_LIMITS_ORDERSEARCH_PLANS_GOLD_BURST", "9",
                "TOLLGATE_LIMITS_ORDERSEARCH_PLANS_SILVER", "2/s"));

    assertThat(loader.load().plans())
        .isEqualTo(
            Map.of(
                "orderSearch",
                Map.of(
                    "Gold", Limit.of(5).per(SECOND).burst(9).named("orderSearch"),
                    "silver", Limit.of(2).per(SECOND).named("orderSearch"))));
  }

  @Test
  void plans_namesWithDots_areTakenApartAtTheWordPlans() {
    loader.own(
        Map.of(
            "tollgate.limits.Orders.list", "1/s", "tollgate.limits.Orders.list.plans.a.b", "2/s"));

    assertThat(loader.load().plans())
        .isEqualTo(
            Map.of("Orders.list", Map.of("a.b", Limit.of(2).per(SECOND).named("Orders.list"))));
  }

  @Test
  void limits_calledPlans_isALimit() {
    loader.own(Map.of("tollgate.limits.plans", "1/s"));

    assertThat(loader.load().limits()).containsOnlyKeys("plans");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {search: 1/s, search.plans: 5}           | 37: tollgate.limits.search.plans: plans are given one by one; write tollgate.limits.search.plans.NAME
          {search: 1/s, search.plans.plans.a: 5/s} | 45: tollgate.limits.search.plans.plans.a: plans are given one by one; write tollgate.limits.search.plans.NAME
          {search: 1/s, search.plans: {gold: x}}   | 44: tollgate.limits.search.plans.gold: "x" is not a limit; write
          {search: 1/s, search.plans: {gold: {limit: 5}}} | 52: tollgate.limits.search.plans.gold.limit: the limit is incomplete; add tollgate.limits.search.plans.gold.per
          {search: 1/s, search.plans: {gold: {brust: 5}}} | 45: tollgate.limits.search.plans.gold.brust is not one of limit, per, every, burst, algorithm, gap, countrefused, lease; did you mean burst?
          {search: 1/s, search.plans: {gold: 5 at a time}} | 44: tollgate.limits.search.plans.gold: a rate and a number of calls under way cannot stand for each other; write the kind of limit that callers without a plan have
          """)
  void plans_thatMakeNoLimit_areAProblem(String limits, String problem) {
    loader.finder(yaml("limits: " + limits));

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("tollgate.yaml line 1, column " + problem);
  }

  @Test
  void plans_nameWithLineBreaks_staysOneLine() {
    loader.own(Map.of("tollgate.limits.a", "1/s", "tollgate.limits.a.plans.b\nc", "2/s"));

    assertThat(loader.load().toString()).contains("plan b\\u000Ac of a: ");
  }

  @Test
  void plans_variableThatCanMeanTwo_isAProblem() {
    loader
        .finder(yaml("limits: {a: 1/s, a.plans: {Gold: 2/s, gold: 3/s}}"))
        .environment(Map.of("TOLLGATE_LIMITS_A_PLANS_GOLD", "5/s"));

    assertThat(problems())
        .containsExactly(
            "environment variable TOLLGATE_LIMITS_A_PLANS_GOLD can mean each of the plans Gold,"
                + " gold; use a system property");
  }

  private List<String> problems() {
    try {
      throw new AssertionError("loaded " + loader.load());
    } catch (SettingsException e) {
      return e.problems();
    }
  }

  private static SettingsFile.Finder yaml(String text) {
    return path -> Optional.of(SettingsYamlTest.file(text));
  }
}
