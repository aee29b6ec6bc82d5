package io.tollgate;

import io.tollgate.algorithm.TokenBucket;
import io.tollgate.algorithm.TokenBucket.Owed;

/**
 * A bucket of one word that took the place of another one, because the limit changed.
 *
 * <p>What was taken and is more than its limit can owe is beyond. That does not count, so that
 * nobody waits for longer than the limit in force says. It is owed again when the limit changes
 * once more, unless this bucket was full in between: one that is full is as good as absent.
 *
 * <p>What calls took before the change was paid off at other rates since, nobody knows how much of
 * it, so none of that comes back when they are settled.
 */
final class ChangedBucket extends WordBucket {

  /*
   * A bucket that was full and is taken from counts from another reading than before, so one that
   * still counts from the reading at which it was made, and owes something, has not been full. One
   * that is busy for half of TokenBucket.restNanos(), half an hour at the least, counts from
   * another reading as well, and forgets what is beyond although it was not full.
   */

  private final long madeAt;
  private final long beyond;

  ChangedBucket(int hash, Limit limit, String key, TokenBucket tokens, long now, Owed owed) {
    super(hash, limit, key, tokens, now, tokens.owing(owed.debt(), now));
    this.madeAt = now;
    this.beyond = owed.beyond();
  }

  @Override
  long beyond(long counted) {
    return counted == madeAt ? beyond : 0;
  }

  /** Nothing comes back to a call of the reading at which this bucket was made: it came before. */
  @Override
  long slackNanos(long counted) {
    return counted == madeAt ? -1 : super.slackNanos(counted);
  }
}
