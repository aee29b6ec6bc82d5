package io.tollgate.rules.envoy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Envoy's service refuses to load is refused here, with the place and the fix. */
final class EnvoyMistakesTest {

  @ParameterizedTest
  @ValueSource(strings = {"domain:\ndescriptors: []", "domain: ''", "descriptors:\n  - key: a"})
  void read_withoutDomain_isRefused(String text) {
    assertThat(problems(text).get(0))
        .startsWith("envoy.yaml line 1, column ")
        .endsWith(": the domain is empty; name it with domain: NAME");
  }

  @Test
  void read_twoFilesOfOneDomain_areRefusedUnlessMerged() {
    var first =
        "domain: shop\ndescriptors:\n  - {key: user, rate_limit: {unit: day, requests_per_unit: 1}}";
    var second =
        "domain: shop\ndescriptors:\n  - {key: plan, rate_limit: {unit: day, requests_per_unit: 1}}";

    assertThat(problems(Map.of("a.yaml", first, "b.yaml", second), /* merged= */ false))
        .singleElement()
        .asString()
        .contains(
            "line 1, column 9: the domain \"shop\" is in ", "or take them together with --merge");
    assertThat(read(Map.of("a.yaml", first, "b.yaml", second), /* merged= */ true).rules().rules())
        .hasSize(2);
    assertThat(problems(inOrder("a.yaml", first, "b.yaml", first), /* merged= */ true))
        .containsExactly(
            "b.yaml line 3, column 5: the descriptor \"shop.user\" is in a.yaml, too; remove one");
  }

  @Test
  void read_descriptorWithoutKey_isRefused() {
    assertThat(problems("domain: shop\ndescriptors:\n  - key:\n    value: a"))
        .containsExactly("envoy.yaml line 3, column 9: the descriptor has no key; write key: NAME");
  }

  @Test
  void read_descriptorTwice_isRefused() {
    var text =
        """
        domain: shop
        descriptors:
          - key: key1
            value: value1
            rate_limit: {unit: minute, requests_per_unit: 20}
          - key: key1
            value: value1
            rate_limit: {unit: minute, requests_per_unit: 30}
        """;

    assertThat(problems(text))
        .containsExactly(
            "envoy.yaml line 6, column 5: the descriptor \"shop.key1_value1\" stands twice; remove"
                + " one");
  }

  @Test
  void read_nestedDescriptorTwice_isRefused() {
    var text =
        """
        domain: shop
        descriptors:
          - key: key1
            descriptors:
              - {key: user, value: a}
              - {key: user, value: a}
        """;

    assertThat(problems(text))
        .containsExactly(
            "envoy.yaml line 6, column 9: the descriptor \"shop.key1.user_a\" stands twice; remove"
                + " one");
  }

  @Test
  void read_unknownUnit_isRefusedWithThoseThereAre() {
    assertThat(problems(limited("unit: foo\n      requests_per_unit: 5")))
        .containsExactly(
            "envoy.yaml line 5, column 13: \"foo\" is not a unit; write one of second, minute, hour,"
                + " day, week, month, year");
  }

  @Test
  void read_limitWithoutUnit_isRefused() {
    assertThat(problems(limited("requests_per_unit: 5")))
        .containsExactly(
            "envoy.yaml line 5, column 7: the unit is missing; write one of second, minute, hour,"
                + " day, week, month, year");
  }

  @ParameterizedTest
  @CsvSource({"-1", "1.5", "many", "4294967296", "1e3"})
  void read_numberOfRequestsThatIsNone_isRefused(String number) {
    assertThat(problems(limited("unit: day\n      requests_per_unit: " + number)))
        .containsExactly(
            "envoy.yaml line 6, column 26: \""
                + number
                + "\" is no number of requests; write a whole number from 0 to 4294967295");
  }

  @Test
  void read_limitThatReplacesItself_isRefused() {
    assertThat(
            problems(
                limited(
                    "unit: day\n      requests_per_unit: 5\n      name: slow\n      replaces:\n"
                        + "        - name: slow")))
        .containsExactly(
            "envoy.yaml line 9, column 17: the limit \"slow\" replaces itself; name another one");
  }

