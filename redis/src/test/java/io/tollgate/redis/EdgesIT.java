package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers at the edge of what Lua counts exactly. */
final class EdgesIT {

  private static final long MOST = 1L << 51;
  private static final long MANY = 1_000_000_000_000L;

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  private final ManualTicker time = new ManualTicker();

  static Stream<Limit> limits() {
    return Stream.of(
        Limit.of(MANY).per(Per.SECOND),
        Limit.of(MANY).per(Per.DAY),
        Limit.of(1_000_000_000).per(Per.SECOND).burst(1L << 52),
        Limit.of(1_000_000_000).per(Per.SECOND).burst((1L << 52) - 1),
        Limit.of(1).per(Per.SECOND).burst(2_305_843_009L),
        Limit.of(MANY).per(Per.SECOND).algorithm(Algorithm.LEAKY_BUCKET),
        window(MANY, Algorithm.FIXED_WINDOW),
        window(MOST, Algorithm.FIXED_WINDOW),
        window(MOST - 1, Algorithm.FIXED_WINDOW),
        window(MANY, Algorithm.SLIDING_WINDOW),
        window(MOST, Algorithm.SLIDING_WINDOW),
        window(MOST - 1, Algorithm.SLIDING_WINDOW),
        window(MANY + 39, Algorithm.SLIDING_WINDOW),
        Limit.of(MOST).per(Duration.ofNanos(1_000L << 50)).algorithm(Algorithm.SLIDING_WINDOW),
        window(MANY, Algorithm.SLIDING_LOG),
        window(MOST, Algorithm.SLIDING_LOG),
        Limit.concurrent(MOST),
        Limit.concurrent(MOST - 1));
  }

  private static Limit window(long limit, Algorithm algorithm) {
    // Almost a day, of which a limit of 2^51 is a round fraction.
    return Limit.of(limit).per(Duration.ofNanos(1_000L << 36)).algorithm(algorithm);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void decide_largeNumbers_answersAsTheCore(Limit limit) {
    var core = new LocalBackend(10, time, time);
    var scripts = REDIS.link().backend(time);
    long max = limit.maxCost();
    time.advance(Duration.ofHours(7).plusNanos(123_457_000));
    for (long cost : new long[] {1, max / 3, max / 7, 1, 0, max, max + 1, Long.MAX_VALUE}) {
      assertSame(core, scripts, new Claim(limit, "alice", cost));
      time.advance(Duration.ofHours(1).plusNanos(1_000));
    }
    for (int i = 1; i <= 60; i++) {
      time.advance(Duration.ofMinutes(41).plusNanos(1_000L * i));
      assertSame(core, scripts, new Claim(limit, "alice", max / (i + 1)));
    }
  }

  private static void assertSame(LocalBackend core, Backend scripts, Claim claim) {
    var claims = List.of(claim);
    var answer = Answers.of(scripts.decideAsync(claims));
    assertThat(describe(answer)).isEqualTo(describe(core.decide(claims)));
  }

  private static String describe(Decision decision) {
    return String.format(
        "%s of %d, %d left, again in %s, as new in %d",
        decision.outcome(),
        decision.cost(),
        decision.remaining(),
        decision.retryAfter().map(EdgesIT::micros),
        micros(decision.reset()));
  }

  private static long micros(Duration duration) {
    return (duration.toNanos() + 999) / 1_000;
  }

  @Test
  void decide_limitThatDoesNotFit_failsAndSaysWhatWould() {
    var tooLarge = window(MOST + 1, Algorithm.FIXED_WINDOW);
    var answer = REDIS.link().backend(time).decideAsync(List.of(new Claim(tooLarge, "alice")));

    assertThatThrownBy(() -> answer.toCompletableFuture().join())
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .rootCause()
        .hasMessageContaining("lower it to at most " + MOST);
  }
}
