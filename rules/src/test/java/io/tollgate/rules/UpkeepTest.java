package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class UpkeepTest {

  @Test
  void round_endsWithAnError_isDownAndGoesOn() {
    var rounds = new AtomicInteger();
    try (var upkeep =
        new Upkeep(
            () -> {},
            () -> {
              if (rounds.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("a secret of the driver");
              }
            })) {
      upkeep.start();

      assertThat(upkeep.health().reason()).contains("failed").doesNotContain("secret");
      await().until(() -> upkeep.health().isUp());
    }
  }
}
