package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.http.HttpSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {

  @Test
  void setting_declared_tellsAboutItself() {
    var setting =
        Setting.duration("tollgate.a.b2", "What it is for.", Duration.ZERO, Duration.ofHours(1))
            .or(Duration.ofSeconds(90));

    assertThat(setting).hasToString("tollgate.a.b2");
    assertThat(setting.name()).isEqualTo("tollgate.a.b2");
    assertThat(setting.description()).isEqualTo("What it is for.");
    assertThat(setting.type()).isEqualTo("duration");
    assertThat(setting.defaultValue()).isEqualTo(Duration.ofSeconds(90));
    assertThat(setting.isSecret()).isFalse();
  }

  @Test
  void optional_noValue_isEmpty() {
    var setting = Setting.text("tollgate.a", "Text.").secret().optional();

    assertThat(setting.defaultValue()).isEmpty();
    assertThat(setting.isSecret()).isTrue();
    assertThat(setting.parse(new RawValue.Text(" x "))).isEqualTo(Optional.of(" x "));
  }

  @Test
  void type_everyKind_isNamed() {
    assertThat(Setting.text("tollgate.a", "").optional().type()).isEqualTo("text");
    assertThat(Setting.whole("tollgate.a", "", 0, 1).optional().type()).isEqualTo("whole number");
    assertThat(Setting.flag("tollgate.a", "").optional().type()).isEqualTo("true or false");
    assertThat(Setting.list("tollgate.a", "").optional().type()).isEqualTo("list");
    assertThat(Setting.choice("tollgate.a", "", Per.class).optional().type())
        .isEqualTo("second, minute, hour, day");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout",
        "tollgate",
        "tollgate.",
        "tollgate.max-keys",
        "tollgate.max_keys",
        "tollgate.maxKeys",
        "tollgate..a",
        "tollgate.1",
        "tollgate.limits.a",
        "tollgate.rules.a.b"
      })
  void draft_nameThatCannotBe_isRefused(String name) {
    assertThatThrownBy(() -> Setting.text(name, "Text."))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            name
                + " cannot name a setting; write lower-case words without dashes that are joined by"
                + " dots, the first being tollgate and the second not limits, and none below a rule");
  }

  @Test
  void or_defaultOutsideTheBounds_isRefused() {
    var draft = Setting.whole("tollgate.a", "Number.", 1, 9);

    assertThatThrownBy(() -> draft.or(10L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the default of tollgate.a is not a whole number from 1 to 9");
  }

  @Test
  void parse_valueAtTheBounds_isTaken() {
    var whole = Setting.whole("tollgate.a", "", Long.MIN_VALUE, Long.MAX_VALUE).or(0L);
    assertThat(whole.parse(new RawValue.Text(" 9223372036854775807 "))).isEqualTo(Long.MAX_VALUE);
    assertThat(whole.parse(new RawValue.Text("-9223372036854775808"))).isEqualTo(Long.MIN_VALUE);
    assertThat(whole.parse(new RawValue.Text("+5"))).isEqualTo(5);

    var span =
        Setting.duration("tollgate.a", "", Duration.ofMillis(1), Duration.ofMillis(3)).optional();
    assertThat(span.parse(new RawValue.Text("1ms"))).contains(Duration.ofMillis(1));
    assertThat(span.parse(new RawValue.Text("PT0.003S"))).contains(Duration.ofMillis(3));
    assertThatThrownBy(() -> span.parse(new RawValue.Text("4ms")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"4ms\" is out of range; write 1ms to 3ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "1_000", "0x10", "1e3", "\u0661", "5 5", "--5"})
  void parse_wholeNumberThatIsNone_isRefused(String text) {
    var whole = Setting.whole("tollgate.a", "", 0, Long.MAX_VALUE).or(0L);

    assertThatThrownBy(() -> whole.parse(new RawValue.Text(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + text + "\" is not a whole number from 0 to 9223372036854775807");
  }

  @Test
  void parse_flag_isTrueOrFalseAndNothingElse() {
    var flag = Setting.flag("tollgate.a", "").or(false);

    assertThat(flag.parse(new RawValue.Text("TRUE "))).isTrue();
    assertThat(flag.parse(new RawValue.Text("false"))).isFalse();
    assertThatThrownBy(() -> flag.parse(new RawValue.Text("yes")))
        .hasMessage("\"yes\" is neither true nor false");
  }

  @Test
  void names_declaredTwice_isRefused() {
    var one = Setting.text("tollgate.a", "").or("");
    var other = Setting.text("tollgate.a", "").or("");

    assertThat(new SettingNames(List.of(one, one)).declared()).containsExactly(one);
    assertThatThrownBy(() -> new SettingNames(List.of(one, other)))
        .hasMessage("tollgate.a is declared twice; declare it once and share the constant");
  }

  @Test
  void names_settingThatBeginsAnother_isRefused() {
    var one = Setting.text("tollgate.a", "").or("");
    var other = Setting.text("tollgate.a.b", "").or("");

    assertThatThrownBy(() -> new SettingNames(List.of(one, other)))
        .hasMessage(
            "tollgate.a is declared both as a setting and as the beginning of others; rename it");
  }

  @Test
  void core_everySetting_hasItsRowInTheGuide() throws Exception {
    var guide = Files.readString(Path.of("../docs/settings.md"));

    for (var setting : Settings.CORE) {
      assertThat(guide).contains(row(setting));
    }
    for (var setting : new HttpSettings().settings()) {
      assertThat(guide).contains(row(setting));
    }
  }

  private static <T> String row(Setting<T> setting) {
    String byDefault = setting.format(setting.defaultValue());
    return "| `%s` | %s | %s | %s |"
        .formatted(
            setting,
            setting.type(),
            byDefault.isEmpty() ? "" : "`" + byDefault + "`",
            setting.description());
  }
}
