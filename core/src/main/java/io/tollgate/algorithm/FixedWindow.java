package io.tollgate.algorithm;

import java.util.Optional;

/**
 * At most so many tokens in each window aligned to the clock.
 *
 * <p>Twice the limit can pass within one window's length when it spans a boundary: half before it
 * and half after. That is the price of one counter; the sliding algorithms do not pay it.
 *
 * @param limit the most tokens that one window admits
 * @param windowNanos the length of a window
 */
public record FixedWindow(long limit, long windowNanos)
    implements BucketAlgorithm<FixedWindow.Count> {

  /** What was taken in the window that began at {@code start}. */
  public record Count(long start, long taken) {}

  /** Checks that the limit is not negative and the window positive. */
  public FixedWindow {
    Windows.check(limit, windowNanos);
  }

  @Override
  public long maxCost() {
    return limit;
  }

  @Override
  public long maxWaitNanos() {
    return windowNanos;
  }

  @Override
  public Count charged(long now, long taken) {
    return new Count(Windows.alignedStart(now, windowNanos), Windows.sum(0, taken));
  }

  @Override
  public Count usedUpUntil(long now, long until) {
    return until - now <= 0 ? fresh(now) : new Count(until - windowNanos, limit);
  }

  @Override
  public long waitNanos(Count state, long now, long cost) {
    return cost == 0 || cost <= limit - taken(state, now) ? 0 : endOf(state) - now;
  }

  @Override
  public Count take(Count state, long now, long cost) {
    long windows = Windows.begunSince(state.start, now, windowNanos);
    return windows == 0
        ? new Count(state.start, state.taken + cost)
        : new Count(state.start + windows * windowNanos, cost);
  }

  @Override
  public Count giveBack(Count state, Count taken, long cost) {
    return state.start == taken.start
        ? new Count(state.start, Math.max(0, state.taken - cost))
        : state;
  }

  @Override
  public Count charge(Count state, long now, long more) {
    var count = take(state, now, /* cost= */ 0);
    return new Count(count.start, Windows.sum(count.taken, more));
  }

  @Override
  public Count refund(Count state, long now, long until, long taken, long less) {
    return until - now > 0 && Windows.isSame(endOf(state), until, windowNanos)
        ? new Count(state.start, Math.max(0, state.taken - less))
        : state;
  }

  @Override
  public Count giveBackLast(Count state, long takenAt, long cost) {
    return takenAt - state.start < 0 ? state : giveBack(state, state, cost);
  }

  @Override
  public Optional<BucketAlgorithm<Count>> continuedBy(BucketAlgorithm<?> changed) {
    return changed instanceof FixedWindow other && other.windowNanos == windowNanos
        ? Optional.of(other)
        : Optional.empty();
  }

  @Override
  public long taken(Count state, long now) {
    return Windows.begunSince(state.start, now, windowNanos) == 0 ? state.taken : 0;
  }

  @Override
  public long freshAfterNanos(Count state, long now) {
    return taken(state, now) == 0 ? 0 : endOf(state) - now;
  }

  private long endOf(Count state) {
    return state.start + windowNanos;
  }
}
