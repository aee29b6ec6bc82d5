package io.tollgate;

import java.util.ArrayList;
import java.util.List;

/**
 * The claims of a call with those on the same bucket made one, so that a backend sees each bucket
 * once and its answer counts them together.
 */
final class JoinedClaims {

  private final List<Claim> claims;

  /** For each claim of the call, which of {@link #claims} it has become part of. */
  private final int[] places;

  private JoinedClaims(List<Claim> claims, int[] places) {
    this.claims = claims;
    this.places = places;
  }

  /**
   * Joins the claims of a call.
   *
   * @throws IllegalArgumentException if there are none, or one bucket has two limits
   */
  static JoinedClaims of(List<Claim> claims) {
    if (claims.isEmpty()) {
      throw new IllegalArgumentException("a call to be decided makes at least one claim");
    }
    var joined = new ArrayList<Claim>(claims.size());
    var places = new int[claims.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = join(claims.get(i), joined);
    }
    return new JoinedClaims(joined.size() == places.length ? claims : joined, places);
  }

  /** Tells whether a call makes claims and no two of them are on the same bucket, as is usual. */
  static boolean areApart(List<Claim> claims) {
    for (int i = 1; i < claims.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (haveOneBucket(claims.get(i), claims.get(j))) {
          return false;
        }
      }
    }
    return !claims.isEmpty();
  }

  private static boolean haveOneBucket(Claim one, Claim other) {
    return one.limit().sharesBucketsWith(other.limit()) && one.key().equals(other.key());
  }

  private static int join(Claim claim, List<Claim> joined) {
    for (int place = 0; place < joined.size(); place++) {
      var other = joined.get(place);
      if (haveOneBucket(other, claim)) {
        joined.set(place, sum(other, claim));
        return place;
      }
    }
    joined.add(claim);
    return joined.size() - 1;
  }

  private static Claim sum(Claim one, Claim other) {
    if (!one.limit().equals(other.limit())) {
      throw new IllegalArgumentException(
          "one call claims "
              + one.limit()
              + " and "
              + other.limit()
              + "; a bucket has one limit, so give the limits different names");
    }
    long cost = one.cost() + other.cost();
    // A sum that overflows is more than any limit has, and so is the largest number.
    return one.withCost(cost < 0 ? Long.MAX_VALUE : cost);
  }

  List<Claim> claims() {
    return claims;
  }

  /** Returns the answer to the call from the answer to the joined claims. */
  Decision answer(Decision decision) {
    if (claims.size() == places.length) {
      return decision;
    }
    var each = new ArrayList<Decision>(places.length);
    for (int place : places) {
      each.add(decision.each().get(place));
    }
    return Decision.of(each);
  }
}
