package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The clock of Redis's machine is set back and forward. */
final class ServerClockIT {

  private static final int MOST = 5;
  private static final Duration HOUR = Duration.ofHours(1);

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  private final AtomicReference<Instant> clock =
      new AtomicReference<>(Instant.parse("2026-01-01T12:00:10Z"));
  private Backend backend;

  @BeforeEach
  void open() {
    backend = REDIS.link().backend(clock::get);
  }

  private void set(Duration forward) {
    clock.updateAndGet(now -> now.plus(forward));
  }

  /** Five a minute, or five at a time for a minute at most. */
  private static Limit limit(Algorithm algorithm) {
    var limit =
        switch (algorithm) {
          case CONCURRENCY -> Limit.concurrent(MOST).lease(Duration.ofMinutes(1));
          case LEAKY_BUCKET -> Limit.of(MOST).per(Per.MINUTE).algorithm(algorithm).burst(MOST - 1);
          default -> Limit.of(MOST).per(Per.MINUTE).algorithm(algorithm);
        };
    return limit.named(algorithm.name().toLowerCase(Locale.ROOT));
  }

  private int admitted(Algorithm algorithm, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      var claims = List.of(new Claim(limit(algorithm), "alice"));
      admitted += Answers.of(backend.decideAsync(claims)).allowed() ? 1 : 0;
    }
    return admitted;
  }

  @ParameterizedTest
  @EnumSource
  void decide_clockSetBack_keepsWhatWasTakenAndShutsNobodyOutForLongerThanUsual(
      Algorithm algorithm) {
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
    set(HOUR.negated());

    assertThat(admitted(algorithm, 10)).isZero();
    // A sliding window is over after two.
    set(Duration.ofMinutes(algorithm == Algorithm.SLIDING_WINDOW ? 2 : 1));
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @EnumSource
  void decide_clockSetForwardAndBack_admitsAtMostOneMoreBurst(Algorithm algorithm) {
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
    set(HOUR);
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
    set(HOUR.negated());
    assertThat(admitted(algorithm, 10)).isZero();
    set(Duration.ofMinutes(2));
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @EnumSource
  void decide_clockStepsBackAgainAndAgain_admitsWhatTimeBrings(Algorithm algorithm) {
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
    for (int i = 0; i < 100; i++) {
      set(Duration.ofMillis(-1));
      assertThat(admitted(algorithm, 1)).isZero();
    }
    set(Duration.ofMinutes(2));
    assertThat(admitted(algorithm, 10)).isEqualTo(MOST);
  }
}
