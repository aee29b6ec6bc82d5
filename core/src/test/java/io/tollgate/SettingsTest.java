package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private static final Setting<Optional<String>> PASSWORD =
      Setting.text("tollgate.redis.password", "Password of the user.").secret().optional();
  private static final Setting<Long> SECRET_NUMBER =
      Setting.whole("tollgate.redis.pin", "Number of the user.", 1000, 9999).secret().or(1234L);
  private static final Setting<List<String>> NODES =
      Setting.list("tollgate.redis.nodes", "Nodes to begin with.").or(List.of("localhost:6379"));
  private static final Setting<Boolean> TLS =
      Setting.flag("tollgate.redis.tls", "Whether to encrypt.").or(false);

  private static final List<Setting<?>> REDIS = List.of(PASSWORD, SECRET_NUMBER, NODES, TLS);

  private final SettingsLoader loader = new SettingsLoader().declare(Settings.CORE).declare(REDIS);

  @Test
  void get_nothingGiven_returnsDefaults() {
    var settings = loader.load();

    assertThat(settings.get(Settings.BACKEND)).isEqualTo("local");
    assertThat(settings.get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(50));
    assertThat(settings.get(Settings.FAILURE)).isEqualTo(FailureMode.LOCAL);
    assertThat(settings.get(Settings.LOCAL_MAX_KEYS)).isEqualTo(100_000);
    assertThat(settings.get(Settings.CONFIG)).isEmpty();
    assertThat(settings.get(PASSWORD)).isEmpty();
    assertThat(settings.get(NODES)).containsExactly("localhost:6379");
    assertThat(settings.limits()).isEmpty();
    assertThat(settings.place(Settings.TIMEOUT)).isEqualTo("the default of tollgate.timeout");
  }

  @Test
  void load_sameNameInEverySource_theFirstWins() {
    loader.finder(yaml("timeout: 4ms"));
    assertTimeout(4, "tollgate.yaml line 1, column 10: tollgate.timeout");

    loader.environment(Map.of("TOLLGATE_TIMEOUT", "3ms"));
    assertTimeout(3, "environment variable TOLLGATE_TIMEOUT");

    loader.systemProperties(Map.of("tollgate.timeout", "2ms"));
    assertTimeout(2, "system property tollgate.timeout");

    loader.own(Map.of("tollgate.timeout", "1ms"));
    assertTimeout(1, "property tollgate.timeout");
  }

  private void assertTimeout(long millis, String place) {
    var settings = loader.load();
    assertThat(settings.get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(millis));
    assertThat(settings.place(Settings.TIMEOUT)).isEqualTo(place);
  }

  @Test
  void load_valueThatIsOverridden_isNotChecked() {
    loader.finder(yaml("timeout: fast")).systemProperties(Map.of("tollgate.timeout", "2ms"));

    assertThat(loader.load().get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(2));
  }

  @Test
  void load_otherNamespaces_areLeftAlone() {
    loader
        .own(Map.of("jersey.config.server.tracing", new Object(), "tollgates.timeout", 5))
        .systemProperties(Map.of("java.home", "/", "tollgate", "x"))
        .environment(Map.of("PATH", "/bin", "TOLLGATE", "x", "MY_TOLLGATE_TIMEOUT", "x"));

    assertThat(loader.load().get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void load_mistakesEverywhere_areToldTogetherOneLineEach() {
    loader
        .own(Map.of("tollgate.bakend", "redis"))
        .systemProperties(Map.of("tollgate.local.maxkeys", "0"))
        .environment(orderedMap("TOLLGATE_TIMEOUT", "fast", "TOLLGATE_REDIS_TSL", "true"))
        .finder(yaml("failure: alow\n", "local:\n", "  maxkey: 5\n"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.bakend is not a setting; did you mean tollgate.backend?",
            "environment variable TOLLGATE_REDIS_TSL is not a setting; did you mean"
                + " TOLLGATE_REDIS_TLS?",
            "tollgate.yaml line 3, column 3: tollgate.local.maxkey is not a setting; did you mean"
                + " tollgate.local.maxkeys?",
            "tollgate.yaml line 1, column 10: tollgate.failure: \"alow\" is not one of local, allow,"
                + " deny; did you mean allow?",
            "system property tollgate.local.maxkeys: \"0\" is not a whole number from 1 to"
                + " 100000000",
            "environment variable TOLLGATE_TIMEOUT: \"fast\" is not a duration; write 50ms, 2s, 1m"
                + " or PT2S");
    assertThatThrownBy(loader::load)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(String.join("\n", problems()));
  }

  @Test
  void load_moreMistakesThanAnybodyReads_areCounted() {
    var names = new HashMap<String, String>();
    for (int i = 0; i < 60; i++) {
      names.put("tollgate.x" + i, "1");
    }
    loader.own(names);

    assertThat(problems()).hasSize(51).last().isEqualTo("and 10 more");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tollgate.timeuot       | tollgate.timeout
          tollgate.Timeout       | tollgate.timeout
          tollgate.time.out      | tollgate.timeout
          tollgate.maxkeys       | tollgate.local.maxkeys
          tollgate.limit.search  | tollgate.limits.search
          tollgate.limis.a.burst | tollgate.limits.a.burst
          """)
  void load_unknownName_suggestsTheNearest(String unknown, String nearest) {
    loader.systemProperties(Map.of(unknown, "1"));

    assertThat(problems())
        .containsExactly(
            "system property " + unknown + " is not a setting; did you mean " + nearest + "?");
  }

  @Test
  void load_settingOfAModuleThatIsMissing_isExplained() {
    loader.environment(Map.of("TOLLGATE_PEERS_ADDRESS", "eth0"));

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith(
            "environment variable TOLLGATE_PEERS_ADDRESS is not a setting of any module on the class"
                + " path; the nearest is TOLLGATE_");
  }

  @Test
  void load_suggestionThatRepeatsTheName_staysOneLine() {
    loader.systemProperties(Map.of("tollgate.limit.a\nb", "1"));

    assertThat(problems())
        .containsExactly(
            "system property tollgate.limit.a\\u000Ab is not a setting; did you mean"
                + " tollgate.limits.a\\u000Ab?");
  }

  @Test
  void load_unknownNameWithLineBreaks_staysOneLine() {
    loader.own(Map.of("tollgate.a\r\nFATAL: \u001b[31mb\u2028", "1"));

    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("property tollgate.a\\u000D\\u000AFATAL: \\u001B[31mb\\u2028 is not a setting");
  }

  @Test
  void load_valuesOfNaturalTypes_areTaken() {
    var settings =
        loader
            .own(
                Map.of(
                    "tollgate.timeout",
                    Duration.ofMillis(1500),
                    "tollgate.failure",
                    FailureMode.DENY,
                    "tollgate.local.maxkeys",
                    5,
                    "tollgate.redis.tls",
                    true,
                    "tollgate.redis.nodes",
                    List.of("a", "b,c"),
                    "tollgate.limits.search.limit",
                    7L,
                    "tollgate.limits.search.per",
                    Per.HOUR))
            .load();

    assertThat(settings.get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(1500));
    assertThat(settings.get(Settings.FAILURE)).isEqualTo(FailureMode.DENY);
    assertThat(settings.get(Settings.LOCAL_MAX_KEYS)).isEqualTo(5);
    assertThat(settings.get(TLS)).isTrue();
    assertThat(settings.get(NODES)).containsExactly("a", "b,c");
    assertThat(settings.limits())
        .containsExactly(Map.entry("search", Limit.of(7).per(Per.HOUR).named("search")));
  }

  @Test
  void load_valuesOfOtherTypes_areProblems() {
    var own = new LinkedHashMap<String, Object>();
    own.put("tollgate.failure", null);
    own.put("tollgate.local.maxkeys", new BigDecimal("1e400"));
    own.put("tollgate.redis.nodes", Arrays.asList("a", null));
    own.put("tollgate.redis.tls", Map.of());
    own.put("tollgate.timeout", List.of("5s"));
    loader.own(own);

    assertThat(problems())
        .containsExactly(
            "property tollgate.failure: this is null; give a value or remove it",
            "property tollgate.local.maxkeys: \"1E+400\" is not a whole number from 1 to 100000000",
            "property tollgate.redis.nodes: this list holds other things than plain values; give"
                + " texts",
            "property tollgate.redis.tls: this is a "
                + Map.of().getClass().getName()
                + "; give text",
            "property tollgate.timeout: this is a list; write one value");
  }

  @Test
  void load_secretValueThatDoesNotFit_isNotShown() {
    loader.own(Map.of("tollgate.redis.pin", "hunter2"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.redis.pin: the secret value is not a whole number from 1000 to"
                + " 9999");
  }

  @Test
  void toString_always_listsAllButSecrets() {
    var settings =
        loader
            .own(
                Map.of(
                    "tollgate.redis.password", "hunter2",
                    "tollgate.redis.pin", 4711,
                    "tollgate.limits.search", "100/min burst 200",
                    "tollgate.limits.login", "5 at a time"))
            .load();

    assertThat(settings.get(PASSWORD)).contains("hunter2");
    assertThat(settings)
        .hasToString(
            "tollgate.backend=local, tollgate.config=, tollgate.failure=local,"
                + " tollgate.local.maxkeys=100000, tollgate.redis.nodes=localhost:6379,"
                + " tollgate.redis.password=(secret), tollgate.redis.pin=(secret),"
                + " tollgate.redis.tls=false, tollgate.rules.watch=true, tollgate.timeout=50ms,"
                + " tollgate.limits.login: 5 at a time, for 300s at most,"
                + " tollgate.limits.search: 100/60s burst 200");
  }

  @Test
  void get_settingThatNobodyDeclared_saysHowToDeclareIt() {
    var stranger = Setting.flag("tollgate.stranger", "Unknown here.").or(true);
    var settings = loader.load();

    assertThatThrownBy(() -> settings.get(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tollgate.stranger is not declared; return this constant from a SettingsProvider that"
                + " is named in META-INF/services/io.tollgate.SettingsProvider");
  }

  @Test
  void limits_always_cannotBeChanged() {
    var limits = loader.own(Map.of("tollgate.limits.a", "1/s")).load().limits();

    assertThatThrownBy(limits::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void load_blankValue_isAProblemExceptForLists(String blank) {
    loader.environment(
        orderedMap(
            "TOLLGATE_TIMEOUT", blank, "TOLLGATE_BACKEND", blank, "TOLLGATE_REDIS_NODES", blank));

    assertThat(problems())
        .containsExactly(
            "environment variable TOLLGATE_BACKEND: the value is empty; write one or remove the"
                + " setting",
            "environment variable TOLLGATE_TIMEOUT: the value is empty; write one or remove the"
                + " setting");
  }

  @Test
  void load_environmentOfKubernetes_isLeftAlone() {
    loader.environment(
        Map.of(
            "TOLLGATE_SERVICE_HOST", "10.0.0.7",
            "TOLLGATE_SERVICE_PORT", "8080",
            "TOLLGATE_SERVICE_PORT_GRPC", "8081",
            "TOLLGATE_PORT", "tcp://10.0.0.7:8080",
            "TOLLGATE_PORT_8080_TCP", "tcp://10.0.0.7:8080",
            "TOLLGATE_PORT_8080_TCP_PROTO", "tcp",
            "TOLLGATE_REDIS_PORT_6379_TCP_ADDR", "10.0.0.8",
            "TOLLGATE_REDIS_SERVICE_HOST", "10.0.0.8",
            "TOLLGATE_TIMEOUT", "2s"));

    assertThat(loader.load().get(Settings.TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void load_variableThatOnlyResemblesThoseOfKubernetes_isAProblem() {
    loader.environment(Map.of("TOLLGATE_PORT", "8080"));

    assertThat(problems()).singleElement().asString().contains("TOLLGATE_PORT is not a setting");
  }

  @Test
  void load_twoVariablesForOneName_isAProblem() {
    loader.environment(orderedMap("TOLLGATE_TIMEOUT", "1s", "TOLLGATE_Timeout", "2s"));

    assertThat(problems())
        .containsExactly(
            "environment variable TOLLGATE_Timeout is given a second time; the first is"
                + " environment variable TOLLGATE_TIMEOUT");
  }

  @Test
  void load_noFileAnywhere_isFine(@TempDir Path directory) {
    assertThat(loader.finder(files(directory)).load().get(Settings.BACKEND)).isEqualTo("local");
  }

  @Test
  void load_fileOnTheClassPath_isRead(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("tollgate.yaml"), "backend: [a]");
    try (var classPath = new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
      loader.finder(SettingsFile.finder(directory.resolve("elsewhere"), classPath));

      assertThat(problems())
          .containsExactly(
              "class path tollgate.yaml line 1, column 10: tollgate.backend: this is a list; write"
                  + " one value");
    }
  }

  @Test
  void load_fileInTheDirectoryAndOnTheClassPath_theFirstIsReadAlone(
      @TempDir Path directory, @TempDir Path other) throws IOException {
    Files.writeString(directory.resolve("tollgate.yaml"), "backend: redis");
    Files.writeString(other.resolve("tollgate.yaml"), "backend: cluster\ntimeout: 9s");
    try (var classPath = new URLClassLoader(new URL[] {other.toUri().toURL()}, null)) {
      var settings = loader.finder(SettingsFile.finder(directory, classPath)).load();

      assertThat(settings.get(Settings.BACKEND)).isEqualTo("redis");
      assertThat(settings.get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(50));
    }
  }

  @Test
  void load_configNamesAFile_thatFileIsRead(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("tollgate.yaml"), "backend: redis");
    Files.writeString(directory.resolve("other.yaml"), "bakend: redis");
    loader.finder(files(directory)).environment(Map.of("TOLLGATE_CONFIG", "other.yaml"));

    assertThat(problems())
        .containsExactly(
            "other.yaml line 1, column 1: tollgate.bakend is not a setting; did you mean"
                + " tollgate.backend?");
  }

  @Test
  void load_configNamesNoFile_isAProblemBesidesTheOthers(@TempDir Path directory) {
    loader
        .finder(files(directory))
        .own(orderedMap("tollgate.config", "nowhere.yaml", "tollgate.timeout", "5"));

    assertThat(problems())
        .containsExactly(
            "property tollgate.config: there is no file \""
                + directory.resolve("nowhere.yaml")
                + "\"; correct the path or remove the setting",
            "property tollgate.timeout: \"5\" is not a duration; write 50ms, 2s, 1m or PT2S");
  }

  @Test
  void load_configNamesADirectory_isAProblem(@TempDir Path directory) {
    loader.finder(files(directory)).own(Map.of("tollgate.config", "."));

    assertThat(problems())
        .containsExactly(
            "property tollgate.config: \""
                + directory.resolve(".")
                + "\" cannot be read (IOException); check that it is a file and who may read it");
  }

  @Test
  void load_configIsNoPath_isAProblem(@TempDir Path directory) {
    loader.finder(files(directory)).own(Map.of("tollgate.config", "a\0b"));

    assertThat(problems()).containsExactly("property tollgate.config: \"a\\u0000b\" is not a path");
  }

  @Test
  void load_configIsBlank_isOneProblem(@TempDir Path directory) {
    loader.finder(files(directory)).own(Map.of("tollgate.config", " "));

    assertThat(problems())
        .containsExactly(
            "property tollgate.config: the value is empty; write one or remove the setting");
  }

  @Test
  void load_configInsideTheFile_isAProblem() {
    loader.finder(yaml("config: other.yaml"));

    assertThat(problems())
        .containsExactly(
            "tollgate.yaml line 1, column 1: tollgate.config says where the file is and cannot"
                + " stand in it; use a system property or the environment");
  }

  @Test
  void of_config_isAProblem() {
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.config", "a.yaml")))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "property tollgate.config: Settings.of reads no file; use Settings.load or remove the"
                + " setting");
  }

  @Test
  void of_map_readsNothingElse() {
    System.setProperty("tollgate.timeout", "7ms");
    try {
      assertThat(Settings.of(Map.of()).get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(50));
      assertThat(Settings.load().get(Settings.TIMEOUT)).isEqualTo(Duration.ofMillis(7));
      assertThat(Settings.load(Map.of("tollgate.timeout", "8ms")).get(Settings.TIMEOUT))
          .isEqualTo(Duration.ofMillis(8));
    } finally {
      System.clearProperty("tollgate.timeout");
    }
  }

  private List<String> problems() {
    try {
      throw new AssertionError("loaded " + loader.load());
    } catch (SettingsException e) {
      return e.problems();
    }
  }

  private static SettingsFile.Finder files(Path directory) {
    return SettingsFile.finder(directory, new URLClassLoader(new URL[0], null));
  }

  private static SettingsFile.Finder yaml(String... lines) {
    return path -> Optional.of(SettingsYamlTest.file(String.join("", lines)));
  }

  /** In the order of the arguments, where {@code Map.of} has none. */
  private static Map<String, String> orderedMap(String... namesAndValues) {
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
