package io.tollgate;

import io.tollgate.algorithm.TokenBucket;
import java.util.Objects;

/**
 * The answer of a {@link WordBucket}.
 *
 * <p>Keeps the debt and works out tokens and times when asked: most calls are answered without
 * anybody looking, and each takes a division.
 */
final class WordDecision extends Decision {

  private final long cost;
  private final long debt;

  WordDecision(Outcome outcome, Limit limit, long cost, long debt) {
    super(outcome, limit);
    this.cost = cost;
    this.debt = debt;
  }

  private TokenBucket tokens() {
    return Objects.requireNonNull(limit().tokenBucket());
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public long remaining() {
    return tokens().remaining(debt);
  }

  @Override
  long retryAfterNanos() {
    return outcome() == Outcome.REFUSED ? tokens().waitNanos(debt, cost) : 0;
  }

  @Override
  long nextTokenNanos() {
    return tokens().burst() == 0 ? 0 : tokens().waitNanos(debt, /* cost= */ 1);
  }

  @Override
  long delayNanos() {
    var leaky = limit().leakyBucket();
    return leaky == null || cost == 0 || !allowed() ? 0 : leaky.delayNanos(debt, cost);
  }

  @Override
  long resetNanos() {
    return tokens().nanos(debt);
  }
}
