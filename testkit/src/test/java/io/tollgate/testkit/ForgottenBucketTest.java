package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * When a bucket that is as new is forgotten depends on its place in the table, so callers who do
 * the same at the same times must be told the same, whatever their keys are and although the limit
 * changes.
 */
final class ForgottenBucketTest {

  private static final int SEQUENCES = 2_000;
  private static final int CALLS = 24;
  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  private static final List<String> KEYS = IntStream.range(0, 16).mapToObj(i -> "key" + i).toList();

  private final ManualTicker time = new ManualTicker();

  @ParameterizedTest
  @EnumSource
  void decide_sameCallsOfManyKeys_answersAllTheSame(Algorithm algorithm) {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      var backend = new LocalBackend(/* maxKeys= */ 100, time, time);
      var random = new Random(31L * seed + algorithm.name().hashCode());
      var name = algorithm + " " + seed;
      var period = Duration.ofMillis(100L * (1 + random.nextInt(10)));
      var limits =
          Stream.generate(() -> limit(algorithm, period, random).named(name)).limit(3).toList();
      for (int i = 0; i < CALLS; i++) {
        var limit = limits.get(random.nextInt(limits.size()));
        long cost = random.nextLong(limit.maxCost() + 1);
        var answers = KEYS.stream().map(key -> describe(backend.decide(limit, key, cost))).toList();
        assertThat(answers).as("%s: call %d of %s", name, i, limit).containsOnly(answers.get(0));
        time.advance(pause(period, random));
      }
    }
  }

  private static String describe(Decision decision) {
    return decision + ", as new in " + decision.reset();
  }

  /** Three of four are of the algorithm, so that most changes keep what was counted. */
  private static Limit limit(Algorithm algorithm, Duration period, Random random) {
    var any = ALGORITHMS.get(random.nextInt(ALGORITHMS.size()));
    var chosen = random.nextInt(4) > 0 ? algorithm : any;
    long tokens = 1L << random.nextInt(6);
    if (chosen == Algorithm.CONCURRENCY) {
      return Limit.concurrent(tokens).lease(period);
    }
    var limit = Limit.of(tokens).per(period).algorithm(chosen);
    return chosen == Algorithm.SLIDING_LOG && random.nextBoolean()
        ? limit.countingRefused()
        : limit;
  }

  /** Mostly none or short, at times so long that a bucket is just as new, or has long been. */
  private static Duration pause(Duration period, Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> period;
      case 1 -> period.multipliedBy(2);
      case 2, 3 -> period.dividedBy(4);
      default -> Duration.ZERO;
    };
  }
}
