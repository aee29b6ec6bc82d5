package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "'', abc, 3",
    "abc, '', 3",
    "burst, burst, 0",
    "brust, burst, 1",
    "burts, burst, 1",
    "bust, burst, 1",
    "bursts, burst, 1",
    "curst, burst, 1",
    "kitten, sitting, 3",
    "abcd, badc, 2",
  })
  void edits_betweenWords_areCounted(String from, String to, int edits) {
    assertThat(Nearest.edits(from, to)).isEqualTo(edits);
    assertThat(Nearest.edits(to, from)).isEqualTo(edits);
  }

  @Test
  void find_severalAsNear_isTheFirst() {
    assertThat(Nearest.find("b", List.of("a", "c"))).contains("a");
  }

  @Test
  void find_upperCase_makesNoDifference() {
    assertThat(Nearest.find("HOUR", List.of("day", "hour"))).contains("hour");
  }

  @Test
  void hint_nothingToSuggest_isEmpty() {
    assertThat(Nearest.hint("a", List.of())).isEmpty();
    assertThat(Nearest.hint("a".repeat(301), List.of("a"))).isEmpty();
  }
}
