package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Settlement;
import io.tollgate.Ticker;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * One connection for many backends without buckets: opening a connection takes longer than most
 * tests.
 */
final class SharedLink implements AutoCloseable {

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final RedisSettings settings;
  private final RedisAddress address;
  private final RedisLink link;

  SharedLink(String uri) {
    settings = settings(uri, "tollgate");
    address = RedisAddress.of(settings);
    var naming = KeyNaming.of(settings, address.isCluster());
    link =
        new RedisLink(
            Connector.to(address),
            address.shown(),
            new Greeting(naming, new Requests(naming, ServerTime.OF_REDIS))::greet,
            naming::agree);
    link.start();
    Awaitility.await().atMost(20, SECONDS).until(() -> link.session() != null);
  }

  static RedisSettings settings(String uri, String prefix) {
    return new RedisSettings(
        uri,
        /* cluster= */ false,
        Optional.empty(),
        Optional.empty(),
        prefix,
        Optional.of("secret of the tests"),
        /* hashKeys= */ false);
  }

  /** Returns a backend that no other backend shares buckets with. */
  Backend backend(InstantSource time) {
    return backend(ServerTime.of(time), "test" + PREFIXES.incrementAndGet());
  }

  Backend backend(ServerTime time, String prefix) {
    return new Unclosed(redisBackend(time, prefix));
  }

  /** Returns a backend that is not to be closed. */
  RedisBackend redisBackend(ServerTime time, String prefix) {
    var naming = KeyNaming.of(settings(settings.uri(), prefix), address.isCluster());
    var requests = new Requests(naming, time);
    return new RedisBackend(
        link, requests, time, address.isCluster(), new Hosts(prefix, Ticker.system()));
  }

  /** Leaves the connection open. */
  private record Unclosed(Backend backend) implements Backend {
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
  }

  @Override
  public void close() {
    link.close();
  }
}
