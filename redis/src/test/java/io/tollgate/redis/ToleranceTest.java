package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ToleranceTest {

  @ParameterizedTest
  @CsvSource({
    "5%,500",
    "5 %,500",
    " 1%,100",
    "50%,5000",
    "2.5%,250",
    "0.05,500",
    ".5,5000",
    "0.0125,125"
  })
  void parse_percentageOrFraction_isRead(String text, int basisPoints) {
    assertThat(Tolerance.parse(text).basisPoints()).isEqualTo(basisPoints);
    assertThat(Tolerance.parse(Tolerance.parse(text).format())).isEqualTo(Tolerance.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "", "%", "five", "5%%", "-5%", "+5%", "5,5%", "1e-2", "5.123%", "100%", "٥%"})
  void parse_neither_saysWhatToWrite(String text) {
    assertThatThrownBy(() -> Tolerance.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage('"' + text + "\" is neither a percentage nor a fraction; write 5% or 0.05");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0%", "0.99%", "50.01%", "99%", "0.0", "0.009", "0.51"})
  void parse_outOfRange_saysTheRange(String text) {
    assertThatThrownBy(() -> Tolerance.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("out of range; write 1% to 50%");
  }

  @Test
  void share_ofAnyHosts_isRoundedDown() {
    var five = Tolerance.parse("5%");

    assertThat(five.share(100, 1)).isEqualTo(5);
    assertThat(five.share(100, 3)).isEqualTo(1);
    assertThat(five.share(39, 1)).isEqualTo(1);
    assertThat(five.share(123_456_789, 1)).isEqualTo(6_172_839);
    assertThat(five.share(Long.MAX_VALUE, 1)).isEqualTo(Integer.MAX_VALUE);
  }
}
