package io.tollgate.testkit.example;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.LocalBackend;
import io.tollgate.Settlement;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend that tells times in whole microseconds, as a store would that knows no others. */
final class MicrosecondBackend implements Backend {

  private final LocalBackend exact;

  MicrosecondBackend(ManualTicker time) {
    this.exact = new LocalBackend(/* maxKeys= */ 10_000, time, time);
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    var answers = exact.decide(claims).each();
    var each = new ArrayList<Decision>();
    for (int i = 0; i < claims.size(); i++) {
      each.add(told(claims.get(i), answers.get(i)));
    }
    return CompletableFuture.completedFuture(Decision.of(each));
  }

  private static Decision told(Claim claim, Decision answer) {
    long left = answer.remaining();
    long reset = told(answer.reset());
    return switch (answer.outcome()) {
      case ALLOWED ->
          answer.leases().isEmpty()
              ? Decision.delayed(claim, left, reset, told(answer.delay()))
              : Decision.leased(claim, left, reset, answer.leases().get(0).id());
      case REFUSED -> Decision.refused(claim, left, reset, told(answer.retryAfter().orElseThrow()));
      case NEVER_FITS -> Decision.neverFits(claim, left, reset);
      case UNAVAILABLE -> throw new AssertionError("a local backend is always there");
    };
  }

  /** Rounded up: who waits as long as he is told gets in. */
  private static long told(Duration exact) {
    return (exact.toNanos() + 999) / 1_000 * 1_000;
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    exact.settle(settlements.stream().map(MicrosecondBackend::exact).toList());
    return CompletableFuture.completedFuture(null);
  }

  /** As if the reset had been rounded down: it is better to give back too little than too much. */
  private static Settlement exact(Settlement told) {
    long reset = Math.max(0, told.reset().toNanos() - 999);
    return new Settlement(
        told.limit(),
        told.key(),
        told.taken(),
        told.actual(),
        told.elapsed(),
        Duration.ofNanos(reset));
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    exact.release(leases);
    return CompletableFuture.completedFuture(null);
  }
}
