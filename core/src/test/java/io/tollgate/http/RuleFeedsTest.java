package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.RuleHost;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sources that bring rules, or are closed, while the gate still starts them. */
@Timeout(60) // A lock that is held too long would hold all up for ever.
final class RuleFeedsTest {

  private static Gate gate(String name) {
    return Endpoints.gate(
        Settings.of(Map.of("tollgate.heldrules", name)),
        Limiter.local(),
        Ticker.system(),
        InstantSource.system());
  }

  /** The source waits for its thread, as it would for a lock of its own that the thread holds. */
  @Test
  void start_sourceWhoseThreadTakesRulesMeanwhile_holdsNoLock() {
    HeldRules.atStart("meanwhile", RuleFeedsTest::takeOnAnotherThread);
    try (var gate = gate("meanwhile")) {
      gate.start();

      assertThat(gate.plans().layers().rules())
          .extracting(one -> one.layer() + " " + one.rule().name())
          .containsExactly("service search");
    }
  }

  private static void takeOnAnotherThread(RuleHost host) {
    var taken = new CountDownLatch(1);
    var thread =
        new Thread(
            () -> {
              host.take(RuleSet.read("{search: {path: /search, limit: 1/h}}", "test"));
              taken.countDown();
            });
    thread.setDaemon(true);
    thread.start();
    try {
      taken.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the rules were not taken while the gate started", e);
    }
  }

  @Test
  void close_whileASourceStarts_closesItWhenItHas() {
    var gate = gate("closed early");
    HeldRules.atStart("closed early", host -> gate.close());

    gate.start();

    assertThat(HeldRules.isRunning("closed early")).isFalse();
  }
}
