package io.tollgate;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/** What one of several hosts has of each limit while every host counts by itself. */
final class Shares {

  /*
   * Together the hosts should admit what the limit allows, so each has a part of it:
   *
   *   token and leaky bucket   the same tokens in a period n times as long, which is the n-th part of
   *                            the rate exactly; the n-th part of the burst
   *   windows and log          the n-th part of the count in the same window; n times the gap
   *   calls under way          the n-th part of the calls
   *
   * Parts of a count are rounded down, so that n parts are never more than the whole. The price is
   * that up to n - 1 tokens are nobody's until the backend is back. A part is never less than 1, or
   * a host would admit nobody: a limit of fewer tokens than there are hosts admits one on each.
   *
   * What was taken of the whole is everybody's debt, and its parts are rounded up.
   *
   * A call that costs more than a part has, but not more than the whole, is charged all that a part
   * has: it waits until this host's bucket is full, and passes.
   *
   * A limit whose part cannot be counted (some tokens in decades) is not divided.
   */

  /** Applications have dozens; who makes limits by the thousand has them divided again. */
  private static final int MAX_LIMITS = 1_000;

  /** All of every limit, for a host that is alone. */
  static final Shares WHOLE = new Shares(1);

  private final int hosts;
  private final LoadingCache<Limit, Limit> limits;

  private Shares(int hosts) {
    this.hosts = hosts;
    this.limits =
        Caffeine.newBuilder().maximumSize(MAX_LIMITS).build(limit -> divided(limit, hosts));
  }

  /** Returns the shares of one of {@code hosts}. */
  Shares among(int hosts) {
    return hosts == this.hosts ? this : hosts <= 1 ? WHOLE : new Shares(hosts);
  }

  int hosts() {
    return hosts;
  }

  private static Limit divided(Limit limit, int hosts) {
    try {
      return limit.share(hosts);
    } catch (IllegalArgumentException e) {
      return limit; // Its numbers are too long for this host alone, and were not for all.
    }
  }

  /** Returns this host's part of a limit, whose buckets have the same names. */
  Limit of(Limit limit) {
    return hosts == 1 ? limit : limits.get(limit);
  }

  /** Returns a claim as one of this host's part. */
  Claim of(Claim claim) {
    if (hosts == 1) {
      return claim;
    }
    var limit = claim.limit();
    var share = of(limit);
    boolean fits = claim.cost() <= limit.maxCost();
    long cost = fits ? Math.min(claim.cost(), share.maxCost()) : claim.cost();
    return new Claim(share, claim.key(), cost);
  }

  /** Returns this host's part of what was taken from a bucket that all share. */
  long ofTaken(long taken) {
    return taken / hosts + (taken % hosts == 0 ? 0 : 1);
  }

  /**
   * Returns a settlement of a call that was charged to a bucket that all share as one of this
   * host's part: what it cost more is charged here alone, because nobody else knows of it, and what
   * comes back is this host's part.
   */
  Settlement of(Settlement settlement) {
    if (hosts == 1) {
      return settlement;
    }
    var share = of(settlement.limit());
    if (settlement.difference() >= 0) {
      return settlement.with(share, settlement.taken(), settlement.actual());
    }
    long taken = settlement.taken() / hosts;
    return settlement.with(share, taken, Math.min(taken, ofTaken(settlement.actual())));
  }
}
