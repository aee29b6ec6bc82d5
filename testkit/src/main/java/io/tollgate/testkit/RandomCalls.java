package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A sequence of calls, releases and passing time that follows from a seed.
 *
 * <p>It goes where mistakes are: calls come in bursts, costs are 0, 1, all and too much, and time
 * passes by nothing, by one step, to the moment when a refused call was told to come back, to the
 * step before it, to the end of a window, and by long silences.
 */
final class RandomCalls {

  private static final int EVENTS = 60;
  private static final List<String> KEYS = List.of("alice", "bob", "");

  private final long seed;
  private final Random random;
  private final long stepNanos;
  private final List<String> keys;

  /** Of this order are all periods, so that the same pauses matter to all limits. */
  private final Duration period;

  private final List<Limit> limits = new ArrayList<>();
  private Duration lastWait = Duration.ZERO;

  private RandomCalls(long seed, Duration step) {
    this.seed = seed;
    this.random = new Random(seed);
    this.stepNanos = step.toNanos();
    this.keys = KEYS.subList(0, 1 + random.nextInt(KEYS.size()));
    this.period = period();
  }

  /** Returns calls of two limits of one algorithm. */
  static RandomCalls ofOne(Algorithm algorithm, long seed, Duration step) {
    var calls = new RandomCalls(seed, step);
    calls.limits.add(calls.limit(algorithm, "first"));
    calls.limits.add(calls.limit(algorithm, "second"));
    return calls;
  }

  /** Returns calls of limits of three algorithms. */
  static RandomCalls ofAll(long seed, Duration step) {
    var calls = new RandomCalls(seed, step);
    var algorithms = new ArrayList<>(List.of(Algorithm.values()));
    Collections.shuffle(algorithms, calls.random);
    for (var algorithm : algorithms.subList(0, 3)) {
      calls.limits.add(calls.limit(algorithm, algorithm.name().toLowerCase(Locale.ROOT)));
    }
    return calls;
  }

  private Limit limit(Algorithm algorithm, String name) {
    long tokens = tokens();
    var multiple = period.multipliedBy(1 + random.nextInt(3));
    if (algorithm == Algorithm.CONCURRENCY) {
      return Limit.concurrent(tokens).lease(multiple).named(name);
    }
    var limit = Limit.of(tokens).per(multiple).algorithm(algorithm).named(name);
    if (tokens > 0 && random.nextBoolean()) {
      limit = limit.burst(burst(algorithm, tokens));
    }
    return algorithm == Algorithm.SLIDING_LOG ? withOptions(limit) : limit;
  }

  private long tokens() {
    return switch (random.nextInt(20)) {
      case 0 -> 0;
      case 1, 2 -> 1 + random.nextInt(1_000);
      default -> 1 + random.nextInt(7);
    };
  }

  /** A bucket holds any number; a window is then as many periods long, so that steps fit. */
  private long burst(Algorithm algorithm, long tokens) {
    return switch (algorithm) {
      case TOKEN_BUCKET -> 1 + random.nextInt((int) (2 * tokens));
      case LEAKY_BUCKET -> random.nextInt((int) (2 * tokens));
      default -> tokens * (1 + random.nextInt(3));
    };
  }

  private Limit withOptions(Limit log) {
    var limit = log;
    if (random.nextInt(3) == 0) {
      limit = limit.minimumGap(steps(below(limit.period().toNanos() / stepNanos / 2 + 1)));
    }
    return random.nextInt(3) == 0 ? limit.countingRefused() : limit;
  }

  private Duration period() {
    return switch (random.nextInt(4)) {
      case 0 -> steps(1 + random.nextInt(1_000));
      case 1 -> Duration.ofSeconds(1 + random.nextInt(10));
      case 2 -> Duration.ofMinutes(1);
      default -> random.nextBoolean() ? Duration.ofHours(1) : Duration.ofDays(1);
    };
  }

  private Duration steps(long count) {
    return Duration.ofNanos(count * stepNanos);
  }

  /** Returns a number from 0 to {@code bound} - 1. */
  private long below(long bound) {
    return Math.floorMod(random.nextLong(), bound);
  }

  /** Plays this sequence; a difference is told with the seed. */
  void play(ComparedCalls calls) {
    try {
      for (int i = 0; i < EVENTS; i++) {
        playOne(calls);
      }
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private void playOne(ComparedCalls calls) {
    int dice = random.nextInt(10);
    if (dice < 3) {
      calls.advance(pause(calls));
    } else if (dice == 3 && calls.leases() > 0) {
      calls.release(random.nextInt(calls.leases()));
    } else {
      remember(calls.call(claims()));
    }
  }

  private void remember(Decision decision) {
    lastWait = decision.retryAfter().orElse(lastWait);
  }

  private Duration pause(ComparedCalls calls) {
    var steps = limits.get(random.nextInt(limits.size())).period().toNanos() / stepNanos;
    return switch (random.nextInt(16)) {
      case 0 -> steps(1);
      case 1, 2 -> lastWait;
      case 3, 4 -> lastWait.compareTo(steps(1)) < 0 ? Duration.ZERO : lastWait.minus(steps(1));
      case 5 -> untilTheNext(steps, calls);
      case 6 -> steps(steps);
      case 7 -> random.nextInt(4) == 0 ? steps(steps * 10) : steps(steps - 1);
      default -> steps(below(steps + 1) / (1 + random.nextInt(8)));
    };
  }

  private Duration untilTheNext(long periodSteps, ComparedCalls calls) {
    var now = calls.now();
    long periodNanos = periodSteps * stepNanos;
    long since = Math.floorMod(now.getEpochSecond() * 1_000_000_000 + now.getNano(), periodNanos);
    return Duration.ofNanos(periodNanos - since);
  }

  /** Claims of different buckets: mostly one. */
  private List<Claim> claims() {
    var buckets = new ArrayList<Claim>();
    for (var limit : limits) {
      for (var key : keys) {
        buckets.add(new Claim(limit, key, cost(limit)));
      }
    }
    Collections.shuffle(buckets, random);
    int count = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(Math.min(4, buckets.size()));
    return List.copyOf(buckets.subList(0, count));
  }

  private long cost(Limit limit) {
    return switch (random.nextInt(24)) {
      case 0 -> 0;
      case 1 -> limit.maxCost();
      case 2 -> random.nextInt(10) == 0 ? Long.MAX_VALUE : limit.maxCost() + 1;
      case 3, 4, 5, 6, 7, 8, 9 -> 1 + below(Math.max(1, limit.maxCost()));
      default -> 1;
    };
  }
}
