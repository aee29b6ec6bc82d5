package io.tollgate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The answer to all claims of a call: allowed or not, what is left, when to come back.
 *
 * <p>Immutable. A refusal is a value, never an exception. Where a call made several claims, the
 * decision speaks for the limit nearest to refusing (or that refuses for longest), and {@link
 * #each()} has the answer to every one.
 */
public abstract sealed class Decision
    permits WordDecision, RecordDecision, PlainDecision, FallbackDecision, JointDecision {

  /** What became of a call. */
  public enum Outcome {
    /** The call may go on; every claim was taken. */
    ALLOWED,
    /** The call may not go on now; nothing was taken. */
    REFUSED,
    /**
     * The call costs more than the limit ever has; nothing was taken, and waiting does not help.
     */
    NEVER_FITS,
    /** Nobody could decide, and the failure mode is to deny. */
    UNAVAILABLE
  }

  private final Outcome outcome;
  private final Limit limit;

  Decision(Outcome outcome, Limit limit) {
    this.outcome = outcome;
    this.limit = limit;
  }

  /** Tells whether the call may go on, where necessary after {@link #delay()}. */
  public final boolean allowed() {
    return outcome == Outcome.ALLOWED;
  }

  /** Returns what became of the call. */
  public final Outcome outcome() {
    return outcome;
  }

  /** Returns the limit that this decision speaks for. */
  public final Limit limit() {
    return limit;
  }

  /** Returns how many tokens the call asked for. */
  public abstract long cost();

  /** Returns how many tokens are left. */
  public abstract long remaining();

  /** Returns in how long the same call would be admitted; empty unless it was refused for now. */
  public final Optional<Duration> retryAfter() {
    return outcome == Outcome.REFUSED
        ? Optional.of(Duration.ofNanos(retryAfterNanos()))
        : Optional.empty();
  }

  /** Returns how long an allowed call has to wait for its turn; zero except for leaky buckets. */
  public final Duration delay() {
    return Duration.ofNanos(delayNanos());
  }

  /** Returns how long until there is a token; zero if there is one. */
  public final Duration nextToken() {
    return Duration.ofNanos(remaining() > 0 ? 0 : nextTokenNanos());
  }

  /** Returns how long until the bucket is as if nobody had called. */
  public final Duration reset() {
    return Duration.ofNanos(resetNanos());
  }

  /** Returns the answer to each claim, in the order of the claims. */
  public List<Decision> each() {
    return List.of(this);
  }

  /** Returns what has to be given back with {@link Limiter#release} when the call is over. */
  public List<Lease> leases() {
    return List.of();
  }

  abstract long retryAfterNanos();

  /** Until there is a token, when there is none. */
  abstract long nextTokenNanos();

  abstract long delayNanos();

  abstract long resetNanos();

  /** Answers a claim that was taken; for backends. */
  public static Decision allowed(Claim claim, long remaining, long resetNanos) {
    return delayed(claim, remaining, resetNanos, /* delayNanos= */ 0);
  }

  /** Answers a claim that was taken and goes on after {@code delayNanos}; for backends. */
  public static Decision delayed(Claim claim, long remaining, long resetNanos, long delayNanos) {
    return plain(Outcome.ALLOWED, claim, remaining, resetNanos, delayNanos, List.of());
  }

  /** Answers a claim that was taken until {@code lease} is given back; for backends. */
  public static Decision leased(Claim claim, long remaining, long resetNanos, long lease) {
    var leases = List.of(new Lease(claim.limit(), claim.key(), lease));
    return plain(Outcome.ALLOWED, claim, remaining, resetNanos, /* waitNanos= */ 0, leases);
  }

  /** Answers a claim that was refused for {@code retryAfterNanos}; for backends. */
  public static Decision refused(
      Claim claim, long remaining, long resetNanos, long retryAfterNanos) {
    return plain(Outcome.REFUSED, claim, remaining, resetNanos, retryAfterNanos, List.of());
  }

  /** Answers a claim that costs more than its limit ever has; for backends. */
  public static Decision neverFits(Claim claim, long remaining, long resetNanos) {
    return plain(Outcome.NEVER_FITS, claim, remaining, resetNanos, /* waitNanos= */ 0, List.of());
  }

  /** Answers a claim that nobody could decide. */
  static Decision unavailable(Claim claim) {
    return plain(Outcome.UNAVAILABLE, claim, /* remaining= */ 0, /* resetNanos= */ 0, 0, List.of());
  }

  private static Decision plain(
      Outcome outcome,
      Claim claim,
      long remaining,
      long resetNanos,
      long waitNanos,
      List<Lease> leases) {
    return new PlainDecision(
        outcome, claim.limit(), claim.cost(), remaining, resetNanos, waitNanos, leases);
  }

  /**
   * Answers a call from the answers to its claims: allowed when all are; for backends.
   *
   * @param each at least one
   */
  public static Decision of(List<Decision> each) {
    return each.size() == 1 ? each.get(0) : JointDecision.joining(each);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(outcome.name()).append(" by ").append(limit.name());
    text.append(", ").append(remaining()).append(" left");
    retryAfter().ifPresent(wait -> text.append(", again in ").append(wait));
    if (delayNanos() > 0) {
      text.append(", go on in ").append(delay());
    }
    return text.toString();
  }
}
