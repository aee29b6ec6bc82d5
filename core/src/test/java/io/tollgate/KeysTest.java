package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KeysTest {

  @Test
  void bounded_shortKey_staysAsItIs() {
    assertThat(Keys.bounded("a\r\nb")).isEqualTo("a\r\nb");
    assertThat(Keys.bounded("x".repeat(256))).isEqualTo("x".repeat(256));
  }

  @Test
  void bounded_longKeysThatDifferAtTheEnd_stayApart() {
    var one = Keys.bounded("x".repeat(8_000) + "1");
    var other = Keys.bounded("x".repeat(8_000) + "2");

    assertThat(one).hasSize(256).isNotEqualTo(other);
  }

  @Test
  void bounded_keysThatDifferInAHalfCharacter_stayApart() {
    assertThat(Keys.bounded("x".repeat(300) + '\ud800'))
        .isNotEqualTo(Keys.bounded("x".repeat(300) + '\ud801'));
  }

  @Test
  void bounded_twice_isTheSameAsOnce() {
    var bounded = Keys.bounded("x".repeat(300));

    assertThat(Keys.bounded(bounded)).isEqualTo(bounded);
  }
}
