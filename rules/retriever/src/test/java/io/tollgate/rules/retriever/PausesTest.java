package io.tollgate.rules.retriever;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PausesTest {

  private final Pauses pauses = new Pauses(Duration.ofSeconds(10));

  @ParameterizedTest
  @CsvSource({
    "1, 500",
    "2, 1000",
    "3, 2000",
    "6, 16000",
    "7, 30000",
    "8, 30000",
    "2147483647, 30000"
  })
  void afterFailure_again_growsToABound(int failures, long longest) {
    for (int i = 0; i < 1_000; i++) {
      assertThat(pauses.afterFailure(failures).toMillis()).isBetween(longest / 2, longest);
    }
  }

  @Test
  void poll_ofManyHosts_isSpread() {
    var seen = new HashSet<Long>();
    for (int i = 0; i < 1_000; i++) {
      long millis = pauses.poll().toMillis();
      assertThat(millis).isBetween(8_000L, 12_000L);
      seen.add(millis);
    }
    assertThat(seen).hasSizeGreaterThan(500);
  }

  @Test
  void afterChange_always_isSomething() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(pauses.afterChange().toMillis()).isBetween(20L, 100L);
    }
  }
}
