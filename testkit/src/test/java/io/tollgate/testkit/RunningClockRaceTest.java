package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * As many calls at once as a fresh bucket has tokens, while time passes: all must be admitted.
 *
 * <p>A caller reads the clock and comes to the bucket later. If a call with a later reading was
 * faster, the bucket seems, from the earlier reading, to owe the time between the two; nobody may
 * be refused for that.
 */
final class RunningClockRaceTest {

  private static Limit limit(Algorithm algorithm, int calls) {
    return switch (algorithm) {
      case CONCURRENCY -> Limit.concurrent(calls);
      // One call leaves at once, the others wait.
      case LEAKY_BUCKET -> Limit.of(1).per(Per.DAY).algorithm(algorithm).burst(calls - 1);
      default -> Limit.of(calls).per(Per.DAY).algorithm(algorithm);
    };
  }

  private static void assertAllAdmitted(Limit limit, int calls, Ticker ticker, int rounds) {
    assertAllAdmitted(List.of(limit), calls, ticker, rounds);
  }

  /** Each thread has a definition of its own, as far as there are several. */
  private static void assertAllAdmitted(
      List<Limit> definitions, int calls, Ticker ticker, int rounds) {
    var backend = new LocalBackend(/* maxKeys= */ 100_000, ticker, InstantSource.system());
    var admitted = new AtomicIntegerArray(rounds);
    try (var crowd = new Crowd(calls)) {
      crowd.inStep(
          rounds,
          (thread, round) -> {
            var limit = definitions.get(thread % definitions.size());
            if (backend.decide(limit, "round" + round, 1).allowed()) {
              admitted.incrementAndGet(round);
            }
          });
    }
    assertThat(IntStream.range(0, rounds).map(admitted::get)).containsOnly(calls);
  }

  @ParameterizedTest
  @EnumSource
  void decide_twoCallsByTheRealClock_admitsBoth(Algorithm algorithm) {
    assertAllAdmitted(limit(algorithm, 2), /* calls= */ 2, Ticker.system(), /* rounds= */ 50_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 32})
  void decide_asManyCallsAsTokensByTheRealClock_admitsAll(int calls) {
    var limit = limit(Algorithm.TOKEN_BUCKET, calls);
    assertAllAdmitted(limit, calls, Ticker.system(), /* rounds= */ 30_000 / calls);
  }

  @Test
  void decide_asManyDefinitionsAsCallsByTheRealClock_admitsAll() {
    var definitions =
        List.of(
            limit(Algorithm.TOKEN_BUCKET, 4).named("limit"),
            Limit.of(7).per(Per.DAY).burst(4).named("limit"),
            limit(Algorithm.LEAKY_BUCKET, 4).named("limit"),
            limit(Algorithm.SLIDING_LOG, 4).named("limit"));
    assertAllAdmitted(definitions, /* calls= */ 4, Ticker.system(), /* rounds= */ 10_000);
  }

  /** All readings are different, and after each there is time for others to overtake it. */
  // Nothing relies on the scheduler; it is only given an occasion.
  @SuppressWarnings("ThreadPriorityCheck")
  @ParameterizedTest
  @EnumSource
  void decide_readingsOvertakeEachOther_admitsAll(Algorithm algorithm) {
    var readings = new AtomicLong();
    Ticker overtaken =
        () -> {
          long reading = readings.addAndGet(1_000);
          Thread.yield();
          return reading;
        };
    assertAllAdmitted(limit(algorithm, 4), /* calls= */ 4, overtaken, /* rounds= */ 2_000);
  }
}
