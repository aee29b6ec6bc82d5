package io.tollgate;

import java.util.List;

/**
 * The answer that the failure mode gave in place of the backend.
 *
 * <p>Speaks for the limit that was claimed, while its numbers are those of this host's {@linkplain
 * Shares share}.
 */
final class FallbackDecision extends Decision {

  private final long cost;
  private final Decision answer;

  /**
   * Answers a claim.
   *
   * @param answer to the claim on this host's share of the limit
   */
  FallbackDecision(Claim claim, Decision answer) {
    super(answer.outcome(), claim.limit());
    this.cost = claim.cost();
    this.answer = answer;
  }

  /** Returns a settlement of this answer as one of the bucket that gave it. */
  Settlement settledHere(Settlement settlement) {
    long charged = answer.cost();
    if (charged == cost) {
      return settlement.with(answer.limit(), settlement.taken(), settlement.actual());
    }
    long more = settlement.difference();
    if (more >= 0) {
      return settlement.with(answer.limit(), charged, charged + more);
    }
    // A call with several claims on this bucket was charged less for all of them together. How much
    // less for each is nowhere, so only a settlement of the whole call has something come back.
    boolean whole = settlement.taken() == cost;
    return settlement.with(
        answer.limit(), charged, whole ? Math.min(charged, settlement.actual()) : charged);
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public long remaining() {
    return answer.remaining();
  }

  @Override
  public List<Lease> leases() {
    return answer.leases();
  }

  @Override
  long nextTokenNanos() {
    return answer.nextTokenNanos();
  }

  @Override
  long retryAfterNanos() {
    return answer.retryAfterNanos();
  }

  @Override
  long delayNanos() {
    return answer.delayNanos();
  }

  @Override
  long resetNanos() {
    return answer.resetNanos();
  }
}
