package io.tollgate.algorithm;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

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
   * A lease is numbered by the time at which it was given out, moved on by a nanosecond where that
   * number was given out before. So numbers are unique without a counter that somebody would have to
   * keep, and ending a lease twice finds nothing the second time.
   *
   * The array is copied at each change. It holds as many leases as calls are under way for one key,
   * which is dozens; a bound of many thousands for one key would want another structure.
   */

  /** One lease: its number, when it ends by itself, and how many tokens it holds. */
  private record Held(long number, long end, long cost) {}

  /** The leases that are held. */
  public static final class Leases {

    private final Held[] held;

    /** The number given out last, whether or not that lease has ended. */
    private final long newest;

    private Leases(Held[] held, long newest) {
      this.held = held;
      this.newest = newest;
    }

    /** No lease is held, and no number given out. */
    private static Leases none(long now) {
      return new Leases(new Held[0], now - 1);
    }

    /** Returns the number of the lease that was given out last. */
    public long newest() {
      return newest;
    }

    /** Tells whether any lease has not been ended yet, if only because nobody looked. */
    public boolean isHeld() {
      return held.length > 0;
    }

    private Leases since(long now) {
      for (var lease : held) {
        if (now - lease.end >= 0) {
          var left = Arrays.stream(held).filter(one -> now - one.end < 0).toArray(Held[]::new);
          return new Leases(left, newest);
        }
      }
      return this;
    }

    private long total() {
      long total = 0;
      for (var lease : held) {
        total += lease.cost;
      }
      return total;
    }

    private Leases with(long now, long end, long cost) {
      long number = now - newest <= 0 ? newest + 1 : now;
      var longer = Arrays.copyOf(held, held.length + 1);
      longer[held.length] = new Held(number, end, cost);
      return new Leases(longer, number);
    }

    private Leases without(long number) {
      var left = Arrays.stream(held).filter(one -> one.number != number).toArray(Held[]::new);
      return left.length == held.length ? this : new Leases(left, newest);
    }
  }

  /** Checks that the bound is not negative and the lease positive. */
  public Concurrency {
    Windows.check(max, "lease", leaseNanos);
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
    var none = Leases.none(now);
    return taken == 0 ? none : none.with(now, now + leaseNanos, Windows.sum(0, taken));
  }

  @Override
  public Leases usedUpUntil(long now, long until) {
    return until - now <= 0 ? fresh(now) : Leases.none(now).with(now, until, max);
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
    var byEnd = leases.held.clone();
    Arrays.sort(byEnd, Comparator.comparingLong(lease -> lease.end - now));
    int last = 0;
    for (excess -= byEnd[0].cost; excess > 0; excess -= byEnd[last].cost) {
      last++;
    }
    return byEnd[last].end - now;
  }

  @Override
  public Leases take(Leases state, long now, long cost) {
    var leases = state.since(now);
    return cost == 0 ? leases : leases.with(now, now + leaseNanos, cost);
  }

  @Override
  public Leases giveBack(Leases state, Leases taken, long cost) {
    return cost == 0 ? state : end(state, taken.newest());
  }

  /** Returns the same bucket: a call under way holds its lease whatever it costs. */
  @Override
  public Leases charge(Leases state, long now, long more) {
    return state;
  }

  /** Returns the same bucket: a call under way holds its lease whatever it costs. */
  @Override
  public Leases refund(Leases state, long now, long until, long taken, long less) {
    return state;
  }

  /** Returns the bucket without a lease: the same bucket, if that has ended already. */
  public Leases end(Leases state, long number) {
    return state.without(number);
  }

  /** Returns the same bucket: a lease is given back by its number. */
  @Override
  public Leases giveBackLast(Leases state, long takenAt, long cost) {
    return state;
  }

  @Override
  public Optional<BucketAlgorithm<Leases>> continuedBy(BucketAlgorithm<?> changed) {
    return changed instanceof Concurrency other ? Optional.of(other) : Optional.empty();
  }

  @Override
  public long taken(Leases state, long now) {
    return state.since(now).total();
  }

  @Override
  public long freshAfterNanos(Leases state, long now) {
    long longest = 0;
    for (var lease : state.held) {
      longest = Math.max(longest, lease.end - now);
    }
    return longest;
  }
}
