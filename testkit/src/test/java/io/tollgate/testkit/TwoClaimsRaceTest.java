package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls with two claims, which several threads make at once: the first claim is of a bucket that
 * has enough for all of them, the second of one that has not. Whoever took the first in vain gives
 * it back.
 *
 * <p>When all is quiet, each bucket must have given what the admitted calls took, to the token.
 */
final class TwoClaimsRaceTest {

  private static final int THREADS = 3;
  private static final int ROUNDS = 10_000;
  private static final int ROUNDS_OF_A_GROUP = 10;
  private static final int PLENTY = 1_000;

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 100_000, time, time);
  private final Limiter limiter = Limiter.builder().local(backend).build();
  private final Crowd crowd = new Crowd(THREADS);

  /** Two of the three calls of a round are admitted. */
  private final Limit scarce = Limit.of(2).per(Per.DAY).named("scarce");

  private final AtomicIntegerArray admitted = new AtomicIntegerArray(ROUNDS);
  private final Queue<Decision> underWay = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    crowd.close();
    limiter.close();
  }

  /** A limit with room for all; all definitions of it have the same buckets. */
  private static Limit plenty(Algorithm algorithm, int definition) {
    var limit =
        switch (algorithm) {
          case CONCURRENCY -> Limit.concurrent(PLENTY).lease(Duration.ofDays(1L + definition));
          case LEAKY_BUCKET ->
              Limit.of(1).every(1L + definition, Per.HOUR).algorithm(algorithm).burst(PLENTY - 1);
          default -> Limit.of(PLENTY).every(1L + definition, Per.DAY).algorithm(algorithm);
        };
    return limit.named("plenty");
  }

  /** Who pays for the first claim: the same for some rounds, so that many calls meet. */
  private static String group(int round) {
    return "group" + round / ROUNDS_OF_A_GROUP;
  }

  private void call(Limit plenty, int round) {
    var decision =
        limiter.decide(
            List.of(new Claim(plenty, group(round), 3), new Claim(scarce, "round" + round)));
    if (decision.allowed()) {
      admitted.incrementAndGet(round);
      underWay.add(decision);
    }
  }

  private long taken(Limit limit, String key) {
    return limit.maxCost() - limiter.decide(limit, key, 0).remaining();
  }

  private void assertBalanced(Limit plenty) {
    for (int first = 0; first < ROUNDS; first += ROUNDS_OF_A_GROUP) {
      long sum = 0;
      for (int round = first; round < first + ROUNDS_OF_A_GROUP; round++) {
        assertThat(admitted.get(round)).isLessThanOrEqualTo(2);
        assertThat(taken(scarce, "round" + round)).isEqualTo(admitted.get(round));
        sum += admitted.get(round);
      }
      assertThat(taken(plenty, group(first))).isEqualTo(3 * sum);
    }
    if (plenty.algorithm() == Algorithm.CONCURRENCY) {
      underWay.forEach(limiter::release);
      assertThat(taken(plenty, group(0))).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_secondClaimRunsOut_leavesTheFirstUntouched(Algorithm algorithm) {
    var plenty = plenty(algorithm, /* definition= */ 0);
    crowd.inStep(ROUNDS, (thread, round) -> call(plenty, round));

    assertBalanced(plenty);
  }

  /** Each thread has a definition of its own, so the limit changes with almost every call. */
  @ParameterizedTest
  @EnumSource
  void decide_secondClaimRunsOutWhileTheFirstLimitChanges_leavesTheFirstUntouched(
      Algorithm algorithm) {
    crowd.inStep(ROUNDS, (thread, round) -> call(plenty(algorithm, thread), round));

    assertBalanced(plenty(algorithm, /* definition= */ 0));
  }
}
