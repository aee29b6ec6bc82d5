package io.tollgate.algorithm;

/**
 * Calls leave at a fixed rate; so many may wait for their turn, the rest are refused.
 *
 * <p>An admitted call is told how long to wait. A call of cost {@code c} leaves at its turn and
 * keeps the next one waiting for {@code c} intervals.
 */
public final class LeakyBucket {

  /*
   * A queue that drains at a fixed rate is a token bucket seen from the other side: what the token
   * bucket calls debt is here the time until the queue is empty, and so the wait of whoever joins
   * it now. One call leaves at once and `queue` may wait behind it, which makes a token bucket of
   * queue + 1. Only the answer differs: "go on, after so long" in place of "go on".
   */

  private final TokenBucket tokens;

  private LeakyBucket(TokenBucket tokens) {
    this.tokens = tokens;
  }

  /**
   * Returns the bucket from which {@code tokens} leave evenly over each {@code periodNanos} while
   * at most {@code queue} wait.
   *
   * @throws IllegalArgumentException if these numbers cannot be kept within one part in a million
   */
  public static LeakyBucket of(long tokens, long periodNanos, long queue) {
    if (queue < 0 || queue == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "burst is " + queue + "; the number of calls that may wait must be 0 or more");
    }
    // Without tokens nobody waits either: a queue that was stated is refused as a burst is.
    return new LeakyBucket(TokenBucket.of(tokens, periodNanos, tokens == 0 ? queue : queue + 1));
  }

  /** Returns the token bucket with the same state, the same refusals and the same waits. */
  public TokenBucket tokens() {
    return tokens;
  }

  /**
   * Returns how long the call of {@code cost} that left {@code debtAfter} behind waits for its
   * turn.
   */
  public long delayNanos(long debtAfter, long cost) {
    return tokens.nanos(tokens.debtBefore(debtAfter, cost));
  }
}
