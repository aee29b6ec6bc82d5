package io.tollgate.testkit;

import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on one bucket while no time passes: what is admitted is known to the token. */
final class FrozenClockRaceTest {

  private static final int TOKENS = 1_000;
  private static final int CALLS = 100;
  private static final int ROUNDS = 100;

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 100, time, time);
  private final Limiter limiter = Limiter.builder().local(backend).build();
  private final Crowd crowd = new Crowd(32);

  @AfterEach
  void close() {
    crowd.close();
    limiter.close();
  }

  /** A limit that admits 1,000 calls at once, whatever it is by. */
  private static Limit limit(Algorithm algorithm) {
    return switch (algorithm) {
      case CONCURRENCY -> Limit.concurrent(TOKENS);
      // One call leaves at once, the others wait.
      case LEAKY_BUCKET -> Limit.of(1).per(Per.HOUR).algorithm(algorithm).burst(TOKENS - 1);
      default -> Limit.of(TOKENS).per(Per.HOUR).algorithm(algorithm);
    };
  }

  private List<Decision> decisions(Function<Claim, Decision> decide, Claim claim) {
    return crowd
        .all(thread -> IntStream.range(0, CALLS).mapToObj(i -> decide.apply(claim)).toList())
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /** Each admitted call saw another number of tokens left, from all but one down to none. */
  private static boolean areExact(List<Decision> decisions) {
    var left = decisions.stream().filter(Decision::allowed).mapToLong(Decision::remaining).sorted();
    var expected = LongStream.range(0, TOKENS).boxed().toList();
    return left.boxed().toList().equals(expected);
  }

  private void assertExact(Function<Claim, Decision> decide, Algorithm algorithm) {
    for (int round = 0; round < ROUNDS; round++) {
      var decisions = decisions(decide, new Claim(limit(algorithm), "round" + round));

      int attempts = crowd.size() * CALLS;
      assertThat(decisions).filteredOn(Decision::allowed).hasSize(TOKENS);
      assertThat(decisions)
          .filteredOn(Decision::outcome, Outcome.REFUSED)
          .hasSize(attempts - TOKENS);
      assertThat(areExact(decisions)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_byTheBackend_admitsExactlyTheLimit(Algorithm algorithm) {
    assertExact(claim -> backend.decide(claim.limit(), claim.key(), claim.cost()), algorithm);
  }

  @ParameterizedTest
  @EnumSource
  void decide_byTheLimiter_admitsExactlyTheLimit(Algorithm algorithm) {
    assertExact(claim -> limiter.decide(claim.limit(), claim.key()), algorithm);
  }

  @ParameterizedTest
  @EnumSource
  void decide_byClaims_admitsExactlyTheLimit(Algorithm algorithm) {
    assertExact(claim -> limiter.decide(List.of(claim)), algorithm);
  }

  @ParameterizedTest
  @EnumSource
  void decide_differentCosts_takesExactlyWhatWasAdmitted(Algorithm algorithm) {
    var limit = limit(algorithm);
    for (int round = 0; round < ROUNDS; round++) {
      var key = "round" + round;
      long taken =
          crowd.all(thread -> taken(limit, key, /* cost= */ 1 + thread % 7)).stream()
              .collect(summingLong(Long::longValue));

      // Cost 1 was tried until it was refused, so nothing is left.
      assertThat(taken).isEqualTo(TOKENS);
      assertThat(limiter.decide(limit, key, 0).remaining()).isZero();
    }
  }

  /** Calls until a call is refused, and returns what was admitted. */
  private long taken(Limit limit, String key, long cost) {
    long taken = 0;
    while (limiter.decide(limit, key, cost).allowed()) {
      taken += cost;
    }
    return taken;
  }

  /** The same test on a backend with a race in it: were it blind, this would go on for long. */
  @Test
  void decide_byARacyBackend_isSeenNotToBeExact() {
    boolean seen = false;
    for (int round = 0; round < 10_000 && !seen; round++) {
      var racy = new RacyBackend();
      seen = !areExact(decisions(racy::decide, new Claim(limit(Algorithm.TOKEN_BUCKET), "key")));
    }
    assertThat(seen).isTrue();
  }
}
