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

final class PathSettingsTest {

  private static Settings ofFile(String yaml) {
    var file = new SettingsFile("tollgate.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    return new SettingsLoader().declare(Settings.CORE).finder(path -> Optional.of(file)).load();
  }

  private static List<String> problems(Map<String, ?> own) {
    return catchThrowableOfType(SettingsException.class, () -> Settings.of(own)).problems();
  }

  @Test
  void paths_ofAFile_areRules() {
    var settings =
        ofFile(
            """
            paths:
              items:
                path: /items/{id}
                methods: [get, POST]
                limit: 10/min burst 20
                key: user, ip
                by: header:X-Tenant
                cost: 2
                shadow: true
                refunderrors: true
              export: {path: /export, bucket: heavy, onlimit: wait, maxwait: 2s}
              files: {path: /static/*, unlimited: true}
            """);

    assertThat(settings.paths())
        .extracting(PathRule::name)
        .containsExactly("export", "files", "items");
    var items = settings.paths().get(2);
    assertThat(items.path()).isEqualTo("/items/{id}");
    assertThat(items.methods()).containsExactly("GET", "POST");
    assertThat(items.limit()).contains(Limit.of(10).per(Per.MINUTE).burst(20).named("items"));
    assertThat(items.keys()).containsExactly(Key.USER, Key.IP);
    assertThat(items.by()).containsExactly("header:X-Tenant");
    assertThat(items.cost()).isEqualTo(2);
    assertThat(items.shadow()).isTrue();
    assertThat(items.refundErrors()).isTrue();
    assertThat(items.maxWait()).isEmpty();
    assertThat(settings.paths().get(0).bucket()).contains("heavy");
    assertThat(settings.paths().get(0).maxWait()).contains(Duration.ofSeconds(2));
    assertThat(settings.paths().get(1).unlimited()).isTrue();
  }

  @Test
  void paths_withoutAny_areEmpty() {
    assertThat(ofFile("paths:\n").paths()).isEmpty();
  }

  @Test
  void paths_partsOfSeveralSources_areOneRule() {
    var file = "paths: {items: {path: /items, limit: 10/min}}";
    var settings =
        new SettingsLoader()
            .declare(Settings.CORE)
            .environment(Map.of("TOLLGATE_PATHS_ITEMS_LIMIT", "20/min"))
            .finder(
                path ->
                    Optional.of(
                        new SettingsFile("tollgate.yaml", file.getBytes(StandardCharsets.UTF_8))))
            .load();

    assertThat(settings.paths())
        .singleElement()
        .extracting(rule -> rule.limit().orElseThrow().tokens())
        .isEqualTo(20L);
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
  void paths_partThatDoesNotFit_isAProblem(String part, String value, String problem) {
    var own = new LinkedHashMap<String, String>();
    own.put("tollgate.paths.items.path", "/items");
    own.put("tollgate.paths.items." + part, value);

    assertThat(problems(own)).singleElement().asString().endsWith(": " + problem);
  }

  @Test
  void paths_ruleWithoutPath_isAProblem() {
    assertThat(problems(Map.of("tollgate.paths.items.limit", "1/s")))
        .containsExactly(
            "property tollgate.paths.items.limit: the rule has no path; add"
                + " tollgate.paths.items.path");
  }

  @Test
  void paths_unlimitedWithALimit_isAProblem() {
    assertThat(
            problems(
                Map.of(
                    "tollgate.paths.items.path",
                    "/items",
                    "tollgate.paths.items.unlimited",
                    "true",
                    "tollgate.paths.items.limit",
                    "1/s")))
        .containsExactly(
            "property tollgate.paths.items.path: the rule is unlimited and states a limit; leave one"
                + " of the two out");
  }

  @ParameterizedTest
  @CsvSource({
    "tollgate.paths.items.lmit, tollgate.paths.items.limit",
    "tollgate.paths.items.method, tollgate.paths.items.methods",
    "tollgate.paths.items, tollgate.paths.items.path"
  })
  void paths_unknownPart_hasAHint(String name, String meant) {
    assertThat(problems(Map.of(name, "x")))
        .containsExactly("property " + name + " is not a setting; did you mean " + meant + "?");
  }
}
