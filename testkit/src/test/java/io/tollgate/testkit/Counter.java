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
