package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Settlement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Buckets in Redis, decided by a script that runs there. */
final class RedisBackend implements Backend {

  private RedisBackend() {}

  /** Returns the backend that the settings describe, whether or not Redis can be reached now. */
  static RedisBackend connect(RedisSettings settings) {
    return new RedisBackend();
  }

  @Override
  public CompletionStage<Decision> decideAsync(List<Claim> claims) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  @Override
  public CompletionStage<Void> releaseAsync(List<Lease> leases) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  @Override
  public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }
}