  @Test
  void read_limitThatReplacesNothing_isRefused() {
    assertThat(
            problems(
                limited("unit: day\n      requests_per_unit: 5\n      replaces:\n        - name:")))
        .containsExactly(
            "envoy.yaml line 8, column 16: the entry of replaces is empty; write - name: NAME");
  }

  @Test
  void read_textThatIsNotYaml_isRefused() {
    assertThat(problems("domain: shop\ndescriptors: \"open"))
        .singleElement()
        .asString()
        .startsWith("envoy.yaml line 2, column ")
        .contains("the quote is not closed");
  }

  @Test
  void read_misspelledNames_suggestTheRightOnes() {
    var text =
        """
        domain: shop
        descriptors:
          - key: key1
            ratelimit:
              unit: day
          - key: key2
            rate_limit:
              unit: day
              requestsperunit: 5
        """;

    assertThat(problems(text))
        .contains(
            "envoy.yaml line 4, column 5: \"ratelimit\" is not known; did you mean rate_limit?",
            "envoy.yaml line 9, column 7: \"requestsperunit\" is not known; did you mean"
                + " requests_per_unit?");
  }

  @Test
  void read_nameThatIsANumber_isRefused() {
    assertThat(problems("0.25: shop\ndescriptors: []").get(0))
        .startsWith("envoy.yaml line 1, column 1: \"0.25\" does not belong into");
  }

  @Test
  void read_listOfTexts_isRefused() {
    assertThat(problems("domain: shop\ndescriptors:\n  - a\n  - b"))
        .hasSize(2)
        .allMatch(line -> line.contains("a descriptor is expected here"));
  }

  @Test
  void read_unlimitedWithUnit_isRefused() {
    assertThat(problems(limited("unlimited: true\n      unit: day")))
        .containsExactly(
            "envoy.yaml line 6, column 13: what is unlimited has no unit; remove unit, or"
                + " unlimited: true");
  }

  @Test
  void read_sharedThresholdWithoutWildcard_isRefused() {
    assertThat(
            problems(
                "domain: shop\ndescriptors:\n  - key: path\n    value: /a\n    share_threshold: true"))
        .containsExactly(
            "envoy.yaml line 5, column 22: share_threshold is for values with a wildcard; write"
                + " value: /a* or remove it");
  }

  @Test
  void read_fieldAtTheWrongPlace_isRefusedWhereEnvoyPassesOverIt() {
    assertThat(problems(limited("unit: day\n      requests_per_unit: 5\n      shadow_mode: true")))
        .singleElement()
        .asString()
        .startsWith("envoy.yaml line 7, column 7: \"shadow_mode\" does not belong into rate_limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "domain: &a shop\ndescriptors: [*a]",
        "domain: !!java.net.URL [x]",
        "domain: shop\ndomain: shop",
        "[]",
        "",
        "--- a\n--- b"
      })
  void read_hostileOrStrange_isRefused(String text) {
    assertThat(problems(text)).isNotEmpty().allMatch(line -> line.startsWith("envoy.yaml line "));
  }

  @Test
  void read_severalMistakes_areToldAtOnce() {
    var text =
        """
        domain:
        descriptors:
          - value: a
          - key: b
            rate_limit: {unit: foo, requests_per_unit: x}
        """;

    assertThat(problems(text)).hasSize(4);
  }

  private static String limited(String limit) {
    return "domain: shop\ndescriptors:\n  - key: user\n    rate_limit:\n      " + limit;
  }

  private static List<String> problems(String text) {
    return problems(Map.of("envoy.yaml", text), /* merged= */ false);
  }

  private static List<String> problems(Map<String, String> files, boolean merged) {
    return catchThrowableOfType(EnvoyException.class, () -> read(files, merged)).problems();
  }

  private static Map<String, String> inOrder(String a, String textA, String b, String textB) {
    var files = new LinkedHashMap<String, String>();
    files.put(a, textA);
    files.put(b, textB);
    return files;
  }

  private static EnvoyRules read(Map<String, String> files, boolean merged) {
    var bytes = new LinkedHashMap<String, byte[]>();
    files.forEach((name, text) -> bytes.put(name, text.getBytes(UTF_8)));
    return EnvoyRules.of(bytes, new DescriptorKeys(), merged);
  }
}
