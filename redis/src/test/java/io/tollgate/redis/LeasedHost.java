package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.LocalBackend;
import io.tollgate.Ticker;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongToIntFunction;

/** One host: its stashes, its work that is not done yet, and its way to the bucket. */
final class LeasedHost implements Worker {

  final CountedBackend way;
  final LeasedBackend leased;
  private final ArrayDeque<Runnable> jobs = new ArrayDeque<>();

  LeasedHost(LocalBackend bucket, Tolerance tolerance, LongToIntFunction sharers, Ticker ticker) {
    this.way = new CountedBackend(bucket);
    this.leased = new LeasedBackend(way, tolerance, sharers, ticker, /* maxStashes= */ 100, this);
  }

  @Override
  public void execute(Runnable job) {
    jobs.add(job);
  }

  @Override
  public void stop() {}

  /** Asks what is to be asked in the background; answers are later than what was decided. */
  void work() {
    way.holdsBack = true;
    for (var job = jobs.poll(); job != null; job = jobs.poll()) {
      job.run();
    }
    way.holdsBack = false;
  }

  boolean call(Claim claim) {
    var claims = List.of(claim);
    return leased
        .tryDecide(claims)
        .orElseGet(() -> leased.decideAsync(claims).toCompletableFuture().join())
        .allowed();
  }
}
