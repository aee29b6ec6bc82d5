package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Calls of one key and a limit with several definitions, that follow from a seed. */
final class RandomChanges {

  /*
   * A change may round up what is owed, by one of the units that a backend counts in, and how large
   * these are is its own affair. So rates and pauses are such that nothing is ever rounded: all
   * numbers of tokens divide 1,000, and what comes back in a pause is, in parts of a token as each
   * definition counts them, a whole number:
   *
   *      tokens · pause ÷ period tokens,  of which each is worth  other period ÷ other tokens steps
   *
   * with pauses of n · 10,000 steps, and periods of which each is a tenth of another at the least.
   */

  private static final int EVENTS = 60;
  private static final int DEFINITIONS = 3;
  private static final List<Integer> TOKENS = List.of(1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100);
  private static final List<Integer> PERIODS = List.of(10, 20, 50, 100);

  private final long seed;
  private final Random random;
  private final Duration grain;
  private final List<Limit> definitions = new ArrayList<>();

  private RandomChanges(long seed, Duration step) {
    this.seed = seed;
    this.random = new Random(seed);
    this.grain = step.multipliedBy(10_000);
  }

  /** Returns calls of a limit that changes among these algorithms, and its periods too. */
  static RandomChanges of(List<Algorithm> algorithms, long seed, Duration step) {
    var changes = new RandomChanges(seed, step);
    var period = changes.period();
    for (int i = 0; i < DEFINITIONS; i++) {
      var one = changes.random.nextInt(3) == 0 ? changes.period() : period;
      var limit = changes.limit(changes.any(algorithms), one);
      changes.definitions.add(
          limit.tokens() > 0 && changes.random.nextBoolean() ? changes.withBurst(limit) : limit);
    }
    return changes;
  }

  /** Returns calls of a limit that changes among these algorithms, but no length of a window. */
  static RandomChanges ofOneWindow(List<Algorithm> algorithms, long seed, Duration step) {
    var changes = new RandomChanges(seed, step);
    var period = changes.period();
    for (int i = 0; i < DEFINITIONS; i++) {
      changes.definitions.add(changes.limit(changes.any(algorithms), period));
    }
    return changes;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private Duration period() {
    return grain.multipliedBy(any(PERIODS));
  }

  private Limit limit(Algorithm algorithm, Duration period) {
    int tokens = random.nextInt(12) == 0 ? 0 : any(TOKENS);
    if (algorithm == Algorithm.CONCURRENCY) {
      return Limit.concurrent(tokens).lease(period).named("changing");
    }
    var limit = Limit.of(tokens).per(period).algorithm(algorithm).named("changing");
    return algorithm == Algorithm.SLIDING_LOG && random.nextInt(3) == 0
        ? limit.minimumGap(grain.multipliedBy(random.nextInt(4)))
        : limit;
  }

  /** A bucket holds any number; a window is then as many periods long. */
  private Limit withBurst(Limit limit) {
    int tokens = (int) limit.tokens();
    return limit.burst(
        switch (limit.algorithm()) {
          case TOKEN_BUCKET -> 1 + random.nextInt(2 * tokens);
          case LEAKY_BUCKET -> random.nextInt(2 * tokens);
          default -> tokens * (1L + random.nextInt(2));
        });
  }

  /** Plays calls of which each has any of the definitions; a difference is told with the seed. */
  void play(ComparedCalls calls) {
    tellingTheSeed(
        () -> {
          for (int i = 0; i < EVENTS; i++) {
            calls.advance(pause());
            var definition = any(definitions);
            calls.call(List.of(new Claim(definition, "alice", cost(definition))));
          }
        });
  }

  /**
   * Plays calls of the first definition, between which others are asked without taking anything:
   * that changes nothing, as {@code calls} are to find out, which hear nothing of it.
   */
  void playWithLooks(ComparedCalls calls, Backend backend) {
    var first = definitions.get(0);
    tellingTheSeed(
        () -> {
          for (int i = 0; i < EVENTS; i++) {
            calls.advance(pause());
            for (int looks = random.nextInt(4); looks > 0; looks--) {
              var other = any(definitions);
              long cost = random.nextBoolean() ? 0 : other.maxCost() + 1;
              Answers.of(backend.decideAsync(List.of(new Claim(other, "alice", cost))));
            }
            calls.call(List.of(new Claim(first, "alice", cost(first))));
          }
        });
  }

  private void tellingTheSeed(Runnable play) {
    try {
      play.run();
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private Duration pause() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> Duration.ZERO;
      case 4, 5 -> grain.multipliedBy(1 + random.nextInt(3));
      case 6 -> grain.multipliedBy(random.nextInt(50));
      default -> random.nextInt(3) == 0 ? period().multipliedBy(2) : period();
    };
  }

  private long cost(Limit limit) {
    return switch (random.nextInt(12)) {
      case 0 -> 0;
      case 1 -> limit.maxCost() + 1;
      case 2, 3 -> limit.maxCost();
      case 4, 5, 6, 7 -> 1 + random.nextInt(Math.max(1, (int) limit.maxCost()));
      default -> 1;
    };
  }
}
