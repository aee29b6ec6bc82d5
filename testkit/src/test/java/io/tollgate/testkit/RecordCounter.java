package io.tollgate.testkit;

import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.Concurrency;
import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;

/** A bucket whose state is an immutable record. */
final class RecordCounter<S> implements Counter {

  private final BucketAlgorithm<S> algorithm;
  private S state;

  RecordCounter(BucketAlgorithm<S> algorithm, long now) {
    this(algorithm, algorithm.fresh(now));
  }

  private RecordCounter(BucketAlgorithm<S> algorithm, S state) {
    this.algorithm = algorithm;
    this.state = state;
  }

  @Override
  public Answer decide(long now, long cost) {
    if (cost == 0 || cost > maxCost()) {
      return peek(now, cost);
    }
    boolean allowed = algorithm.waitNanos(state, now, cost) == 0;
    state = allowed ? algorithm.take(state, now, cost) : algorithm.refuse(state, now, cost);
    return answer(now, cost, allowed);
  }

  @Override
  public Answer peek(long now, long cost) {
    boolean allowed = cost <= maxCost() && algorithm.waitNanos(state, now, cost) == 0;
    return answer(now, cost, allowed);
  }

  private Answer answer(long now, long cost, boolean allowed) {
    boolean neverFits = cost > maxCost();
    long wait = allowed || neverFits ? 0 : algorithm.waitNanos(state, now, cost);
    return new Answer(
        allowed,
        neverFits,
        algorithm.remaining(state, now),
        BigInteger.valueOf(wait),
        /* delayNanos= */ BigInteger.ZERO,
        BigInteger.valueOf(algorithm.freshAfterNanos(state, now)));
  }

  // Both hold states of the same algorithm.
  @SuppressWarnings("unchecked")
  @Override
  public void giveBack(Counter taken, long now, long cost) {
    state = algorithm.giveBack(state, ((RecordCounter<S>) taken).state, cost);
  }

  @Override
  public void chargeMore(long now, long more) {
    state = algorithm.charge(state, now, more);
  }

  @Override
  public void refund(long now, long elapsedNanos, long resetNanos, long taken, long less) {
    state = algorithm.refund(state, now, now - elapsedNanos + resetNanos, taken, less);
  }

  @Override
  public long mostMore(long now) {
    // What is beyond twice the largest limit there can be is not counted.
    long room = Long.MAX_VALUE / 4 * 2 - algorithm.taken(state, now);
    return Math.max(0, Math.min(algorithm.maxCost(), room));
  }

  @Override
  public void charge(long now, long taken) {
    state = algorithm.charged(now, taken);
  }

  @Override
  public void useUp(long now, long until) {
    state = algorithm.usedUpUntil(now, until);
  }

  /** Returns the lease that was given out last. */
  long newestLease() {
    return ((Concurrency.Leases) state).newest();
  }

  // A state of leases belongs to an algorithm of leases.
  @SuppressWarnings("unchecked")
  void end(long lease) {
    state = (S) ((Concurrency) (Object) algorithm).end((Concurrency.Leases) state, lease);
  }

  @Override
  public Counter copy() {
    return new RecordCounter<>(algorithm, state);
  }

  @Override
  public long maxCost() {
    return algorithm.maxCost();
  }

  @Override
  public long maxWaitNanos() {
    return algorithm.maxWaitNanos();
  }

  @Override
  public long maxPauseNanos() {
    return 1L << 61;
  }
}
