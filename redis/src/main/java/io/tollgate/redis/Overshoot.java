package io.tollgate.redis;

import io.tollgate.Limit;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * The largest part of a burst that this host has spent later than it was taken, in the last half
 * minute to a minute.
 *
 * <p>By as much, all hosts together, callers may have exceeded a limit in some stretch of time.
 */
final class Overshoot {

  private static final long TURN_NANOS = 30_000_000_000L;

  private final DoubleAccumulator current = new DoubleAccumulator(Math::max, 0);
  private volatile double last;
  private long turnedAt;

  Overshoot(long now) {
    this.turnedAt = now;
  }

  /** Notes that {@code tokens} were held at one time and spent later. */
  void note(Limit limit, int tokens) {
    if (tokens > 0) {
      current.accumulate((double) tokens / limit.maxCost());
    }
  }

  /** Lets what is old be forgotten; by one thread. */
  void turn(long now) {
    if (now - turnedAt >= TURN_NANOS) {
      turnedAt = now;
      last = current.getThenReset();
    }
  }

  double largest() {
    return Math.max(last, current.get());
  }
}
