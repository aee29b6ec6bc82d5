package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call that may have to wait for its turn. */
final class Waiter {

  private final List<Claim> claims;
  private final List<Boolean> waitedFor;
  private final long maxWaitNanos;
  private final CompletableFuture<Decision> answer = new CompletableFuture<>();

  // What follows belongs to the room, and is guarded by its lock.

  /** Where it stands, in the order of the claims that may be waited for. */
  final List<WaitingRoom.Queue> queues = new ArrayList<>(1);

  /** Whether it has a place in the room. */
  boolean isWaiting;

  /** When it will have its turn, as far as that is known. */
  long expectedAt;

  /** When it gives up. */
  long deadline;

  @Nullable Runnable cancelNext;
  @Nullable Runnable cancelDeadline;

  /** When it was admitted, if it has waited. */
  long admittedAt;

  /** The answer that a leaky bucket has given, while its time has not come. */
  @Nullable Decision admitted;

  private Waiter(List<Claim> claims, List<Boolean> waitedFor, long maxWaitNanos) {
    this.claims = claims;
    this.waitedFor = waitedFor;
    this.maxWaitNanos = maxWaitNanos;
  }

  /** Returns the call that makes these claims, one for each charge. */
  static Waiter of(List<Charge> charges, List<Claim> claims) {
    long maxWait = Long.MAX_VALUE;
    var waitedFor = new ArrayList<Boolean>(charges.size());
    for (var charge : charges) {
      var wait = charge.declaration().maxWait();
      waitedFor.add(wait.isPresent());
      if (wait.isPresent()) {
        maxWait = Math.min(maxWait, wait.get().toNanos());
      }
    }
    return new Waiter(claims, waitedFor, maxWait);
  }

  List<Claim> claims() {
    return claims;
  }

  long maxWaitNanos() {
    return maxWaitNanos;
  }

  /** Returns the claims that may be waited for. */
  List<Claim> waitedFor() {
    var found = new ArrayList<Claim>(1);
    for (int i = 0; i < claims.size(); i++) {
      // A call that costs nothing is never refused for want of tokens.
      if (waitedFor.get(i) && claims.get(i).cost() > 0) {
        found.add(claims.get(i));
      }
    }
    return found;
  }

  /** Tells whether waiting helps: no limit refuses that is not waited for. */
  boolean mayWait(Decision refusal) {
    if (refusal.retryAfter().isEmpty()) {
      return false;
    }
    var each = refusal.each();
    for (int i = 0; i < each.size(); i++) {
      if (!each.get(i).allowed() && !waitedFor.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** Completes when it is decided whether the call may go on. */
  CompletableFuture<Decision> answer() {
    return answer;
  }
}
