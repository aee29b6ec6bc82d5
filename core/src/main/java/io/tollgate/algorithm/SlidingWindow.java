package io.tollgate.algorithm;

import java.math.BigInteger;
import java.util.Optional;

/**
 * At most so many tokens in the window that ends now, estimated from two counters: what was taken
 * in this clock-aligned window, and what was taken in the previous one, weighted by how much of it
 * the sliding window still covers.
 *
 * <p>The estimate supposes that the previous window's calls came evenly. Against the exact log it
 * decides 0.13 % of the calls of a real web log differently; {@code docs/accuracy.md} has the
 * figures. It needs no more memory for a limit of a million than for a limit of one.
 *
 * @param limit the most tokens that one window admits
 * @param windowNanos the length of the window
 */
public record SlidingWindow(long limit, long windowNanos)
    implements BucketAlgorithm<SlidingWindow.Counts> {

  /** What was taken in the window that began at {@code start}, and in the one before it. */
  public record Counts(long start, long current, long previous) {}

  /** Checks that the limit is not negative and the window positive. */
  public SlidingWindow {
    Windows.check(limit, windowNanos);
  }

  @Override
  public long maxCost() {
    return limit;
  }

  @Override
  public long maxWaitNanos() {
    return 2 * windowNanos;
  }

  @Override
  public Counts charged(long now, long taken) {
    long start = Windows.alignedStart(now, windowNanos);
    return new Counts(start, Windows.sum(0, taken), /* previous= */ 0);
  }

  @Override
  public Counts usedUpUntil(long now, long until) {
    if (limit == 0 || until - now <= 0) {
      return fresh(now);
    }
    // A window filled to the limit has faded by one token when 1/limit of the next one has passed.
    long fade = windowNanos - mulDiv(limit - 1, windowNanos, limit);
    return new Counts(until - fade - windowNanos, limit, /* previous= */ 0);
  }

  @Override
  public long waitNanos(Counts state, long now, long cost) {
    if (cost == 0) {
      return 0;
    }
    var counts = at(state, now);
    long room = limit - counts.current - cost;
    if (room < 0) {
      return counts.start + windowNanos + fadedTo(limit - cost, counts.current) - now;
    }
    long faded = fadedTo(room, counts.previous);
    return faded <= elapsed(counts, now) ? 0 : counts.start + faded - now;
  }

  @Override
  public Counts take(Counts state, long now, long cost) {
    var counts = at(state, now);
    return new Counts(counts.start, counts.current + cost, counts.previous);
  }

  @Override
  public Counts giveBack(Counts state, Counts taken, long cost) {
    if (state.start == taken.start) {
      return new Counts(state.start, Math.max(0, state.current - cost), state.previous);
    }
    if (state.start - windowNanos == taken.start) {
      return new Counts(state.start, state.current, Math.max(0, state.previous - cost));
    }
    return state;
  }

  @Override
  public Counts charge(Counts state, long now, long more) {
    var counts = at(state, now);
    return new Counts(counts.start, Windows.sum(counts.current, more), counts.previous);
  }

  @Override
  public Counts refund(Counts state, long now, long until, long taken, long less) {
    if (until - now <= 0) {
      return state;
    }
    // What is taken in a window counts until the end of the next one.
    long start = until - 2 * windowNanos;
    if (Windows.isSame(state.start, start, windowNanos)) {
      return new Counts(state.start, Math.max(0, state.current - less), state.previous);
    }
    return Windows.isSame(state.start - windowNanos, start, windowNanos)
        ? new Counts(state.start, state.current, Math.max(0, state.previous - less))
        : state;
  }

  @Override
  public Counts giveBackLast(Counts state, long takenAt, long cost) {
    long into = takenAt - state.start;
    if (into < -windowNanos) {
      return state;
    }
    long here = into < 0 ? 0 : Math.min(cost, state.current);
    return new Counts(
        state.start, state.current - here, Math.max(0, state.previous - (cost - here)));
  }

  @Override
  public Optional<BucketAlgorithm<Counts>> continuedBy(BucketAlgorithm<?> changed) {
    return changed instanceof SlidingWindow other && other.windowNanos == windowNanos
        ? Optional.of(other)
        : Optional.empty();
  }

  @Override
  public long taken(Counts state, long now) {
    var counts = at(state, now);
    long gone = mulDiv(counts.previous, elapsed(counts, now), windowNanos);
    return counts.current + (counts.previous - gone);
  }

  @Override
  public long freshAfterNanos(Counts state, long now) {
    var counts = at(state, now);
    long end = counts.start + windowNanos;
    if (counts.current > 0) {
      return end + windowNanos - now;
    }
    return counts.previous > 0 ? end - now : 0;
  }

  private Counts at(Counts state, long now) {
    long windows = Windows.begunSince(state.start, now, windowNanos);
    if (windows == 0) {
      return state;
    }
    long start = state.start + windows * windowNanos;
    return new Counts(start, /* current= */ 0, windows == 1 ? state.current : 0);
  }

  private static long elapsed(Counts counts, long now) {
    return Math.max(0, now - counts.start);
  }

  /** Returns how far into a window the one before it, with {@code taken}, weighs {@code room}. */
  private long fadedTo(long room, long taken) {
    return taken <= room ? 0 : windowNanos - mulDiv(room, windowNanos, taken);
  }

  /** Returns {@code a * b / divisor}, rounded down, for a result that fits. */
  private static long mulDiv(long a, long b, long divisor) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) == 0 && product >= 0) {
      return product / divisor;
    }
    return BigInteger.valueOf(a)
        .multiply(BigInteger.valueOf(b))
        .divide(BigInteger.valueOf(divisor))
        .longValueExact();
  }
}
