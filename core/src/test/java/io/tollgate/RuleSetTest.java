package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RuleSetTest {

  private static final String ALL =
      """
      rules:
        search: {path: /search, methods: GET, limit: 100/min, key: user}
        acme: {bucket: search, user: acme, limit: 1000/min}
        abroad: {path: '/*', country: '!de', limit: 20/min burst 40, key: ip}
        bad: {address: [203.0.113.0/24, '2001:db8::/32'], deny: true}
        office: {address: 10.0.0.0/8, allow: true}
        friday: {bucket: search, user: acme, times: 10, until: 2026-11-20T18:00:00Z}
        reports: {endpoint: Reports.list, limit: 5/min, plans: {gold: 50/min}, mode: shadow}
        mobile: {path: '/items/{id}', header: {X-App: [ios, android]}, cost: 3, bucket: default}
        slow: {path: /slow, limit: 2 at a time, from: 2026-01-01, until: 2026-01-31}
        wait: {path: /w, limit: 10/2h sliding_window, onlimit: wait, maxwait: 2s, by: 'header:X-Key'}
      """;

  private static Rule rule(String name) {
    return RuleSet.read(ALL, "rules").rule(name).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {bucket: search, limit: 1/min}        | each caller may do 1 search a minute
          {bucket: search one, limit: 1/min}    | each caller may do 1 call of search one a minute
          {path: /search, key: ip, limit: 1/h}  | each address may do 1 call to /search an hour
          """)
  void describe_limitOfOne_speaksOfOne(String rule, String expected) {
    var read = RuleSet.read("rules: {one: " + rule + "}", "rules").rule("one").orElseThrow();

    assertThat(read.describe()).isEqualTo(expected);
  }

  private static List<RuleProblem> problems(String text) {
    return catchThrowableOfType(RulesException.class, () -> RuleSet.read(text, "rules")).problems();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          search  | each user may do 100 calls to GET /search a minute
          acme    | acme may do 1,000 searches a minute
          abroad  | each address from any country but DE may do 20 calls to /* a minute, 40 at once
          bad     | calls from 203.0.113.0/24 or 2001:db8:0:0:0:0:0:0/32 are denied
          office  | calls from 10.0.0.0/8 pay nothing
          friday  | acme may do 10 times as many searches, until 20 Nov 2026 18:00 UTC
          reports | each caller may do 5 calls to Reports.list a minute; with plan gold they may do 50 calls to Reports.list a minute (only counted)
          mobile  | calls to /items/{id} with x-app ios or android draw on the budget default; each call costs 3
          """)
  void describe_eachKind_isPlainLanguage(String name, String words) {
    assertThat(rule(name).describe()).isEqualTo(words);
  }

  @Test
  void read_whatWasWritten_isTheSameSet() {
    var set = RuleSet.read(ALL, "rules");

    assertThat(RuleSet.read(set.toYaml(), "yaml")).isEqualTo(set);
    assertThat(RuleSet.read(set.toJson(), "json")).isEqualTo(set);
    assertThat(RuleSet.read(set.toYaml(), "yaml").toYaml()).isEqualTo(set.toYaml());
    for (var rule : set.rules()) {
      assertThat(RuleSet.readRule(rule.toJson(), "json")).isEqualTo(rule);
    }
  }

  @Test
  void toJson_ofARule_statesOnlyWhatTheRuleDoes() {
    assertThat(rule("acme").toJson())
        .isEqualTo(
            "{\"name\":\"acme\",\"user\":\"acme\",\"bucket\":\"search\",\"limit\":\"1000/min\"}");
  }

  @Test
  void read_listOfRules_takesTheirNames() {
    var set =
        RuleSet.read("[{\"name\": \"a\", \"limit\": \"1/s\"}, {name: b, limit: 2/s}]", "json");

    assertThat(set.rules()).extracting(Rule::name).containsExactly("a", "b");
  }

  @Test
  void read_besideOtherSettings_takesTheRulesAlone() {
    var set = RuleSet.read("tollgate: {mode: off, rules: {watch: true, a: {limit: 1/s}}}", "file");

    assertThat(set.rules()).extracting(Rule::name).containsExactly("a");
  }

  @Test
  void read_untilADay_includesTheDay() {
    assertThat(rule("slow").from()).contains(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(rule("slow").until()).contains(Instant.parse("2026-02-01T00:00:00Z"));
  }

  @Test
  void read_severalProblems_areAllToldWithPlaceAndSuggestion() {
    var problems =
        problems(
            """
            rules:
              a: {path: /a, limt: 5}
              b:
                limit: five
                header: {X-A: [x, '!y']}
              c: 7
              a: {limit: 1/s}
              d: {limit: 1/s, limit: 2/s}
            """);

    assertThat(problems)
        .containsExactly(
            new RuleProblem(
                "a", "limt", 2, 17, "this is not a part of a rule", "did you mean limit?"),
            new RuleProblem(
                "b",
                "limit",
                4,
                12,
                "\"five\" is not a limit",
                "write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time"),
            new RuleProblem(
                "b",
                "header",
                5,
                19,
                "X-A: some items are excluded and others are not",
                "write ! before all of them or before none"),
            new RuleProblem(
                "c",
                "",
                6,
                6,
                "the parts of a rule are expected here",
                "write {path: /report, limit: 100/min}"),
            new RuleProblem(
                "a",
                "",
                7,
                3,
                "this rule is given a second time, the first is at line 2, column 3",
                "rename one"),
            new RuleProblem("d", "limit", 8, 19, "this stands twice in the rule", "remove one"));
    assertThat(problems.get(0))
        .hasToString(
            "line 2, column 17: rules.a.limt: this is not a part of a rule; did you mean limit?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {allow: true, deny: true, user: a}          | the rule allows and denies
          {deny: true}                                | the rule does not say for which calls it is
          {deny: true, user: a, cost: 2}              | the rule denies its calls and says what they pay
          {user: a}                                   | the rule does nothing
          {times: 3}                                  | times multiplies the limit of a bucket, and none is named
          {times: 3, bucket: b, limit: 1/s}           | the rule states a limit and multiplies another
          {limit: 5/s, cost: 6}                       | cost exceeds the burst of 5
          {limit: 9/s, cost: 6, plans: {g: 5/s}}      | cost exceeds the burst of 5 of plan g
          {limit: 9/s, key: [global, ip]}             | global is everybody together, so no other key stands beside it
          {limit: 9/s, from: 2026-02-02, until: 2026-01-01} | the rule ends before it begins
          {path: /a, bucket: default, limit: 9/s}     | the shared budget "default" is sized by tollgate.limits.default
          {limit: 5 at a time, plans: {g: 5/s}}       | plans.g: a rate and a number of calls under way cannot stand for each other
          {limit: 9/s, until: friday}                 | "friday" is not a time
          {limit: 9/s, until: 99999-01-01}            | "99999-01-01" is not a time
          {limit: 9/s, address: 10.0.0.1/8}           | "10.0.0.1/8" is not a block of addresses
          {limit: 9/s, country: Germany}              | "Germany" is not a country
          {limit: 9/s, header: X-App}                 | this is not a map
          {limit: 9/s, header: {a b: c}}              | "a b" is not the name of a header field
          {limit: 9/s, path: '!/a'}                   | "!/a" excludes a path
          {limit: 1e400}                              | "1e400" is not a limit
          {limit: [1/s, 2/s]}                         | this is a list
          {limit: 9/s, times: 0}                      | "0" is not a whole number from 1 to 1000000
          {limit: 9/s, user: []}                      | the value is empty
          {limit: 9/s, by: 'colour:red'}              | "colour:red" names no part of a request
          """)
  void read_ruleThatCannotBe_saysWhy(String rule, String message) {
    assertThat(problems("rules: {r: " + rule + "}"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.message()).isEqualTo(message);
              assertThat(problem.rule()).isEqualTo("r");
              assertThat(problem.line()).isEqualTo(1);
              assertThat(problem.column()).isGreaterThan(7);
            });
  }

  /** Bad inputs, number 40: nothing is made of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules: {a: &x {limit: 1/s}, b: *x}",
        "rules: {a: {limit: !!java.net.URL ['http://localhost']}}",
        "rules: !!javax.script.ScriptEngineManager []",
        "rules: {? [a] : {limit: 1/s}}",
        "--- {}\n--- {}"
      })
  void e40_anchorsAndTags_areRefused(String text) {
    assertThat(problems(text)).isNotEmpty().allSatisfy(one -> assertThat(one.line()).isPositive());
  }

  @Test
  void e40_bombOfAnchors_isRefusedAtTheFirst() {
    var bomb = new StringBuilder("a: &a [x, x]\n");
    for (char c = 'b'; c < 'k'; c++) {
      bomb.append(c).append(": &").append(c).append(" [*").append((char) (c - 1)).append("]\n");
    }

    assertThat(problems("rules:\n  " + bomb.toString().replace("\n", "\n  ")))
        .singleElement()
        .extracting(RuleProblem::line)
        .isEqualTo(2);
  }

  @Test
  void read_deepNesting_isRefused() {
    assertThat(problems("[".repeat(10_000)))
        .singleElement()
        .extracting(RuleProblem::message)
        .asString()
        .contains("nested more than 32 levels deep");
  }

  @Test
  void read_tooLarge_isRefused() {
    assertThat(problems(" ".repeat(Yaml.MAX_BYTES + 1)))
        .singleElement()
        .extracting(RuleProblem::message)
        .asString()
        .contains("larger than");
  }

  @Test
  void read_manyProblems_areCounted() {
    var text = new StringBuilder("rules:\n");
    for (int i = 0; i < 60; i++) {
      text.append("  r").append(i).append(": {limit: x}\n");
    }

    assertThat(problems(text.toString())).hasSize(51).last().hasToString("and 10 more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script>alert(1)</script>", "'; drop table rules; --", "a.b.limit"})
  void read_oddNames_areKeptAsText(String name) {
    var set = RuleSet.read("rules: {" + Json.quoted(name) + ": {limit: 1/s}}", "json");

    assertThat(set.rule(name)).isPresent();
    assertThat(RuleSet.read(set.toYaml(), "yaml")).isEqualTo(set);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\\nb\"", "\"\"", "\"\\u00ef\"", "'a\"b'"})
  void read_namesThatNoLimitCanHave_areRefused(String name) {
    assertThat(problems("rules: {" + name + ": {limit: 1/s}}")).hasSize(1);
  }
}
