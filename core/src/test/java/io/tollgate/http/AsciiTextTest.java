package io.tollgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AsciiTextTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 99, 100, 1_234_567_890, 999_999_999_999_999L, Long.MAX_VALUE})
  void append_number_isInDecimals(long number) {
    assertThat(new AsciiText(20).append(number).toString()).isEqualTo(Long.toString(number));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 8, 100})
  void append_anyCapacity_keepsEverythingInOrder(int capacity) {
    var text = new AsciiText(capacity).append("left: ").append(42).append("").append(" of ");
    text.append(100);

    assertThat(text.toString()).isEqualTo("left: 42 of 100");
    assertThat(text.toBytes()).isEqualTo("left: 42 of 100".getBytes(US_ASCII));
  }

  @Test
  void toString_nothingAppended_isEmpty() {
    assertThat(new AsciiText(8).toString()).isEmpty();
    assertThat(new AsciiText(8).toBytes()).isEmpty();
  }
}
