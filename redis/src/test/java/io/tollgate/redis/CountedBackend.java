package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.LocalBackend;
import io.tollgate.Settlement;
import io.tollgate.testkit.ManualTicker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Stands for a store elsewhere: counts what it is asked, fails, and holds answers back. */
final class CountedBackend implements Backend {

  final LocalBackend buckets;
  final List<Claim> asked = new ArrayList<>();
  final List<Settlement> settled = new CopyOnWriteArrayList<>();
  private final Deque<Runnable> held = new ArrayDeque<>();
  boolean fails;
  boolean holdsBack;
  boolean settlesLater;
  boolean closed;

  /** How many settlements were done when this was closed. */
  int settledWhenClosed;

  CountedBackend(ManualTicker time) {
    this(new LocalBackend(/* maxKeys= */ 100_000, time, time));
  }

  CountedBackend(LocalBackend buckets) {
    this.buckets = buckets;
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    asked.addAll(claims);
    if (fails) {
      return CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
    }
    var decision = buckets.decide(claims);
    if (!holdsBack) {
      return CompletableFuture.completedFuture(decision);
    }
    var later = new CompletableFuture<Decision>();
    held.add(() -> later.complete(decision));
    return later;
  }

  /** Lets the oldest answer go that was held back, if there is one. */
  void letGo() {
    var oldest = held.poll();
    if (oldest != null) {
      oldest.run();
    }
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    return buckets.releaseAsync(leases);
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    if (fails) {
      return CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
    }
    if (settlesLater) {
      return CompletableFuture.runAsync(
          () -> settle(settlements), CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
    }
    settle(settlements);
    return CompletableFuture.completedFuture(null);
  }

  private void settle(List<Settlement> settlements) {
    buckets.settle(settlements);
    settled.addAll(settlements);
  }

  @Override
  public void close() {
    closed = true;
    settledWhenClosed = settled.size();
  }
}
