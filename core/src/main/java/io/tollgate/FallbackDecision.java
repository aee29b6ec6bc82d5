package io.tollgate;

import java.util.List;

/** The answer that the failure mode gave in place of the backend. */
final class FallbackDecision extends Decision {

  private final Decision answer;

  FallbackDecision(Decision answer) {
    super(answer.outcome(), answer.limit());
    this.answer = answer;
  }

  @Override
  public long cost() {
    return answer.cost();
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
