package io.tollgate;

import static io.tollgate.Algorithm.FIXED_WINDOW;
import static io.tollgate.Algorithm.SLIDING_LOG;
import static io.tollgate.Algorithm.SLIDING_WINDOW;
import static io.tollgate.Per.DAY;
import static io.tollgate.Per.HOUR;
import static io.tollgate.Per.MINUTE;
import static io.tollgate.Per.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitSettingsTest {

  private final SettingsLoader loader = new SettingsLoader().declare(Settings.CORE);

  static Stream<Arguments> texts() {
    var twentyPerMinute = Limit.of(20).per(MINUTE);
    return Stream.of(
        arguments("100/s", Limit.of(100).per(SECOND)),
        arguments("100/sec", Limit.of(100).per(SECOND)),
        arguments("100 / min", Limit.of(100).per(MINUTE)),
        arguments("100/m", Limit.of(100).per(MINUTE)),
        arguments("1000/h", Limit.of(1000).per(HOUR)),
        arguments("5/day", Limit.of(5).per(DAY)),
        arguments("5 per day", Limit.of(5).per(DAY)),
        arguments("2 per 3s", Limit.of(2).every(3, SECOND)),
        arguments("2 per 3 seconds", Limit.of(2).every(3, SECOND)),
        arguments("2/1500ms", Limit.of(2).per(Duration.ofMillis(1500))),
        arguments("  7 PER Hour ", Limit.of(7).per(HOUR)),
        arguments("0/s", Limit.of(0).per(SECOND)),
        arguments("20/min burst 40", twentyPerMinute.burst(40)),
        arguments("20/min fixed_window", twentyPerMinute.algorithm(FIXED_WINDOW)),
        arguments(
            "20/min burst 40 sliding_window", twentyPerMinute.burst(40).algorithm(SLIDING_WINDOW)),
        arguments(
            "20/min SLIDING_WINDOW burst 40", twentyPerMinute.burst(40).algorithm(SLIDING_WINDOW)),
        arguments(
            "20/min counting refused gap 2s sliding_log",
            twentyPerMinute
                .algorithm(SLIDING_LOG)
                .minimumGap(Duration.ofSeconds(2))
                .countingRefused()),
        arguments("5 at a time", Limit.concurrent(5)),
        arguments(
            "5 at a time, for 30s at most", Limit.concurrent(5).lease(Duration.ofSeconds(30))),
        arguments(
            "5 at a time for 1 min at most", Limit.concurrent(5).lease(Duration.ofMinutes(1))));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void limits_text_isRead(String text, Limit expected) {
    loader.own(Map.of("tollgate.limits.search", text));

    assertThat(loader.load().limits())
        .containsExactly(Map.entry("search", expected.named("search")));
  }

  static Stream<Arguments> parts() {
    var twentyPerMinute = Limit.of(20).per(MINUTE);
    return Stream.of(
        arguments("{limit: 20, per: minute}", twentyPerMinute),
        arguments("{per: MINUTE, limit: '20'}", twentyPerMinute),
        arguments("{limit: 2, per: second, every: 3}", Limit.of(2).every(3, SECOND)),
        arguments("{limit: 20, per: minute, burst: 40}", twentyPerMinute.burst(40)),
        arguments(
            "{limit: 20, per: minute, burst: 40, algorithm: sliding_window}",
            twentyPerMinute.burst(40).algorithm(SLIDING_WINDOW)),
        arguments(
            "{limit: 20, per: minute, algorithm: sliding_log, gap: 2s, countrefused: true}",
            twentyPerMinute
                .algorithm(SLIDING_LOG)
                .minimumGap(Duration.ofSeconds(2))
                .countingRefused()),
        arguments("{limit: 20, per: minute, countrefused: false}", twentyPerMinute),
        arguments("{limit: 5, algorithm: concurrency}", Limit.concurrent(5)),
        arguments(
            "{limit: 5, algorithm: concurrency, lease: 30s}",
            Limit.concurrent(5).lease(Duration.ofSeconds(30))));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void limits_mapOfParts_isRead(String parts, Limit expected) {
    loader.finder(yaml("limits: {search: " + parts + "}"));

    assertThat(loader.load().limits())
        .containsExactly(Map.entry("search", expected.named("search")));
  }

  @Test
  void limits_partsFromSeveralSources_areOneLimit() {
    loader
        .finder(yaml("limits: {search: {limit: 20, per: minute, burst: 30}}"))
        .environment(Map.of("TOLLGATE_LIMITS_SEARCH_BURST", "40"))
        .systemProperties(Map.of("tollgate.limits.search.algorithm", "fixed_window"));

    assertThat(loader.load().limits())
        .containsExactly(
            Map.entry(
                "search",
                Limit.of(20).per(MINUTE).burst(40).algorithm(FIXED_WINDOW).named("search")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "OrdersResource.list", "GET /orders/{id}", "limit", "per.search", "a.limits"})
  void limits_nameThatIsFree_isTaken(String name) {
    loader.own(Map.of("tollgate.limits." + name, "1/s", "tollgate.limits." + name + ".x", "2/s"));

    assertThat(loader.load().limits()).containsOnlyKeys(name, name + ".x");
  }

  @Test
  void limits_nameWithDotsInYaml_isTaken() {
    loader.finder(
        yaml(
            """
            limits:
              OrdersResource.list: 1/s
              "GET /orders/{id}": {limit: 2, per: second}
              a.burst: {limit: 3, per: second}
            """));

    assertThat(loader.load().limits())
        .containsOnlyKeys("OrdersResource.list", "GET /orders/{id}", "a.burst");
  }

  @Test
  void limits_environment_overridesTheLimitThatIsWrittenSoThere() {
    loader
        .finder(
            yaml(
                """
                limits:
                  orderSearch: 1/s
                  order_list: {limit: 1, per: second}
                  GET /orders: 1/s
                """))
        .environment(
            Map.of(
                "TOLLGATE_LIMITS_ORDERSEARCH", "2/s",
                "TOLLGATE_LIMITS_ORDER_LIST_LIMIT", "3",
                "TOLLGATE_LIMITS_GET__ORDERS", "4/s",
                "TOLLGATE_LIMITS_OTHER_ONE", "5/s"));

    var limits = loader.load().limits();
    assertThat(limits).containsOnlyKeys("GET /orders", "orderSearch", "order_list", "other.one");
    assertThat(limits.values()).extracting(Limit::tokens).containsExactly(4L, 2L, 3L, 5L);
  }

  @Test
  void limitName_ofABucketThatOnlyTheEnvironmentGives_looksAwayFromCase() {
    loader
        .own(Map.of("tollgate.limits.Search", "1/s"))
        .environment(
            Map.of(
                "TOLLGATE_LIMITS_ORDERS_CREATE", "2/s",
                "TOLLGATE_LIMITS_ORDERS_LIST_PLANS_GOLD", "3/s",
                "TOLLGATE_LIMITS_SEARCH", "4/s"));

    var settings = loader.load();
    assertThat(settings.limitName("Orders.create")).isEqualTo("orders.create");
    assertThat(settings.limitName("orders_create")).isEqualTo("orders.create");
    assertThat(settings.limitName("OrdersCreate")).isEqualTo("OrdersCreate");
    assertThat(settings.limitName("Orders.list")).isEqualTo("orders.list");
    assertThat(settings.limitName("Search")).isEqualTo("Search");
    assertThat(settings.limitName("search")).isEqualTo("search");
  }

  @Test
  void limits_environmentThatCanMeanTwoLimits_isAProblem() {
    loader
        .own(Map.of("tollgate.limits.a_b", "1/s", "tollgate.limits.A.b", "1/s"))
        .environment(Map.of("TOLLGATE_LIMITS_A_B", "2/s"));

    assertThat(problems())
        .containsExactly(
            "environment variable TOLLGATE_LIMITS_A_B can mean each of the limits A.b, a_b; use a"
                + " system property");
  }

  @Test
  void limits_misspelledPart_isSuggested() {
    loader.own(Map.of("tollgate.limits.search.brust", "5"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.limits.search.brust: \"5\" is not a limit; write 100/min, 2 per 3s,"
                + " 20/min burst 40 sliding_window or 5 at a time; did you mean burst?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          fast              | "fast" is not a limit; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          100               | "100" is not a limit; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          -5/s              | "-5/s" is not a limit; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          1.5/s             | "1.5/s" is not a limit; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          5 at once         | "5 at once" is not a limit; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          100/mintue        | "100/mintue": "mintue" is not a unit of time such as s, min, h or day; did you mean minute?
          100/fortnight     | "100/fortnight": "fortnight" is not a unit of time such as s, min, h or day
          100/              | "100/": the unit is missing; write s, min, h or day
          100/min brust 200 | "100/min brust 200": "brust" is not known here; did you mean burst?
          100/min fixed     | "100/min fixed": "fixed" is not known here; did you mean fixed_window?
          100/min, gap 2s   | "100/min, gap 2s": "," is not known here
          100/min burst     | "100/min burst": a number is missing; write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time
          100/min gap 2     | "100/min gap 2": the unit is missing; write s, min, h or day
          100/min counting  | "100/min counting": write counting refused
          1/s burst 2 burst 3 | "1/s burst 2 burst 3": burst is given twice; remove one
          5 at a time token_bucket | "5 at a time token_bucket": algorithm is given twice; remove one
          5 at a time for 2s | "5 at a time for 2s": write for 30s at most
          1/s for 2s at most | a lease needs CONCURRENCY, and this limit counts by TOKEN_BUCKET
          1/s gap 2s        | a minimum gap needs SLIDING_LOG, and this limit counts by TOKEN_BUCKET
          1/s concurrency   | concurrency counts calls under way and has no period; leave the period out
          5 at a time burst 9 | a limit of calls under way has no burst; state the number in Limit.concurrent
          1/s burst 0       | burst is 0; it must be 1 or more, or no call would ever pass
          1/0s              | period is 0 ns; it must be positive
          5 at a time for 0s at most | lease is 0 ns; it must be positive and at most 73 years
          5 at a time for 10000000000s at most | lease is PT2777777H46M40S; at most 292 years can be counted
          99999999999999999999/s | "99999999999999999999/s": the number 99999999999999999999 is too large; write at most 9223372036854775807
          ٣/min             | "٣/min": "٣" is not a number; write it with the digits 0 to 9
          1/min burst ٣     | "1/min burst ٣": "٣" is not a number; write it with the digits 0 to 9
          1/min burst x     | "1/min burst x": "x" is not a number; write it with the digits 0 to 9
          1/9223372036854775807day | the period is too long to be counted
          1/s sliding_log gap 9223372036854775807day | "1/s sliding_log gap 9223372036854775807day": the time is too long to be counted
          """)
  void limits_textThatIsNoLimit_isAProblem(String text, String problem) {
    loader.own(Map.of("tollgate.limits.search", text));

    assertThat(problems()).containsExactly("property tollgate.limits.search: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {burst: 5}                     | 26: tollgate.limits.search.burst: the limit is incomplete; add tollgate.limits.search.limit
          {limit: 5}                     | 26: tollgate.limits.search.limit: the limit is incomplete; add tollgate.limits.search.per
          {limit: 5, per: mintue}        | 34: tollgate.limits.search.per: "mintue" is not one of second, minute, hour, day; did you mean minute?
          {limit: 5/s}                   | 26: tollgate.limits.search.limit: "5/s" is not a whole number from 0 to 9223372036854775807
          {limit: 5, per: day, brust: 9} | 39: tollgate.limits.search.brust is not one of limit, per, every, burst, algorithm, gap, countrefused, lease, plans; did you mean burst?
          {rate: 5/s}                    | 19: tollgate.limits.search.rate is not one of limit, per, every, burst, algorithm, gap, countrefused, lease, plans
          {}                             | 18: tollgate.limits.search: this is a map; write one value
          [5/s]                          | 18: tollgate.limits.search: this is a list; write one value
          ~                              | 18: tollgate.limits.search: the value is empty; write one or remove the setting
          {limit: {limit: 5, per: day}}  | 26: tollgate.limits.search.limit: this is a map; write one value
          {limit: 5, per: day, every: 0} | 46: tollgate.limits.search.every: "0" is not a whole number from 1 to 9223372036854775807
          {limit: 5, per: day, gap: 2}   | 44: tollgate.limits.search.gap: "2" is not a duration; write 50ms, 2s, 1m or PT2S
          {limit: 5, per: day, gap: 2s}  | 26: tollgate.limits.search.limit: a minimum gap needs SLIDING_LOG, and this limit counts by TOKEN_BUCKET
          """)
  void limits_partsThatMakeNoLimit_areAProblem(String parts, String problem) {
    loader.finder(yaml("limits: {search: " + parts + "}"));

    assertThat(problems()).contains("tollgate.yaml line 1, column " + problem).hasSize(1);
  }

  @Test
  void limits_severalBadParts_areToldTogetherAndNotAsAMissingLimit() {
    loader.own(ordered("tollgate.limits.a.limit", "x", "tollgate.limits.a.burst", "0"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.limits.a.limit: \"x\" is not a whole number from 0 to"
                + " 9223372036854775807",
            "property tollgate.limits.a.burst: \"0\" is not a whole number from 1 to"
                + " 9223372036854775807");
  }

  @Test
  void limits_textAndPartsForOneName_isAProblem() {
    loader
        .finder(yaml("limits:\n  search:\n    limit: 5\n    per: day\n"))
        .environment(Map.of("TOLLGATE_LIMITS_SEARCH", "9/day"));

    assertThat(problems())
        .containsExactly(
            "environment variable TOLLGATE_LIMITS_SEARCH: the limit is given as text here and by"
                + " parts at tollgate.yaml line 3, column 12: tollgate.limits.search.limit; use one"
                + " of the two");
  }

  @Test
  void limits_fileCannotBeRead_noLimitIsCalledIncomplete() {
    loader.finder(yaml("limits: [")).own(Map.of("tollgate.limits.search.burst", 5));

    assertThat(problems()).hasSize(1).first().asString().startsWith("tollgate.yaml line 1,");
  }

  @Test
  void limits_nameThatDoesNotFitIntoAHeader_isAProblem() {
    loader.own(Map.of("tollgate.limits.caf\u00e9", "1/s"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.limits.caf\u00e9: the name of a limit goes into a header field, so it"
                + " takes printable ASCII without quote and backslash; character 4 is U+00E9");
  }

  @Test
  void limits_noName_isAProblem() {
    loader.own(ordered("tollgate.limits.", "1/s", "tollgate.limits", "1/s"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.limits. is not a setting; did you mean tollgate.limits.NAME?",
            "property tollgate.limits is not a setting; did you mean tollgate.limits.NAME?");
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

  private static Map<String, String> ordered(
      String name1, String value1, String name2, String value2) {
    var map = new LinkedHashMap<String, String>();
    map.put(name1, value1);
    map.put(name2, value2);
    return map;
  }
}
