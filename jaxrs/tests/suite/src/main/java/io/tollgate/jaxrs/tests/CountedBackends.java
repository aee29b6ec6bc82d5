package io.tollgate.jaxrs.tests;

import io.tollgate.Backend;
import io.tollgate.BackendProvider;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.LocalBackend;
import io.tollgate.Setting;
import io.tollgate.Settings;
import io.tollgate.Settlement;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Backends of which it is known how many are open. */
public final class CountedBackends implements BackendProvider {

  static final AtomicInteger OPEN = new AtomicInteger();

  @Override
  public String name() {
    return "counted";
  }

  @Override
  public Collection<Setting<?>> settings() {
    return List.of();
  }

  @Override
  public Backend create(Settings settings) {
    OPEN.incrementAndGet();
    return new Counted(new LocalBackend());
  }

  private record Counted(Backend backend) implements Backend {

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return backend.decideAsync(claims);
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return backend.releaseAsync(leases);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return backend.settleAsync(settlements);
    }

    @Override
    public void close() {
      OPEN.decrementAndGet();
    }
  }
}
