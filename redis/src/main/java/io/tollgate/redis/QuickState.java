package io.tollgate.redis;

import io.tollgate.algorithm.BucketAlgorithm;

/**
 * A bucket as {@code quick.lua} tells of it, which leaves the working out of answers to us. Times
 * are microseconds.
 */
interface QuickState {

  /** Returns how many tokens are left. */
  long remaining();

  /** Returns how long until the bucket is as new. */
  long reset();

  /** Returns how long a call has to wait, that is not above the limit: 0 if it is admitted now. */
  long waitFor(long cost);

  /** Returns how long a call waits for its turn that is admitted now. */
  long delay(long cost);

  /** Returns the bucket after a call that was admitted. */
  QuickState after(long cost);

  /**
   * A token or leaky bucket.
   *
   * @param debt what it owes, in units
   */
  record OfTokens(long unitsPerMicro, long unitsPerToken, long burst, long debt, boolean isLeaky)
      implements QuickState {

    @Override
    public long remaining() {
      return Math.max(0, burst * unitsPerToken - debt) / unitsPerToken;
    }

    @Override
    public long reset() {
      return micros(debt);
    }

    @Override
    public long waitFor(long cost) {
      return cost == 0 ? 0 : micros(Math.max(0, debt - (burst - cost) * unitsPerToken));
    }

    @Override
    public long delay(long cost) {
      return isLeaky && cost > 0 ? micros(debt) : 0;
    }

    @Override
    public QuickState after(long cost) {
      long deeper = debt + cost * unitsPerToken;
      return new OfTokens(unitsPerMicro, unitsPerToken, burst, deeper, isLeaky);
    }

    private long micros(long units) {
      return (units + unitsPerMicro - 1) / unitsPerMicro;
    }
  }

  /**
   * Returns the state of a window, by the arithmetic of the core, which is for any unit of time.
   */
  static <S> QuickState of(BucketAlgorithm<S> algorithm, S state, long now) {
    return new OfWindow<>(algorithm, state, now);
  }

  /**
   * A fixed or sliding window.
   *
   * @param <S> what the core knows of it
   */
  record OfWindow<S>(BucketAlgorithm<S> algorithm, S state, long now) implements QuickState {

    @Override
    public long remaining() {
      return algorithm.remaining(state, now);
    }

    @Override
    public long reset() {
      return algorithm.freshAfterNanos(state, now);
    }

    @Override
    public long waitFor(long cost) {
      return algorithm.waitNanos(state, now, cost);
    }

    @Override
    public long delay(long cost) {
      return 0;
    }

    @Override
    public QuickState after(long cost) {
      return new OfWindow<>(algorithm, algorithm.take(state, now, cost), now);
    }
  }
}
