package io.tollgate;

import java.util.List;

/** An answer whose numbers came from elsewhere. */
final class PlainDecision extends Decision {

  private final long cost;
  private final long remaining;
  private final long resetNanos;

  /** Until the call goes on if it is allowed, until it should be tried again if not. */
  private final long waitNanos;

  private final List<Lease> leases;

  PlainDecision(
      Outcome outcome,
      Limit limit,
      long cost,
      long remaining,
      long resetNanos,
      long waitNanos,
      List<Lease> leases) {
    super(outcome, limit);
    if (remaining < 0 || resetNanos < 0 || waitNanos < 0) {
      throw new IllegalArgumentException(
          "a decision has no negative numbers: remaining "
              + remaining
              + ", reset "
              + resetNanos
              + " ns, wait "
              + waitNanos
              + " ns");
    }
    this.cost = cost;
    this.remaining = remaining;
    this.resetNanos = resetNanos;
    this.waitNanos = waitNanos;
    this.leases = leases;
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public long remaining() {
    return remaining;
  }

  @Override
  public List<Lease> leases() {
    return leases;
  }

  @Override
  long retryAfterNanos() {
    return outcome() == Outcome.REFUSED ? waitNanos : 0;
  }

  /** Known for a refused call of cost 1; otherwise the bucket is fresh at the latest by then. */
  @Override
  long nextTokenNanos() {
    return outcome() == Outcome.REFUSED ? Math.min(waitNanos, resetNanos) : resetNanos;
  }

  @Override
  long delayNanos() {
    return allowed() ? waitNanos : 0;
  }

  @Override
  long resetNanos() {
    return resetNanos;
  }
}
