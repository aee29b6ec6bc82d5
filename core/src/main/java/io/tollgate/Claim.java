package io.tollgate;

/**
 * What one call asks of one bucket.
 *
 * @param limit the limit
 * @param key who pays
 * @param cost how many tokens; 0 takes nothing
 */
public record Claim(Limit limit, String key, long cost) {

  /** Checks the cost, and shortens a key that is too long to keep. */
  public Claim {
    checkCost(cost);
    key = Keys.bounded(key);
  }

  /** Returns a claim of cost 1. */
  public Claim(Limit limit, String key) {
    this(limit, key, 1);
  }

  /** Returns the same claim at another cost. */
  public Claim withCost(long cost) {
    return new Claim(limit, key, cost);
  }

  static void checkCost(long cost) {
    if (cost < 0) {
      throw new IllegalArgumentException("cost is " + cost + "; it must be 0 or more");
    }
  }
}
