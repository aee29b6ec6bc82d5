package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Settlement;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bucket is kept for as long as it is needed, whoever wrote it last, and not much longer. */
final class ExpiryIT {

  /** How much longer than its bucket a key lives. */
  private static final long LEAST_MILLIS = 16_000;

  private static final long MOST_MILLIS = 32_000;

  /** Redis's own time goes on while the test runs. */
  private static final long SLACK_MILLIS = 5_000;

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  private final ManualTicker time = new ManualTicker();

  @ParameterizedTest
  @EnumSource
  void decide_busyBucket_outlivesItsNeed(Algorithm algorithm) {
    var limit =
        algorithm == Algorithm.CONCURRENCY
            ? Limit.concurrent(50)
            : Limit.of(20).per(Duration.ofSeconds(30)).burst(20).algorithm(algorithm);
    var claim = new Claim(limit.named("expiring"), "alice", 2);
    var prefix = "expiry-" + algorithm;
    var key = prefix + ":expiring:alice";
    var backend = REDIS.link().backend(ServerTime.of(time), prefix);
    var random = new Random(7);
    for (int i = 0; i < 400; i++) {
      pass(random.nextInt(i % 50 == 0 ? 60_000 : 3_000), key);
      var decision = Answers.of(backend.decideAsync(List.of(claim)));
      if (decision.allowed()) {
        long needed = decision.reset().toMillis();
        assertThat((Long) REDIS.call("PTTL", key))
            .isBetween(needed + LEAST_MILLIS - SLACK_MILLIS, needed + MOST_MILLIS);
        if (random.nextInt(3) == 0 && algorithm != Algorithm.CONCURRENCY) {
          // Nothing may be left of what was taken, and the bucket be written by another script.
          var settlement = Settlement.of(claim, decision, /* actual= */ 0, Duration.ZERO);
          Answers.of(backend.settleAsync(List.of(settlement)));
        }
      }
    }
  }

  /** Lets time pass for the scripts, and for the expiry of the key, which goes by Redis's clock. */
  private void pass(long millis, String key) {
    time.advance(Duration.ofMillis(millis));
    long left = (Long) REDIS.call("PTTL", key) - millis;
    REDIS.call("PEXPIRE", key, Long.toString(left));
  }
}
