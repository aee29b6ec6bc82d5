package io.tollgate.testkit;

import io.tollgate.algorithm.LeakyBucket;
import io.tollgate.algorithm.TokenBucket;
import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A token bucket, or a leaky one. */
final class WordCounter implements Counter {

  private final TokenBucket tokens;
  private final @Nullable LeakyBucket leaky;
  private long state;
  private long latest;

  WordCounter(TokenBucket tokens, long now) {
    this(tokens, null, tokens.full(now), now);
  }

  WordCounter(LeakyBucket leaky, long now) {
    this(leaky.tokens(), leaky, leaky.tokens().full(now), now);
  }

  private WordCounter(TokenBucket tokens, @Nullable LeakyBucket leaky, long state, long latest) {
    this.tokens = tokens;
    this.leaky = leaky;
    this.state = state;
    this.latest = latest;
  }

  /** What the holder of a word has to see to: one that rested for too long is full. */
  private long debt(long now) {
    return now - latest > tokens.restNanos() ? 0 : tokens.debt(state, now);
  }

  @Override
  public Answer decide(long now, long cost) {
    long debt = debt(now);
    if (cost == 0 || cost > tokens.burst() || !tokens.admits(debt, cost)) {
      return peek(now, cost);
    }
    long after = tokens.debtAfter(debt, cost);
    state = tokens.owing(after, now);
    latest = now - latest < 0 ? latest : now;
    long delay = leaky == null ? 0 : leaky.delayNanos(after, cost);
    return answer(after, cost, /* allowed= */ true, delay);
  }

  @Override
  public Answer peek(long now, long cost) {
    long debt = debt(now);
    boolean allowed = cost <= tokens.burst() && tokens.admits(debt, cost);
    long delay = leaky == null || !allowed ? 0 : tokens.nanos(debt);
    return answer(debt, cost, allowed, delay);
  }

  private Answer answer(long debt, long cost, boolean allowed, long delay) {
    boolean neverFits = cost > tokens.burst();
    return new Answer(
        allowed,
        neverFits,
        tokens.remaining(debt),
        BigInteger.valueOf(allowed || neverFits ? 0 : tokens.waitNanos(debt, cost)),
        BigInteger.valueOf(delay),
        BigInteger.valueOf(tokens.nanos(debt)));
  }

  @Override
  public void giveBack(Counter taken, long now, long cost) {
    state = tokens.giveBack(state, now, cost);
  }

  @Override
  public void chargeMore(long now, long more) {
    state = tokens.charge(debt(now) == 0 ? tokens.full(now) : state, now, more);
    latest = now - latest < 0 ? latest : now;
  }

  @Override
  public void refund(long now, long elapsedNanos, long resetNanos, long taken, long less) {
    if (debt(now) > 0) {
      state = tokens.refund(state, now, elapsedNanos, resetNanos, taken, less);
    }
  }

  @Override
  public long mostMore(long now) {
    // The largest bursts leave no room for as much again below empty.
    long room = tokens.debtAfter(0, tokens.burst()) > 1L << 60 ? 0 : tokens.burst();
    return debt(now) > tokens.debtAfter(0, tokens.burst()) ? 0 : tokens.remaining(debt(now)) + room;
  }

  @Override
  public void charge(long now, long taken) {
    state = tokens.owing(tokens.owed(taken).debt(), now);
    latest = now;
  }

  @Override
  public void useUp(long now, long until) {
    state = tokens.usedUpUntil(now, until);
    latest = now;
  }

  @Override
  public Counter copy() {
    return new WordCounter(tokens, leaky, state, latest);
  }

  @Override
  public long maxCost() {
    return tokens.burst();
  }

  @Override
  public long maxWaitNanos() {
    return tokens.refillNanos();
  }

  @Override
  public long maxPauseNanos() {
    return Math.min(tokens.restNanos(), Long.MAX_VALUE / 2) * 2;
  }
}
