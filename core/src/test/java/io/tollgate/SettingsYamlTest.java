package io.tollgate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code tollgate.yaml} may hold, and how it can be wrong. */
class SettingsYamlTest {

  private static final Setting<Optional<String>> PASSWORD =
      Setting.text("tollgate.redis.password", "Password of the user.").secret().optional();
  private static final Setting<List<String>> NODES =
      Setting.list("tollgate.redis.nodes", "Nodes to begin with.").or(List.of());

  static SettingsFile file(String text) {
    return file(text.getBytes(UTF_8));
  }

  private static SettingsFile file(byte[] content) {
    return new SettingsFile("tollgate.yaml", content);
  }

  private static Settings load(SettingsFile file) {
    return new SettingsLoader()
        .declare(Settings.CORE)
        .declare(List.of(PASSWORD, NODES))
        .finder(path -> Optional.of(file))
        .load();
  }

  private static Settings load(String text) {
    return load(file(text));
  }

  private static List<String> problems(SettingsFile file) {
    try {
      throw new AssertionError("loaded " + load(file));
    } catch (SettingsException e) {
      return e.problems();
    }
  }

  private static List<String> problems(String text) {
    return problems(file(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tollgate: {timeout: 2s, local: {maxkeys: 7}}",
        "timeout: 2s\nlocal:\n  maxkeys: 7\n",
        "timeout: 2s\nlocal.maxkeys: '7'\n",
        "tollgate.timeout: 2s\ntollgate.local:\n  maxkeys: 7\n",
        "tollgate:\n  timeout: \"2s\"\n  local.maxkeys: 7\n",
        "--- !!map\ntimeout: !!str 2s\nlocal: {maxkeys: !!int 7}\n...\n",
        "\uFEFFtimeout: 2s\r\nlocal: {maxkeys: 7}\r\n",
      })
  void load_anyWayToNestNames_isTheSame(String text) {
    var settings = load(text);

    assertThat(settings.get(Settings.TIMEOUT)).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.get(Settings.LOCAL_MAX_KEYS)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\n",
        "# nothing\n",
        "---\n",
        "{}",
        "~",
        "null",
        "tollgate:\n",
        "local:\n",
        "limits:\n# search: 1/s\n",
        "limits: {}",
        "tollgate: {}",
        "local: {}"
      })
  void load_nothingSaid_isNoMistake(String text) {
    assertThat(load(text).limits()).isEmpty();
  }

  @Test
  void load_lists_areTakenEitherWay() {
    assertThat(load("redis: {nodes: [a, 'b,c', 5]}").get(NODES)).containsExactly("a", "b,c", "5");
    assertThat(load("redis: {nodes: 'a, b ,c'}").get(NODES)).containsExactly("a", "b", "c");
    assertThat(load("redis: {nodes: []}").get(NODES)).isEmpty();
    assertThat(load("redis: {nodes: ''}").get(NODES)).isEmpty();
  }

  @Test
  void load_listsWithGaps_areProblems() {
    assertThat(problems("redis: {nodes: 'a,,b'}"))
        .containsExactly(
            "tollgate.yaml line 1, column 16: tollgate.redis.nodes: item 2 is empty; remove it");
    assertThat(problems("redis: {nodes: [a, ]}\nredis.nodes: [a, '']"))
        .containsExactly(
            "tollgate.yaml line 2, column 1: tollgate.redis.nodes is given a second time; the first"
                + " is tollgate.yaml line 1, column 9: tollgate.redis.nodes");
    assertThat(problems("redis: {nodes: [a, {b: c}]}"))
        .containsExactly(
            "tollgate.yaml line 1, column 16: tollgate.redis.nodes: this list holds other things"
                + " than plain values; write texts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout:", "timeout: ~", "timeout: null", "timeout: ''"})
  void load_settingWithoutValue_isAProblem(String text) {
    assertThat(problems(text))
        .singleElement()
        .asString()
        .endsWith(": tollgate.timeout: the value is empty; write one or remove the setting");
  }

