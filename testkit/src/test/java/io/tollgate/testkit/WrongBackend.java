package io.tollgate.testkit;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Lease;
import io.tollgate.LocalBackend;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend that is right except for one thing. */
abstract class WrongBackend implements Backend {

  private final ManualTicker time;
  LocalBackend right;

  WrongBackend(ManualTicker time) {
    this.time = time;
    this.right = rightBackend(time);
  }

  static LocalBackend rightBackend(ManualTicker time) {
    return new LocalBackend(/* maxKeys= */ 10_000, time, time);
  }

  /** Forgets everything. */
  final void startAnew() {
    right = rightBackend(time);
  }

  Decision decide(List<Claim> claims) {
    return right.decide(claims);
  }

  void release(List<Lease> leases) {
    right.release(leases);
  }

  void settle(List<Settlement> settlements) {
    right.settle(settlements);
  }

  @Override
  public final CompletionStage<Decision> decideAsync(List<Claim> claims) {
    return CompletableFuture.completedFuture(decide(claims));
  }

  @Override
  public final CompletionStage<Void> releaseAsync(List<Lease> leases) {
    release(leases);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public final CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    settle(settlements);
    return CompletableFuture.completedFuture(null);
  }

  /** Returns what is left of a bucket. */
  final long remaining(Claim claim) {
    return right.decide(List.of(claim.withCost(0))).remaining();
  }

  /** Gives the right answer to other claims, and says that it is to those that were made. */
  final Decision answerAs(List<Claim> made, List<Claim> other) {
    return restated(made, right.decide(other), Answer::toDecision);
  }

  /** What is said to the claim that an answer is to. */
  interface Saying {
    Decision of(Answer answer);
  }

  /** Says every answer of a decision in another way. */
  static Decision restated(List<Claim> claims, Decision decision, Saying saying) {
    var each = new ArrayList<Decision>();
    for (int i = 0; i < claims.size(); i++) {
      each.add(saying.of(new Answer(claims.get(i), decision.each().get(i))));
    }
    return Decision.of(each);
  }

  /** An answer taken apart. */
  record Answer(
      Claim claim,
      Outcome outcome,
      long remaining,
      Duration reset,
      Duration retryAfter,
      Duration delay,
      List<Lease> leases) {

    Answer(Claim claim, Decision answer) {
      this(
          claim,
          answer.outcome(),
          answer.remaining(),
          answer.reset(),
          answer.retryAfter().orElse(Duration.ZERO),
          answer.delay(),
          answer.leases());
    }

    Answer withRemaining(long remaining) {
      return new Answer(claim, outcome, remaining, reset, retryAfter, delay, leases);
    }

    Answer withReset(Duration reset) {
      return new Answer(claim, outcome, remaining, reset, retryAfter, delay, leases);
    }

    Answer withRetryAfter(Duration retryAfter) {
      return new Answer(claim, outcome, remaining, reset, retryAfter, delay, leases);
    }

    Answer withDelay(Duration delay) {
      return new Answer(claim, outcome, remaining, reset, retryAfter, delay, leases);
    }

    Answer withOutcome(Outcome outcome) {
      return new Answer(claim, outcome, remaining, reset, retryAfter, delay, leases);
    }

    Decision toDecision() {
      long nanos = reset.toNanos();
      return switch (outcome) {
        case ALLOWED ->
            leases.isEmpty()
                ? Decision.delayed(claim, remaining, nanos, delay.toNanos())
                : Decision.leased(claim, remaining, nanos, leases.get(0).id());
        case REFUSED -> Decision.refused(claim, remaining, nanos, retryAfter.toNanos());
        case NEVER_FITS -> Decision.neverFits(claim, remaining, nanos);
        case UNAVAILABLE -> throw new AssertionError("no backend says so");
      };
    }
  }
}
