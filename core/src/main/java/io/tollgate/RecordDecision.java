package io.tollgate;

import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.Concurrency;
import java.util.List;

/**
 * The answer of a {@link RecordBucket}: the bucket as the call left it, from which tokens and times
 * are worked out when asked.
 */
final class RecordDecision<S> extends Decision {

  private final BucketAlgorithm<S> algorithm;
  private final String key;
  private final S state;
  private final long now;
  private final long cost;

  RecordDecision(Outcome outcome, RecordBucket<S> bucket, S state, long now, long cost) {
    super(outcome, bucket.limit);
    this.algorithm = bucket.algorithm;
    this.key = bucket.key;
    this.state = state;
    this.now = now;
    this.cost = cost;
  }

  S state() {
    return state;
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public long remaining() {
    return algorithm.remaining(state, now);
  }

  @Override
  public List<Lease> leases() {
    return allowed() && cost > 0 && state instanceof Concurrency.Leases leases
        ? List.of(new Lease(limit(), key, leases.newest()))
        : List.of();
  }

  @Override
  long retryAfterNanos() {
    return outcome() == Outcome.REFUSED ? algorithm.waitNanos(state, now, cost) : 0;
  }

  @Override
  long nextTokenNanos() {
    return algorithm.maxCost() == 0 ? 0 : algorithm.waitNanos(state, now, /* cost= */ 1);
  }

  @Override
  long delayNanos() {
    return 0;
  }

  @Override
  long resetNanos() {
    return algorithm.freshAfterNanos(state, now);
  }
}