  @Test
  void load_mapWhereAValueBelongs_isOneProblemThatQuotesNothing() {
    assertThat(problems("redis:\n  password: {hunter2: {hunter3: 4}}"))
        .containsExactly(
            "tollgate.yaml line 2, column 13: tollgate.redis.password: this is a map; write one"
                + " value");
  }

  @Test
  void load_valueWhereASectionBelongs_isAProblem() {
    assertThat(problems("local: 5"))
        .containsExactly(
            "tollgate.yaml line 1, column 1: tollgate.local is not a setting; did you mean"
                + " tollgate.local.maxkeys?");
    assertThat(problems("tollgate: 5"))
        .singleElement()
        .asString()
        .startsWith("tollgate.yaml line 1, column 1: tollgate is not a setting");
    assertThat(problems("bogus: {}"))
        .singleElement()
        .asString()
        .startsWith("tollgate.yaml line 1, column 1: tollgate.bogus is not a setting");
  }

  @Test
  void load_nameTwice_isAProblem() {
    assertThat(problems("timeout: 1s\nlocal: {}\ntimeout: 2s"))
        .containsExactly(
            "tollgate.yaml line 3, column 1: tollgate.timeout stands twice in this map; remove one");
    assertThat(problems("local: {maxkeys: 5}\nlocal: {}"))
        .containsExactly(
            "tollgate.yaml line 2, column 1: tollgate.local stands twice in this map; remove one");
    assertThat(problems("timeout: 1s\ntollgate: {timeout: 2s}"))
        .containsExactly(
            "tollgate.yaml line 2, column 12: tollgate.timeout is given a second time; the first"
                + " is tollgate.yaml line 1, column 1: tollgate.timeout");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "- timeout: 1s", "[]", "'timeout: 1s'", "42"})
  void load_topIsNoMap_isAProblem(String text) {
    assertThat(problems(text))
        .containsExactly(
            "tollgate.yaml line 1, column 1: settings are expected here; write name: value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[]]]",
        "timeout: !!java.lang.Thread {}",
        "timeout: !hunter2",
        "timeout: !hunter2!x 5s",
        "timeout: !<tag:hunter2> 5s",
        "timeout: ! 5s",
        "timeout: !!int {}",
        "timeout: !!map 5s",
        "timeout: !!binary aGVsbG8=",
      })
  void load_tag_isAProblemAndMakesNothing(String text) {
    assertThat(problems(text))
        .containsExactly(
            "tollgate.yaml line 1, column 10: tags are not accepted; remove it, or put the value in"
                + " quotes if it begins with !");
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout: *hunter2", "timeout: &hunter2", "timeout: &hunter2 5s"})
  void load_anchorOrAlias_isAProblem(String text) {
    assertThat(problems(text))
        .containsExactly(
            "tollgate.yaml line 1, column 10: anchors and aliases are not followed; write the value"
                + " out, or put it in quotes if it begins with & or *");
  }

  @Test
  void load_aliasBomb_isRefusedBeforeAnythingIsRepeated() {
    var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append(
          "a%d: &a%d [%s*a%d]\n".formatted(i, i, "*a%d, ".formatted(i - 1).repeat(8), i - 1));
    }

    assertThat(problems(bomb.toString()))
        .singleElement()
        .asString()
        .startsWith("tollgate.yaml line 1, column 5: anchors and aliases are not followed;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "[{a: "})
  void load_tenThousandLevels_isAProblemAndNoOverflow(String level) {
    assertThat(problems(level.repeat(10_000)))
        .singleElement()
        .asString()
        .matches("tollgate.yaml line 1, column \\d+: this is nested more than 32 levels deep");
  }

  @Test
  void load_fileThatIsTooLarge_isAProblem() {
    assertThat(problems(file(new byte[Yaml.MAX_BYTES + 1])))
        .containsExactly("tollgate.yaml line 1, column 1: the file is larger than 4194304 bytes");
  }

  @Test
  void load_textOfTheLargestSize_isRead() {
    String comment = "#".repeat(1023) + "\n";

    assertThat(load(comment.repeat(1024)).limits()).isEmpty();
  }

  @Test
  void load_nameThatIsTooLong_isAProblem() {
    assertThat(problems("a".repeat(300) + ":\n  b: 1"))
        .containsExactly("tollgate.yaml line 1, column 1: the name is longer than 300 characters");
  }

  @Test
  void load_notUtf8_isAProblem() {
    assertThat(problems(file("a: 1\nb: \u00e4".getBytes(ISO_8859_1))))
        .containsExactly(
            "tollgate.yaml line 2, column 4: this is not UTF-8; save the file as such");
    assertThat(problems(file(new byte[] {'a', (byte) 0xe2, (byte) 0x82})))
        .containsExactly(
            "tollgate.yaml line 1, column 2: this is not UTF-8; save the file as such");
  }

  @Test
  void load_controlCharacter_isAProblem() {
    assertThat(problems("a: 1\n\u00e4\ud83d\ude00\u0007: 2"))
        .containsExactly(
            "tollgate.yaml line 2, column 3: there is a control character here; remove it, or"
                + " escape it in quotes");
  }

  @Test
  void load_secondDocument_isAProblem() {
    assertThat(problems("timeout: 1s\n---\ntimeout: 2s"))
        .containsExactly(
            "tollgate.yaml line 2, column 1: a second document begins here; write one");
  }

  @Test
  void load_keyThatIsNoText_isAProblem() {
    assertThat(problems("? [a]\n: 1"))
        .containsExactly(
            "tollgate.yaml line 1, column 3: a name is missing here; write name: value");
    assertThat(problems("{~: 1}"))
        .containsExactly(
            "tollgate.yaml line 1, column 2: a name is missing here; write name: value");
  }

  @Test
  void load_brokenYaml_isExplainedInPlainWords() {
    assertThat(problems("redis:\n  password: @hunter2"))
        .containsExactly(
            "tollgate.yaml line 2, column 13: no value begins with this character; put the value in"
                + " quotes, and indent with spaces");
    assertThat(problems("redis: password: hunter2"))
        .containsExactly(
            "tollgate.yaml line 1, column 16: a colon is not expected here; check the indentation,"
                + " or put the value in quotes");
    assertThat(problems("redis:\n  password: \"hunter2"))
        .containsExactly("tollgate.yaml line 2, column 21: the quote is not closed");
    assertThat(problems("redis: {password: \"\\hunter2\"}"))
        .containsExactly(
            "tollgate.yaml line 1, column 21: there is no such escape; use single quotes");
    assertThat(problems("redis: {password: \"\\xhunter2\"}"))
        .containsExactly(
            "tollgate.yaml line 1, column 22: there is no such escape; use single quotes");
    assertThat(problems("timeout: 1s\nhunter2\nbackend: local"))
        .containsExactly("tollgate.yaml line 3, column 1: the colon after a name is missing");
    assertThat(problems("timeout: 1s\n  backend: local"))
        .containsExactly(
            "tollgate.yaml line 2, column 10: a colon is not expected here; check the indentation,"
                + " or put the value in quotes");
    assertThat(problems("local: 'a' b: c"))
        .containsExactly(
            "tollgate.yaml line 1, column 12: this does not belong here; check the indentation");
    assertThat(problems("redis: [a, b"))
        .containsExactly(
            "tollgate.yaml line 1, column 13: this is not YAML; check quotes, colons and"
                + " indentation");
    assertThat(problems("timeout: \"\\x"))
        .containsExactly(
            "tollgate.yaml line 1, column 1: this is not YAML; check quotes, colons and"
                + " indentation");
    assertThat(problems("timeout: \"\\UFFFFFFFF\"")).hasSize(1);
    assertThat(problems("timeout: \"\\U00110000\"")).hasSize(1);
    assertThat(problems("timeout: \"\\ud800\"")).hasSize(1);
    assertThat(problems("%YAML 3.0\n---\ntimeout: 1s"))
        .containsExactly(
            "tollgate.yaml line 1, column 1: this is not YAML; check quotes, colons and"
                + " indentation");
  }
}
