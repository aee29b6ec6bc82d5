package io.tollgate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Hosts that share one backend, on one manual time; the backend can fail for all of them. */
final class FailingHosts implements Backend {

  final AtomicLong time = new AtomicLong();
  final LocalBackend shared = new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH);
  final List<Limiter> limiters;
  private int hosts;
  private boolean fails;

  FailingHosts(int hosts) {
    this.hosts = hosts;
    this.limiters = IntStream.range(0, hosts).mapToObj(host -> limiter()).toList();
  }

  private Limiter limiter() {
    return Limiter.builder()
        .backend(this)
        .local(new LocalBackend(/* maxKeys= */ 100, time::get, () -> Instant.EPOCH))
        .ticker(time::get)
        .build();
  }

  void advance(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  void fail() {
    fails = true;
  }

  void seem(int hosts) {
    this.hosts = hosts;
  }

  @Override
  public int hosts() {
    return hosts;
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("on purpose"))
        : shared.decideAsync(claims);
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    return shared.releaseAsync(leases);
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    return shared.settleAsync(settlements);
  }
}
