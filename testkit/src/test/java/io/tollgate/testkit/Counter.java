package io.tollgate.testkit;

import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.LeakyBucket;
import io.tollgate.algorithm.TokenBucket;
import io.tollgate.testkit.ReferenceModel.Answer;

/** One bucket of an algorithm of {@code io.tollgate.algorithm}, held as a backend would hold it. */
interface Counter {

  /** Returns an untouched bucket of a token bucket, a leaky bucket or a {@code BucketAlgorithm}. */
  static Counter of(Object algorithm, long now) {
    if (algorithm instanceof TokenBucket tokens) {
      return new WordCounter(tokens, now);
    }
    return algorithm instanceof LeakyBucket leaky
        ? new WordCounter(leaky, now)
        : new RecordCounter<>((BucketAlgorithm<?>) algorithm, now);
  }

  /** Decides a call, and takes its cost if it is admitted. */
  Answer decide(long now, long cost);

  /** Answers without taking. */
  Answer peek(long now, long cost);

  /** Gives back what the call of {@code cost} took that was decided last before {@code taken}. */
  void giveBack(Counter taken, long now, long cost);

  /** Takes {@code more} tokens that may not be there. */
  void chargeMore(long now, long more);

  /**
   * Gives back {@code less} of what a call took, as far as it still counts.
   *
   * @param elapsedNanos how long ago it took {@code taken}
   * @param resetNanos what it was told then
   */
  void refund(long now, long elapsedNanos, long resetNanos, long taken, long less);

  /** Returns how much can be taken that is not there without any of it being forgiven. */
  long mostMore(long now);

  /** Puts a bucket in place from which {@code taken} tokens are missing. */
  void charge(long now, long taken);

  /** Puts a bucket in place that was used up until then. */
  void useUp(long now, long until);

  /** Returns a bucket in the same state. */
  Counter copy();

  long maxCost();

  long maxWaitNanos();

  /** Returns the longest that this bucket may be left alone. */
  long maxPauseNanos();
}
