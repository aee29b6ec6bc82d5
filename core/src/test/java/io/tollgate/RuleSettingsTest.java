package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuleSettingsTest {

  private static Settings ofFile(String yaml) {
    var file = new SettingsFile("tollgate.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    return new SettingsLoader().declare(Settings.CORE).finder(path -> Optional.of(file)).load();
  }

  private static List<String> problems(Map<String, ?> own) {
    return catchThrowableOfType(SettingsException.class, () -> Settings.of(own)).problems();
  }

  private static Rule rule(Settings settings, String name) {
    return settings.rules().rule(name).orElseThrow();
  }

  @Test
  void rules_ofAFile_keepTheirOrder() {
    var settings =
        ofFile(
            """
            rules:
              items:
                path: /items/{id}
                methods: [get, POST]
                limit: 10/min burst 20
                key: user, ip
                by: header:X-Tenant
                cost: 2
                mode: shadow
                refunderrors: true
                plans: {gold: 20/min}
                header: {X-App: [ios, android]}
              export: {path: /export, bucket: heavy, onlimit: wait, maxwait: 2s}
              files: {path: /static/*, allow: true}
              watch: false
            """);

    assertThat(settings.rules().rules())
        .extracting(Rule::name)
        .containsExactly("items", "export", "files");
    var items = rule(settings, "items");
    assertThat(items.match().paths()).containsExactly("/items/{id}");
    assertThat(items.match().methods()).isEqualTo(Condition.in("GET", "POST"));
    assertThat(items.match().headers()).containsOnlyKeys("x-app");
    assertThat(items.limit()).contains(Limit.of(10).per(Per.MINUTE).burst(20).named("items"));
    assertThat(items.plans()).containsValue(Limit.of(20).per(Per.MINUTE).named("items"));
    assertThat(items.keys()).containsExactly(Key.USER, Key.IP);
    assertThat(items.by()).containsExactly("header:x-tenant");
    assertThat(items.cost()).contains(2L);
    assertThat(items.mode()).contains(Mode.SHADOW);
    assertThat(items.refundErrors()).contains(true);
    assertThat(rule(settings, "export").bucket()).contains("heavy");
    assertThat(rule(settings, "export").maxWait()).contains(Duration.ofSeconds(2));
    assertThat(rule(settings, "files").allow()).isTrue();
    assertThat(settings.get(Settings.RULES_WATCH)).isFalse();
  }

  @Test
  void rules_calledLikeSettingsOrParts_areRules() {
    var settings =
        ofFile(
            """
            rules:
              watch: {path: /watch, limit: 5/min}
              my.path: {path: /my, plans: {gold: 5/min}}
              path: {path: /path, header: {X-App: ios}, limit: 5/min}
              v1.search: {path: /v1/search, limit: 5/min}
            rules.watch: false
            """);

    assertThat(settings.rules().rules())
        .extracting(Rule::name)
        .containsExactly("watch", "my.path", "path", "v1.search");
    assertThat(rule(settings, "my.path").plans()).containsOnlyKeys("gold");
    assertThat(settings.get(Settings.RULES_WATCH)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {a.plans.b: {path: /b, limit: 5/min}} | 9: tollgate.rules.a.plans.b: no rule can have .plans. or .header. in its name, where names of a map of another rule begin; rename the rule
          {watch: {pth: /b}}                    | 17: tollgate.rules.watch.pth is not a setting; did you mean tollgate.rules.watch.path?
          {watch: 5/min}                        | 16: tollgate.rules.watch: "5/min" is neither true nor false
          {a: {limit: {limit: 5, per: minute}}} | 20: tollgate.rules.a.limit: this is a map; write one value
          """)
  void rules_mapThatIsNoRule_saysWhy(String rules, String problem) {
    assertThat(
            catchThrowableOfType(SettingsException.class, () -> ofFile("rules: " + rules))
                .problems())
        .containsExactly("tollgate.yaml line 1, column " + problem);
  }

  @Test
  void rules_withoutAny_areEmpty() {
    assertThat(ofFile("rules:\n").rules()).isEqualTo(RuleSet.EMPTY);
  }

  @Test
  void rules_partsOfSeveralSources_areOneRule() {
    var file = "rules: {items: {path: /items, limit: 10/min, plans: {gold: 5/s, iron: 1/s}}}";
    var settings =
        new SettingsLoader()
            .declare(Settings.CORE)
            .environment(Map.of("TOLLGATE_RULES_ITEMS_LIMIT", "20/min"))
            .systemProperties(Map.of("tollgate.rules.items.plans.gold", "9/s"))
            .finder(
                path ->
                    Optional.of(
                        new SettingsFile("tollgate.yaml", file.getBytes(StandardCharsets.UTF_8))))
            .load();

    var rule = rule(settings, "items");
    assertThat(rule.limit().orElseThrow().tokens()).isEqualTo(20);
    assertThat(rule.plans())
        .containsEntry("gold", Limit.of(9).per(Per.SECOND).named("items"))
        .containsEntry("iron", Limit.of(1).per(Per.SECOND).named("items"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          path    | items         | "items" is not a path; write /report, /items/{id} or /static/*, beginning with a slash
          path    | /a//b         | "/a//b" has two slashes in a row, which a path never has
          path    | /a*           | "/a*" has a * elsewhere than alone at its end; write /static/*
          path    | /*/a          | "/*/a" has a * elsewhere than alone at its end; write /static/*
          path    | /a{id}        | "/a{id}" has more than a name between slashes; write /items/{id}
          path    | /{id:[0-9]+}  | "/{id:[0-9]+}" has more than a name between slashes; write /items/{id}
          path    | /../a         | "/../a" has dots that the container resolves; leave them out
          path    | /%61          | "/%61" is compared with what the container has decoded; write it without %, ; and ?
          methods | GE T          | "GE T" is not an HTTP method; write GET, POST and so on
          methods | HEAD          | HEAD counts as GET; write GET
          key     | usr           | "usr" is not one of user, ip, client, global, country, plan; did you mean user?
          cost    | -1            | "-1" is not a whole number from 0 to 9223372036854775807
          maxwait | soon          | "soon" is not a duration; write 50ms, 2s, 1m or PT2S
          maxwait | 2s            | maxwait says nothing without onlimit; add onlimit: wait
          onlimit | wait          | nobody says how long calls may wait; add maxwait, for example 2s
          """)
  void rules_partThatDoesNotFit_isAProblem(String part, String value, String problem) {
    var own = new LinkedHashMap<String, String>();
    own.put("tollgate.rules.items.path", "/items");
    own.put("tollgate.rules.items." + part, value);

    assertThat(problems(own)).singleElement().asString().endsWith(": " + problem);
  }

  @Test
  void rules_allowWithALimit_isAProblem() {
    assertThat(
            problems(
                Map.of(
                    "tollgate.rules.items.path",
                    "/items",
                    "tollgate.rules.items.allow",
                    "true",
                    "tollgate.rules.items.limit",
                    "1/s")))
        .containsExactly(
            "property tollgate.rules.items: the rule lets its calls pay nothing and says what"
                + " they pay; leave one of the two out");
  }

  @Test
  void rules_twoSizesOfOneBucket_isAProblem() {
    assertThat(
            catchThrowableOfType(
                    SettingsException.class,
                    () ->
                        ofFile(
                            """
                            rules:
                              a: {path: /a, bucket: b, limit: 1/s}
                              c: {path: /c, bucket: b, limit: 2/s}
                            """))
                .problems())
        .containsExactly(
            "tollgate.yaml line 3, column 35: tollgate.rules.c.limit: bucket \"b\" is 1/s in rule a;"
                + " give both the same numbers, or state them once");
  }

  @ParameterizedTest
  @CsvSource({
    "tollgate.rules.items.lmit, tollgate.rules.items.limit",
    "tollgate.rules.items.method, tollgate.rules.items.methods",
    "tollgate.rules.items, tollgate.rules.items.path"
  })
  void rules_unknownPart_hasAHint(String name, String meant) {
    assertThat(problems(Map.of(name, "x")))
        .containsExactly("property " + name + " is not a setting; did you mean " + meant + "?");
  }
}
