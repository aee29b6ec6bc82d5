package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Settlement;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A sequence of calls of one key, settled at once or later, that follows from a seed. */
final class RandomSettlements {

  private static final int EVENTS = 60;

  /** A call under way. */
  private record Open(int number, Decision decision, Instant at) {}

  private final long seed;
  private final Random random;
  private final Limit limit;
  private final Duration step;
  private final long periodSteps;
  private final SettledCalls reference;
  private final List<Open> open = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  private RandomSettlements(long seed, Random random, Limit limit, Duration step) {
    this.seed = seed;
    this.random = random;
    this.limit = limit;
    this.step = step;
    this.periodSteps = limit.period().dividedBy(step);
    this.reference = SettledCalls.of(limit);
  }

  static RandomSettlements of(Algorithm algorithm, long seed, Duration step) {
    var random = new Random(seed);
    var period = step.multipliedBy(random.nextInt(2) == 0 ? 60 : 60_000);
    var limit = Limit.of(1 + random.nextInt(12)).per(period).algorithm(algorithm).named("settled");
    if (algorithm == Algorithm.SLIDING_LOG && random.nextInt(3) == 0) {
      limit = limit.minimumGap(step.multipliedBy(random.nextInt(20)));
    }
    if (algorithm == Algorithm.SLIDING_LOG && random.nextInt(3) == 0) {
      limit = limit.countingRefused();
    }
    return new RandomSettlements(seed, random, limit, step);
  }

  /** Settles each call right after it, and fails where an answer is not as if it had cost that. */
  void playAtOnce(Backend backend, ManualTicker time) {
    for (int i = 0; i < EVENTS; i++) {
      pause(time);
      var now = time.instant();
      long cost = cost();
      var expected = reference.peek(nanos(now), cost);
      var decision = decide(backend, now, cost);
      check(decision.allowed() == expected.allowed(), "the model says " + expected);
      for (var call : open) {
        settle(backend, call, now, decision.remaining() + limit.maxCost());
      }
      open.clear();
      var left = Answers.of(backend.decideAsync(List.of(new Claim(limit, "key", 0))));
      var promised = reference.peek(nanos(now), 0);
      check(
          left.remaining() == Math.max(0, promised.remaining())
              && steps(nanos(left.reset())).equals(steps(promised.resetNanos())),
          "left is " + left + ", as new in " + left.reset() + "; the model says " + promised);
    }
  }

  /** Settles calls any time later, and fails where more is admitted than if they had cost that. */
  void playLater(Backend backend, ManualTicker time) {
    for (int i = 0; i < EVENTS; i++) {
      pause(time);
      var now = time.instant();
      if (!open.isEmpty() && random.nextInt(3) == 0) {
        var left = Answers.of(backend.decideAsync(List.of(new Claim(limit, "key", 0))));
        // What goes below empty by more than the burst is forgiven, and would not compare.
        boolean owes =
            limit.algorithm() == Algorithm.TOKEN_BUCKET
                || limit.algorithm() == Algorithm.LEAKY_BUCKET;
        boolean owing = owes && left.reset().compareTo(limit.period()) > 0;
        long room = owing ? 0 : left.remaining() + limit.maxCost();
        settle(backend, open.remove(random.nextInt(open.size())), now, room);
      } else {
        long cost = cost();
        var expected = reference.peek(nanos(now), cost);
        var decision = decide(backend, now, cost);
        check(!decision.allowed() || expected.allowed(), "the model says " + expected);
      }
    }
  }

  private void pause(ManualTicker time) {
    long steps =
        switch (random.nextInt(6)) {
          case 0, 1 -> 0;
          case 2 -> 1;
          case 3 -> periodSteps * random.nextInt(3);
          default -> (long) (random.nextDouble() * periodSteps / 2);
        };
    var pause = step.multipliedBy(steps);
    events.add("+" + pause);
    time.advance(pause);
  }

  private long cost() {
    long max = limit.maxCost();
    return random.nextInt(3) == 0 ? max : 1 + random.nextInt((int) max);
  }

  private Decision decide(Backend backend, Instant now, long cost) {
    var decision = Answers.of(backend.decideAsync(List.of(new Claim(limit, "key", cost))));
    events.add("cost " + cost + " -> " + decision.outcome());
    int number = reference.decided(nanos(now), cost, decision.allowed());
    if (decision.allowed()) {
      open.add(new Open(number, decision, now));
    }
    return decision;
  }

  private void settle(Backend backend, Open call, Instant now, long room) {
    long taken = call.decision.cost();
    long actual =
        random.nextInt(3) == 0
            ? taken + random.nextInt((int) room + 1)
            : random.nextInt((int) taken + 1);
    var elapsed = Duration.between(call.at, now);
    var claim = new Claim(limit, "key", taken);
    events.add("settled from " + taken + " to " + actual + " after " + elapsed);
    Answers.of(backend.settleAsync(List.of(Settlement.of(claim, call.decision, actual, elapsed))));
    reference.settle(call.number, actual);
  }

  private BigInteger steps(BigInteger nanos) {
    return TriedModel.ceilDiv(nanos, nanos(step));
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.toNanos());
  }

  private static BigInteger nanos(Instant now) {
    return BigInteger.valueOf(now.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(now.getNano()));
  }

  private void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(
          "seed " + seed + " of " + limit + ": " + what + "\n  " + String.join("\n  ", events));
    }
  }
}
