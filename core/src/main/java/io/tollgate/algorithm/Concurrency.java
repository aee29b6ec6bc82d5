package io.tollgate.algorithm;

import java.util.Arrays;

/**
 * At most so many calls of a key under way.
 *
 * <p>A call that is admitted holds a lease until it is over. A lease that nobody ends, because its
 * host died or the end was never reported, ends by itself.
 *
 * @param max the most tokens that calls under way may hold together
 * @param leaseNanos how long a lease lasts that nobody ends
 */
public record Concurrency(long max, long leaseNanos)
    implements BucketAlgorithm<Concurrency.Leases> {

  /*
   * A lease is known by the instant at which it would end by itself, moved on by a nanosecond where
   * that was given out. So the leases of a bucket are unique and in order without a further number,
   * and ending one twice finds nothing the second time.
   *
   * The array is copied at each change. It holds as many leases as calls are under way for one key,
   * which is dozens; a bound of many thousands for one key would want another structure.
   */

  /** The leases that are held, in the order in which they end by themselves. */
  public static final class Leases {

    /** Pairs of a lease and its cost. */
    private final long[] pairs;

    /** The lease given out last, whether or not it has ended: none is given out twice. */
    private final long last;

    private Leases(long[] pairs, long last) {
      this.pairs = pairs;
      this.last = last;
    }

    /** No lease is held, and the next one may end at {@code end}. */
    private static Leases none(long end) {
      return new Leases(new long[0], end - 1);
    }

    /** Returns the lease that was given out last. */
    public long newest() {
      return last;
    }

    /** Tells whether any lease is held, or has ended without this bucket having been touched. */
    public boolean isHeld() {
      return pairs.length > 0;
    }

    private Leases since(long now) {
      int ended = 0;
      while (ended < pairs.length && now - pairs[ended] >= 0) {
        ended += 2;
      }
      return ended == 0 ? this : new Leases(Arrays.copyOfRange(pairs, ended, pairs.length), last);
    }

    private long total() {
      long total = 0;
      for (int i = 1; i < pairs.length; i += 2) {
        total += pairs[i];
      }
      return total;
    }

    private Leases with(long end, long cost) {
      long lease = end - last <= 0 ? last + 1 : end;
      var longer = Arrays.copyOf(pairs, pairs.length + 2);
      longer[pairs.length] = lease;
      longer[pairs.length + 1] = cost;
      return new Leases(longer, lease);
    }

    private Leases without(long lease) {
      for (int i = 0; i < pairs.length; i += 2) {
        if (pairs[i] == lease) {
          var shorter = Arrays.copyOf(pairs, pairs.length - 2);
          System.arraycopy(pairs, i + 2, shorter, i, shorter.length - i);
          return new Leases(shorter, last);
        }
      }
      return this;
    }
  }

  /** Checks that the bound is not negative and the lease positive. */
  public Concurrency {
    Windows.check(max, leaseNanos);
  }

  @Override
  public long maxCost() {
    return max;
  }

  @Override
  public long maxWaitNanos() {
    return leaseNanos;
  }

  @Override
  public Leases charged(long now, long taken) {
    var none = Leases.none(now + leaseNanos);
    return taken == 0 ? none : none.with(now + leaseNanos, taken);
  }

  @Override
  public Leases usedUpUntil(long now, long until) {
    return until - now <= 0 ? fresh(now) : Leases.none(until).with(until, max);
  }

  /**
   * Returns how long until leases of {@code cost} have ended by themselves; a call that ends its
   * lease makes it shorter.
   */
  @Override
  public long waitNanos(Leases state, long now, long cost) {
    var leases = state.since(now);
    long excess = leases.total() + cost - max;
    if (cost == 0 || excess <= 0) {
      return 0;
    }
    int i = 0;
    for (excess -= leases.pairs[1]; excess > 0; excess -= leases.pairs[i + 1]) {
      i += 2;
    }
    return leases.pairs[i] - now;
  }

  @Override
  public Leases take(Leases state, long now, long cost) {
    var leases = state.since(now);
    return cost == 0 ? leases : leases.with(now + leaseNanos, cost);
  }

  @Override
  public Leases giveBack(Leases state, Leases taken, long cost) {
    return cost == 0 ? state : end(state, taken.newest());
  }

  /** Returns the bucket without {@code lease}: the same bucket, if it has ended already. */
  public Leases end(Leases state, long lease) {
    return state.without(lease);
  }

  @Override
  public long remaining(Leases state, long now) {
    return Math.max(0, max - state.since(now).total());
  }

  @Override
  public long freshAfterNanos(Leases state, long now) {
    var leases = state.since(now);
    return leases.isHeld() ? leases.pairs[leases.pairs.length - 2] - now : 0;
  }
}
