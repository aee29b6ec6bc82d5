package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows are played as they are written, and come back as it happened. */
final class RowsTest {

  private final ManualTicker time = new ManualTicker();

  private String play(String row) {
    var limit = Rows.limit("3/3s");
    var backend = WrongBackend.rightBackend(time);
    return Rows.play(
        row, cost -> backend.decide(limit, "alice", cost), time, /* step= */ Duration.ofMillis(1));
  }

  @ParameterizedTest
  @CsvSource({
    "AAARR, AAARR",
    "AAAAA, AAARR",
    "RRRRR, AAARR",
    "A2 A2 +1s A2, A2 R2 +1s A2",
    "A3 +1s-step A +step A, A3 +1s-step R +step A",
    "A4, N4",
    "A3 +999ms A +1000000ns A, A3 +999ms R +1000000ns A",
    "A3 +1m A3 +1h A3 A, A3 +1m A3 +1h A3 R"
  })
  void play_anyRow_returnsWhatHappened(String row, String happened) {
    assertThat(play(row)).isEqualTo(happened);
  }

  @Test
  void play_noRow_isAnError() {
    assertThatThrownBy(() -> play("AA x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"AA x\" is no row from character 4 on");
    assertThatThrownBy(() -> play("AA +1y")).hasMessageContaining("from character 4 on");
  }
}
