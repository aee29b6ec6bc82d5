package io.tollgate.rules.envoy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.RuleSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvoyRulesTest {

  @Test
  void of_keyAndOneOfItsValues_isARuleAndAnExceptionOnItsBucket() {
    var text =
        """
        domain: edge
        descriptors:
          - key: remote_address
            rate_limit: {unit: second, requests_per_unit: 10}
          - key: remote_address
            value: 50.0.0.5
            rate_limit: {unit: second, requests_per_unit: 0}
        """;

    assertThat(read(text).toYaml())
        .isEqualTo(
            """
            rules:
              edge.remote_address: {limit: 10/s fixed_window, key: ip}
              edge.remote_address_50.0.0.5: {address: "50.0.0.5", bucket: edge.remote_address, limit: 0/s fixed_window}
            """);
  }

  @Test
  void of_valuesAlone_haveBucketsOfTheirOwn() {
    var text =
        """
        domain: mongo_cps
        descriptors:
          - {key: database, value: users, rate_limit: {unit: second, requests_per_unit: 500}}
          - {key: database, value: default, rate_limit: {unit: second, requests_per_unit: 300}}
        """;

    var imported = read(text);

    assertThat(imported.rules().toYaml())
        .isEqualTo(
            """
            rules:
              mongo_cps.database_users: {header: {database: users}, limit: 500/s fixed_window, key: global}
              mongo_cps.database_default: {header: {database: default}, limit: 300/s fixed_window, key: global}
            """);
    assertThat(imported.notes())
        .singleElement()
        .asString()
        .contains("\"database\" is taken for the header field of that name", "--map database=");
  }

  @Test
  void of_nestedDescriptors_asksForAllAndCountsByThoseWithoutValue() {
    var text =
        """
        domain: messaging
        descriptors:
          - key: message_type
            value: marketing
            descriptors:
              - key: to_number
                rate_limit: {unit: day, requests_per_unit: 5}
          - key: to_number
            rate_limit: {unit: day, requests_per_unit: 100}
        """;

    assertThat(read(text).rules().toYaml())
        .isEqualTo(
            """
            rules:
              messaging.message_type_marketing.to_number: {header: {message_type: marketing}, limit: 5/day fixed_window, by: "header:to_number"}
              messaging.to_number: {limit: 100/day fixed_window, by: "header:to_number"}
            """);
  }

  @Test
  void of_unlimitedValue_paysNothingToTheBucket() {
    var text =
        """
        domain: internal
        descriptors:
          - {key: user, rate_limit: {unit: minute, requests_per_unit: 100}}
          - {key: user, value: ldap, rate_limit: {unlimited: true}}
          - {key: user, value: exempt}
        """;

    assertThat(read(text).rules().toYaml())
        .contains("internal.user_ldap: {user: ldap, bucket: internal.user, cost: 0}")
        .contains("internal.user_exempt: {user: exempt, bucket: internal.user, cost: 0}");
  }

  @Test
  void of_unlimitedThatNothingWouldLimit_isANote() {
    var text = "domain: a\ndescriptors:\n  - {key: plan, rate_limit: {unlimited: true}}";

    assertThat(read(text).rules()).isEqualTo(RuleSet.EMPTY);
    assertThat(read(text).notes()).anyMatch(note -> note.startsWith("\"a.plan\" is unlimited"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"shadow_mode", "quota_mode"})
  void of_shadowMode_isTheModeOfTheRule(String field) {
    var text =
        "domain: a\ndescriptors:\n  - {key: user, rate_limit: {unit: day, requests_per_unit: 1}, "
            + field
            + ": true}\n"
            + "  - {key: user, value: b, rate_limit: {unit: day, requests_per_unit: 2}}";

    assertThat(read(text).rules().toYaml())
        .contains("a.user: {limit: 1/day fixed_window, key: user, mode: shadow}")
        .contains("a.user_b: {user: b, bucket: a.user, limit: 2/day fixed_window, mode: enforce}");
  }

  @Test
  void of_replaces_paysNothingToTheOtherWhereBothHold() {
    var text =
        """
        domain: shop
        descriptors:
          - key: x-kind
            value: read
            descriptors:
              - {key: user, value: bkt, rate_limit: {name: reads, unit: second, requests_per_unit: 5}}
          - key: x-endpoint
            value: list
            descriptors:
              - key: user
                value: bkt
                rate_limit: {replaces: [{name: reads}], unit: second, requests_per_unit: 10}
        """;

    assertThat(read(text).rules().toYaml())
        .contains("shop.reads: {user: bkt, header: {\"x-kind\": read}, limit: 5/s fixed_window")
        .contains(
            "{user: bkt, header: {\"x-endpoint\": list, \"x-kind\": read}, bucket: shop.reads, cost:"
                + " 0}");
  }

  @Test
  void of_replacesThatAlwaysHolds_isRefused() {
    var text =
        """
        domain: shop
        descriptors:
          - {key: user, value: a, rate_limit: {name: one, unit: second, requests_per_unit: 5}}
          - {key: plan, rate_limit: {replaces: [{name: one}], unit: second, requests_per_unit: 5}}
        """;

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(EnvoyException.class)
        .hasMessageStartingWith("envoy.yaml line 4, column 5: this replaces \"shop.user_a\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/*|/api/*|key: global",
        "/api/*/action|/api/{p1}/action|by: \"path:p1\"",
        "/a/*/b/*/c|/a/{p1}/b/{p2}/c|by: [\"path:p1\", \"path:p2\"]",
        "/login|/login|key: global",
      })
  void of_path_isThePathOfTheRule(String value, String path, String payer) {
    var text =
        "domain: a\ndescriptors:\n  - {key: path, value: '"
            + value
            + "', rate_limit: {unit: hour, requests_per_unit: 20}}";

    assertThat(read(text).rules().rules())
        .singleElement()
        .satisfies(rule -> assertThat(rule.match().paths()).containsExactly(path));
    assertThat(read(text).rules().toYaml()).contains("limit: 20/h fixed_window, " + payer);
  }

  @Test
  void of_sharedWildcard_isCountedTogether() {
    var text =
        "domain: a\ndescriptors:\n  - {key: path, value: '/api/*/x', share_threshold: true,"
            + " rate_limit: {unit: week, requests_per_unit: 20}}";

    assertThat(read(text).rules().toYaml())
        .contains("path: \"/api/{p1}/x\"", "limit: 20/7day fixed_window")
        .contains("key: global")
        .doesNotContain("by:");
  }

  @ParameterizedTest
  @CsvSource({"path, /api*", "path, a*b", "remote_address, 10.*", "method, P*", "generic_key, a*"})
  void of_wildcardThatNoRuleHas_isRefused(String key, String value) {
    var text =
        "domain: a\ndescriptors:\n  - {key: "
            + key
            + ", value: '"
            + value
            + "', rate_limit: {unit: hour, requests_per_unit: 20}}";

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(EnvoyException.class)
        .hasMessageMatching("envoy.yaml line 3, column 5: .*wildcard.*");
  }

  @Test
  void of_wildcardInAHeader_staysAndCountsEachApart() {
    var text =
        """
        domain: a
        descriptors:
          - {key: wild, value: 'foo*', rate_limit: {unit: minute, requests_per_unit: 20}}
          - {key: mid, value: 'b*r', share_threshold: true, rate_limit: {unit: minute, requests_per_unit: 30}}
        """;

    assertThat(read(text).rules().toYaml())
        .contains("{header: {wild: \"foo*\"}, limit: 20/min fixed_window, by: \"header:wild\"}")
        .contains("{header: {mid: \"b*r\"}, limit: 30/min fixed_window, key: global}");
  }

  @Test
  void of_valueBesideAWildcard_isAnExceptionThatGoesFirst() {
    var text =
        """
        domain: a
        descriptors:
          - {key: user, value: 'test*', rate_limit: {unit: minute, requests_per_unit: 100}}
          - {key: user, value: test1, rate_limit: {unit: minute, requests_per_unit: 50}}
          - {key: user, value: other, rate_limit: {unit: minute, requests_per_unit: 70}}
        """;

    assertThat(read(text).rules().toYaml())
        .isEqualTo(
            """
            rules:
              a.user_test1: {user: test1, bucket: "a.user_test-", limit: 50/min fixed_window}
              a.user_other: {user: other, limit: 70/min fixed_window, key: global}
              "a.user_test-": {user: "test*", limit: 100/min fixed_window, key: user}
            """);
  }

  @Test
  void of_methodAndCluster_areConditionsOrNothing() {
    var text =
        """
        domain: a
        descriptors:
          - key: destination_cluster
            value: this
            descriptors:
              - key: method
                value: POST
                descriptors:
                  - {key: remote_address, rate_limit: {unit: minute, requests_per_unit: 3}}
        """;

    assertThat(read(text).rules().toYaml())
        .contains("{methods: POST, limit: 3/min fixed_window, key: ip}");
  }

  @Test
  void of_genericKey_isAnEndpointWithANote() {
    var text =
        "domain: a\ndescriptors:\n  - {key: generic_key, value: slow, rate_limit: {unit: day, requests_per_unit: 3}}";

    assertThat(read(text).rules().toYaml()).contains("{endpoint: slow, limit: 3/day fixed_window");
    assertThat(read(text).notes()).anyMatch(note -> note.startsWith("generic_key is what"));
    assertThat(read(text, "generic_key:slow=path:/slow/*").rules().toYaml())
        .contains("{path: \"/slow/*\", limit");
  }

  @Test
  void of_outcomeOfAComparison_needsAMap() {
    var text =
        "domain: a\ndescriptors:\n  - {key: header_match, value: mobile, rate_limit: {unit: day, requests_per_unit: 3}}";

    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("--map header_match:mobile=header:NAME:VALUE");
    assertThat(read(text, "header_match:mobile=header:X-App:ios").rules().toYaml())
        .contains("{header: {\"x-app\": ios}, limit");
  }

  @Test
  void of_ownKeys_areWhatTheMapSays() {
    var text =
        "domain: a\ndescriptors:\n  - {key: tenant, rate_limit: {unit: day, requests_per_unit: 3}}";

    assertThat(read(text, "tenant=user").rules().toYaml()).contains("key: user}");
    assertThat(read(text, "tenant=header:X-Tenant").notes()).isEmpty();
  }

  @Test
  void of_metricsFields_areTakenAndChangeNothing() {
    var text =
        "domain: a\ndescriptors:\n  - {key: user, detailed_metric: true, value_to_metric: true, rate_limit: {unit: MINUTE, requests_per_unit: 3}}";

    assertThat(read(text).toYaml())
        .isEqualTo("rules:\n  a.user: {limit: 3/min fixed_window, key: user}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tenant", "=user", "a=", "a=nobody", "a:b=user", "a=path:/x", "a=header:"})
  void state_anythingElse_isRefusedWithTheForms(String map) {
    assertThatThrownBy(() -> new DescriptorKeys().state(map))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write KEY=PART");
  }

  private static EnvoyRules read(String text, String... maps) {
    var keys = new DescriptorKeys();
    for (var map : maps) {
      keys.state(map);
    }
    return EnvoyRules.of(Map.of("envoy.yaml", text.getBytes(UTF_8)), keys, /* merged= */ false);
  }
}
