package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "search",
        "<script>",
        "'; drop table",
        "Grüße 🎈",
        "a/b",
        "/a/",
        "a//b",
        "..a",
        "a/b.."
      })
  void mistakeInName_ofTextThatCanBeSeen_isNone(String name) {
    assertThat(Texts.mistakeInName(name, 50)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        " a",
        "a ",
        ".",
        "..",
        "...",
        "a/..",
        "./a",
        "a/./b",
        "a\\b",
        "a\nb",
        "a\u0000",
        "a\u202Eb",
        "\uD83C",
        "123456"
      })
  void mistakeInName_ofOtherText_isTold(String name) {
    assertThat(Texts.mistakeInName(name, 5)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"grant a CORP\\eve", "grant a ../../b", "grant a .\\..\\", "grant a b "})
  void name_ofAnyText_hasNoMistake(String text) {
    assertThat(Texts.name(text, 50)).startsWith("grant a ");
    assertThat(Texts.mistakeInName(Texts.name(text, 50), 50)).isEmpty();
  }

  @Test
  void shown_ofHostileText_isOneBoundedLine() {
    assertThat(Texts.shown("a\r\nb\u0000c", 50)).isEqualTo("a\uFFFD\uFFFDb\uFFFDc");
    assertThat(Texts.shown("0123456789", 5)).isEqualTo("0123…");
    assertThat(Texts.shown("012🎈456789", 5)).isEqualTo("012…");
  }
}
