package io.tollgate.algorithm;

import java.util.Optional;

/**
 * An algorithm whose bucket is an immutable record.
 *
 * <p>All methods are pure. Times are nanoseconds from any origin. A cost is from 0 to {@link
 * #maxCost()}; the caller has checked it. A {@code now} that lies before what the state has already
 * seen (another thread was faster) counts as the moment the state has seen last.
 *
 * @param <S> the state of one bucket
 */
public interface BucketAlgorithm<S> {

  /** Returns the largest cost that an untouched bucket admits. */
  long maxCost();

  /** Returns the longest that a call can have to wait when nobody else calls. */
  long maxWaitNanos();

  /** Returns an untouched bucket. */
  default S fresh(long now) {
    return charged(now, /* taken= */ 0);
  }

  /**
   * Returns a bucket of which {@code taken} tokens, perhaps more than it has, were taken just now.
   */
  S charged(long now, long taken);

  /** Returns a bucket that admits nothing before {@code until}. */
  S usedUpUntil(long now, long until);

  /** Returns how long a call of {@code cost} has to wait: 0 if it is admitted now. */
  long waitNanos(S state, long now, long cost);

  /** Returns the bucket after a call of {@code cost} that was admitted. */
  S take(S state, long now, long cost);

  /**
   * Returns the bucket after a call of {@code cost} that was refused: the same bucket, unless
   * refused calls count too.
   */
  default S refuse(S state, long now, long cost) {
    return state;
  }

  /**
   * Returns the bucket without the {@code cost} that a call took from it.
   *
   * @param state the bucket as it is now
   * @param taken the bucket as {@link #take} left it, which tells where the cost was counted
   */
  S giveBack(S state, S taken, long cost);

  /** Returns the bucket after {@code more} tokens were taken that may not be there. */
  S charge(S state, long now, long more);

  /**
   * Returns the bucket after {@code less} of the tokens came back that a call took before, as far
   * as they still count: the bucket never admits more than if they had not been taken.
   *
   * @param until when what the call took counts no more; as a caller measured it, so it may be off
   *     by a little
   * @param taken how many tokens the call took
   */
  S refund(S state, long now, long until, long taken, long less);

  /**
   * Returns the bucket without {@code cost} of the tokens that were taken last, whatever has become
   * of its limit since; where each call is known by a number, the same bucket.
   *
   * @param takenAt the reading by which they were taken: what was counted after it is not theirs
   */
  S giveBackLast(S state, long takenAt, long cost);

  /**
   * Returns the algorithm that goes on with this one's states, as they are, under the numbers of
   * {@code changed}: empty if they would mean something else there.
   */
  Optional<BucketAlgorithm<S>> continuedBy(BucketAlgorithm<?> changed);

  /**
   * Returns how many tokens count as taken, rounded up; more than there are, if the limit was
   * lowered or calls had cost more than they took.
   */
  long taken(S state, long now);

  /** Returns how many tokens are left. */
  default long remaining(S state, long now) {
    return Math.max(0, maxCost() - taken(state, now));
  }

  /** Returns how long until this bucket is as good as untouched: 0 if it is now. */
  long freshAfterNanos(S state, long now);
}
