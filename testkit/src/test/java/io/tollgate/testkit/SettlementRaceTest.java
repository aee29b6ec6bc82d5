package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Several threads call one bucket and settle at the same time; no token is lost or made. */
final class SettlementRaceTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 5_000;
  private static final int ROUNDS_OF_A_KEY = 10;

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 100_000, time, time);
  private final Crowd crowd = new Crowd(THREADS);

  @AfterEach
  void close() {
    crowd.close();
  }

  /** A limit with room for all; all definitions of it have the same buckets. */
  private static Limit limit(Algorithm algorithm, int definition) {
    return Limit.of(1_000).every(1L + definition, Per.DAY).algorithm(algorithm).named("limit");
  }

  private static String key(int round) {
    return "key" + round / ROUNDS_OF_A_KEY;
  }

  /** Takes 3, and settles for 1, 2, 4 or 5. */
  private void call(Limit limit, int thread, int round) {
    var claim = new Claim(limit, key(round), 3);
    var decision = backend.decide(List.of(claim));
    backend.settle(
        List.of(Settlement.of(claim, decision, actual(thread), /* elapsed= */ Duration.ZERO)));
  }

  private static long actual(int thread) {
    return thread < 2 ? thread + 1 : thread + 2;
  }

  private long taken(Limit limit, int round) {
    return limit.maxCost() - backend.decide(limit, key(round), 0).remaining();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_whileOthersCallAndSettle_losesNothing(Algorithm algorithm) {
    var limit = limit(algorithm, /* definition= */ 0);
    crowd.inStep(ROUNDS, (thread, round) -> call(limit, thread, round));

    for (int round = 0; round < ROUNDS; round += ROUNDS_OF_A_KEY) {
      assertThat(taken(limit, round)).isEqualTo(12L * ROUNDS_OF_A_KEY);
    }
  }

  /**
   * Each thread has a definition of its own, so that buckets are replaced all the time. What is
   * more is always taken; what is less may be kept by a bucket that was made anew.
   */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_whileTheLimitChanges_neverAdmitsMore(Algorithm algorithm) {
    crowd.inStep(ROUNDS, (thread, round) -> call(limit(algorithm, thread), thread, round));

    var limit = limit(algorithm, /* definition= */ 0);
    for (int round = 0; round < ROUNDS; round += ROUNDS_OF_A_KEY) {
      assertThat(taken(limit, round)).isBetween(12L * ROUNDS_OF_A_KEY, 15L * ROUNDS_OF_A_KEY);
    }
  }

  /** Two threads spend what there is while two settle calls of before. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_whileOthersSpend_admitsExactlyWhatCameBack(Algorithm algorithm) {
    var limit =
        algorithm == Algorithm.LEAKY_BUCKET
            ? limit(algorithm, 0).burst(999)
            : limit(algorithm, /* definition= */ 0);
    var admitted = new AtomicInteger();
    crowd.inStep(
        /* rounds= */ 200,
        (thread, round) -> {
          var key = "round" + round;
          if (thread < 2) {
            var claim = new Claim(limit, key, 10);
            var decision = backend.decide(List.of(claim));
            if (decision.allowed()) {
              backend.settle(List.of(Settlement.of(claim, decision, 4, Duration.ZERO)));
              admitted.addAndGet(4);
            }
          } else {
            for (int i = 0; i < 400; i++) {
              admitted.addAndGet(backend.decide(limit, key, 1).allowed() ? 1 : 0);
            }
          }
        });
    for (int round = 0; round < 200; round++) {
      while (backend.decide(limit, "round" + round, 1).allowed()) {
        admitted.incrementAndGet();
      }
    }

    assertThat(admitted).hasValue(200 * 1_000);
  }
}
