package io.tollgate.testkit;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Settlement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A backend with a bug on purpose, by which a test shows that it would see one: it looks whether
 * the tokens are there and takes them in two steps, between which another call may do the same.
 */
final class RacyBackend implements Backend {

  private final Map<String, Long> taken = new ConcurrentHashMap<>();

  /** Decides a call with one claim; what was taken never comes back. */
  Decision decide(Claim claim) {
    long before = taken.getOrDefault(claim.key(), 0L);
    long left = claim.limit().maxCost() - before;
    if (claim.cost() > left) {
      return Decision.refused(claim, left, /* resetNanos= */ 0, /* retryAfterNanos= */ 1);
    }
    taken.put(claim.key(), before + claim.cost());
    return Decision.allowed(claim, left - claim.cost(), /* resetNanos= */ 0);
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    return CompletableFuture.completedFuture(decide(claims.get(0)));
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    throw new UnsupportedOperationException("no call of this backend is under way");
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    throw new UnsupportedOperationException("what was taken never comes back");
  }
}
