package io.tollgate;

import io.tollgate.algorithm.BucketAlgorithm;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one limit for one key, as the local backend holds it.
 *
 * <p>A bucket lives in a {@link BucketTable} until it is retired; from then on it answers {@code
 * null}, and the caller looks for its successor. It is the node of the table's chain as well, which
 * saves an object and a cache miss for each key.
 */
abstract sealed class Bucket permits WordBucket, RecordBucket {

  /**
   * How much later than a call its bucket may seem to have been made, because callers measure time
   * as well as they can: an eighth of a second.
   */
  static final int SLACK_BITS = 27;

  final int hash;
  final Limit limit;
  final String key;

  /** The next bucket of the chain; written under the lock of the chain, read without. */
  volatile @Nullable Bucket next;

  Bucket(int hash, Limit limit, String key) {
    this.hash = hash;
    this.limit = limit;
    this.key = key;
  }

  /** Returns a bucket that admits nothing before {@code until}. */
  static Bucket usedUp(int hash, Limit limit, String key, long now, long until) {
    var tokens = limit.tokenBucket();
    return tokens != null
        ? new WordBucket(hash, limit, key, tokens, now, tokens.usedUpUntil(now, until))
        : RecordBucket.usedUp(hash, limit, key, algorithmOf(limit), now, until);
  }

  /** Returns a bucket from which {@code taken} tokens, perhaps more than it has, are missing. */
  static Bucket charged(int hash, Limit limit, String key, long now, long taken) {
    var tokens = limit.tokenBucket();
    if (tokens == null) {
      return RecordBucket.charged(hash, limit, key, algorithmOf(limit), now, taken);
    }
    var owed = tokens.owed(taken);
    return owed.beyond() == 0
        ? new WordBucket(hash, limit, key, tokens, now, tokens.owing(owed.debt(), now))
        : new ChangedBucket(hash, limit, key, tokens, now, owed);
  }

  /**
   * Returns a bucket in the place of one that counted otherwise, from which {@code taken} tokens,
   * perhaps more than it has, are missing.
   */
  static Bucket changed(int hash, Limit limit, String key, long now, long taken) {
    var tokens = limit.tokenBucket();
    return tokens != null
        ? new ChangedBucket(hash, limit, key, tokens, now, tokens.owed(taken))
        : RecordBucket.changed(hash, limit, key, algorithmOf(limit), now, taken);
  }

  private static BucketAlgorithm<?> algorithmOf(Limit limit) {
    return Objects.requireNonNull(limit.bucketAlgorithm());
  }

  /** Tells whether this is the bucket of {@code limit}, whatever its numbers, for {@code key}. */
  final boolean isOf(int hash, Limit limit, String key) {
    return this.hash == hash && this.key.equals(key) && this.limit.sharesBucketsWith(limit);
  }

  /**
   * Takes {@code cost} tokens if they are there, and answers; {@code null} once retired.
   *
   * @param cost from 0 to the limit's {@code maxCost}
   */
  abstract @Nullable Decision tryTake(long now, long cost);

  /** Tells whether {@link #tryTake} would take; true once retired, for the successor to say. */
  abstract boolean admits(long now, long cost);

  /** Answers as {@link #tryTake} would, without taking; {@code null} once retired. */
  abstract @Nullable Decision peek(long now, long cost);

  /** Undoes what {@link #tryTake} took when it gave this decision; false once retired. */
  abstract boolean tryGiveBack(Decision taken, long now);

  /**
   * Takes {@code more} tokens, although they may not be there; false once retired.
   *
   * @param more above 0
   */
  abstract boolean tryCharge(long now, long more);

  /**
   * Gives back what a call took too much, as far as it still counts; false once retired.
   *
   * @param settlement of this bucket's limit, less than was taken, and elapsed before the reset
   */
  abstract boolean tryRefund(Settlement settlement, long now);

  /** Counts a call that was refused, where refused calls count. */
  abstract void countRefusal(long now, long cost);

  abstract boolean isRetired();

  /** Retires this bucket if it is as good as fresh, so that a fresh one may take its place. */
  abstract boolean tryRetireFresh(long now);

  /**
   * Retires this bucket, unless a call holds a lease of it.
   *
   * @return how long it would have refused a call of cost 1; 0 if it would not, or was retired
   */
  abstract long retireUnlessHeld(long now);

  /** Retires this bucket whatever its state. */
  abstract void retire();

  /**
   * Retires this bucket and returns its successor under another definition of its limit.
   *
   * <p>The successor counts from a reading after the retirement, which no call that took from this
   * bucket was ahead of. By the reading of a caller who comes late, what was taken could go into a
   * window that is over.
   */
  abstract Bucket retireFor(Limit changed, Ticker clock);

  /**
   * Retires this bucket and returns its successor, to which {@code cost} tokens came back that were
   * taken a moment ago under another definition of its limit.
   */
  abstract Bucket retireGivingBack(long cost, long now);

  /** Returns how long a call of cost 1 would be refused; 0 if it would not. */
  abstract long usedUpNanos(long now);

  /** Returns how long until this bucket is as good as fresh. */
  abstract long freshAfterNanos(long now);

  /** Tells whether a call holds a lease of this bucket, or got its number at this very reading. */
  abstract boolean isHeld(long now);
}
