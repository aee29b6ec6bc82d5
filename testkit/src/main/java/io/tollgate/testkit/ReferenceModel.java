package io.tollgate.testkit;

import io.tollgate.Limit;
import java.math.BigInteger;

/**
 * The promise of a limit to one key, kept slowly and obviously.
 *
 * <p>Written from what the documentation says, not from the code that it judges: whole numbers of
 * any size, time that never wraps, and every wait found by trying. Times are nanoseconds since
 * 1970-01-01, to which windows are aligned, and never go back from one call to the next.
 *
 * <p>A model counts the declared rate exactly. An implementation may be slower by one part in a
 * million where the declared rate does not fit into 64 bits, so limits that are to be compared
 * should fit.
 */
public interface ReferenceModel {

  /** Returns the model of a limit, for a key that has not called yet. */
  static ReferenceModel of(Limit limit) {
    long tokens = limit.tokens();
    long burst = limit.burst();
    long period = limit.period().toNanos();
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET -> new TokenBucketModel(tokens, period, burst);
      case LEAKY_BUCKET -> new LeakyBucketModel(tokens, period, burst);
      case FIXED_WINDOW -> new FixedWindowModel(burst, windowNanos(limit));
      case SLIDING_WINDOW -> new SlidingWindowModel(burst, windowNanos(limit));
      case SLIDING_LOG ->
          new SlidingLogModel(
              burst, windowNanos(limit), limit.minimumGap().toNanos(), limit.countsRefused());
      case CONCURRENCY -> new ConcurrencyModel(tokens, period);
    };
  }

  /** The time in which the burst comes at the declared rate: the period, unless a burst is set. */
  private static long windowNanos(Limit limit) {
    long period = limit.period().toNanos();
    if (limit.burst() == limit.tokens()) {
      return period;
    }
    var whole = BigInteger.valueOf(period).multiply(BigInteger.valueOf(limit.burst()));
    return TriedModel.ceilDiv(whole, BigInteger.valueOf(limit.tokens())).longValueExact();
  }

  /** Decides a call, and takes its cost if it is admitted. */
  Answer decide(BigInteger nanos, long cost);

  /** Answers a call without taking: what is left is what is there before the call. */
  Answer peek(BigInteger nanos, long cost);

  /**
   * Ends the call that was admitted as number {@code admitted}; one that has ended already stays
   * so.
   *
   * @param admitted counts the calls that were admitted at a cost above 0, from 0
   * @throws UnsupportedOperationException unless the limit is on calls under way
   */
  default void release(int admitted) {
    throw new UnsupportedOperationException("only calls under way can be released");
  }

  /**
   * What a limit promises to answer.
   *
   * @param allowed whether the call is admitted
   * @param neverFits whether it costs more than the limit ever has
   * @param remaining how many whole tokens are left after the call
   * @param waitNanos how long until the same call is admitted when nobody else calls: 0 if it is
   *     now, or never
   * @param delayNanos how long an admitted call waits for its turn
   * @param resetNanos how long until everything is as if nobody had called
   */
  record Answer(
      boolean allowed,
      boolean neverFits,
      long remaining,
      BigInteger waitNanos,
      BigInteger delayNanos,
      BigInteger resetNanos) {}
}
