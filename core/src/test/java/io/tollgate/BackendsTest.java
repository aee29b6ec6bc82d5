package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class BackendsTest {

  private static final Limit LIMIT = Limit.of(3).per(Per.DAY).named("limit");

  /** Found by the service loader, like a backend in a module of its own. */
  public static final class Provider implements BackendProvider {

    private static final Setting<Long> REMAINING =
        Setting.whole("tollgate.test.remaining", "What is always left.", 0, 1_000).or(7L);

    @Override
    public String name() {
      return "test";
    }

    @Override
    public Collection<Setting<?>> settings() {
      return List.of(REMAINING);
    }

    @Override
    public Backend create(Settings settings) {
      return new Generous(settings.get(REMAINING));
    }
  }

  /** Allows everything. */
  private record Generous(long remaining) implements Backend {

    @Override
    public CompletionStage<Decision> decideAsync(List<Claim> claims) {
      return CompletableFuture.completedFuture(
          Decision.of(
              claims.stream().map(claim -> Decision.allowed(claim, remaining, 0)).toList()));
    }

    @Override
    public CompletionStage<Void> releaseAsync(List<Lease> leases) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> settleAsync(List<Settlement> settlements) {
      return CompletableFuture.completedFuture(null);
    }
  }

  @Test
  void of_nothingSet_isLocal() {
    try (var limiter = Limiter.of(Settings.of(Map.of()))) {
      assertThat(limiter.decide(LIMIT, "alice").remaining()).isEqualTo(2);
    }
  }

  @Test
  void of_backendNamed_isFoundByTheServiceLoader() {
    try (var limiter = Limiter.of(Settings.of(Map.of("tollgate.backend", "test")))) {
      assertThat(limiter.decide(LIMIT, "alice").remaining()).isEqualTo(7);
    }
  }

  @Test
  void of_backendNamed_getsItsOwnSettings() {
    var settings = Map.of("tollgate.backend", "test", "tollgate.test.remaining", 5);
    try (var limiter = Limiter.of(Settings.of(settings))) {
      assertThat(limiter.decide(LIMIT, "alice").remaining()).isEqualTo(5);
    }
  }

  @Test
  void of_backendUnknown_namesTheFix() {
    assertThatThrownBy(() -> Limiter.of(Settings.of(Map.of("tollgate.backend", "redis"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tollgate.backend is redis, and there is no such backend on the class path;"
                + " add the dependency tollgate-redis or choose one of [local, test]");
  }
}
