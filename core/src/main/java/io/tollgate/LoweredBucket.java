package io.tollgate;

import io.tollgate.algorithm.TokenBucket;

/**
 * A bucket of one word from which more was taken than its limit can owe, because that was lowered.
 *
 * <p>What is beyond does not count, so that nobody waits for longer than the limit in force says.
 * It is owed again when the limit changes once more, unless this bucket was full in between: one
 * that is full is as good as absent.
 */
final class LoweredBucket extends WordBucket {

  /*
   * A bucket that was full and is taken from counts from another reading than before, so one that
   * still counts from the reading at which it was made, and owes something, has not been full. One
   * that is busy for half of TokenBucket.restNanos(), a quarter of an hour at the least, counts from
   * another reading as well, and forgets what is beyond although it was not full.
   */

  private final long madeAt;
  private final long beyond;

  LoweredBucket(
      int hash, Limit limit, String key, TokenBucket tokens, long now, long state, long beyond) {
    super(hash, limit, key, tokens, now, state);
    this.madeAt = now;
    this.beyond = beyond;
  }

  @Override
  long beyond(long counted) {
    return counted == madeAt ? beyond : 0;
  }
}
