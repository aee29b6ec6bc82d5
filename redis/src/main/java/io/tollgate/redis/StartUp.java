package io.tollgate.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.tollgate.Ticker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes a backend: where Redis refuses us, that is an error now; where it cannot be reached, the
 * application starts all the same.
 */
final class StartUp {

  private static final long PATIENCE_SECONDS = 3;

  /** How Redis begins to say that it does not want us. */
  private static final List<String> REFUSALS =
      List.of(
          "WRONGPASS",
          "NOAUTH",
          "NOPERM",
          "ERR AUTH",
          "ERR invalid password",
          "ERR The user executing the script can't run");

  private StartUp() {}

  /**
   * Returns the backend that the settings describe.
   *
   * @throws IllegalArgumentException if the settings cannot be used, or Redis refuses them
   */
  static RedisBackend connect(RedisSettings settings, ServerTime time) {
    var address = RedisAddress.of(settings);
    var naming = KeyNaming.of(settings, address.isCluster());
    var requests = new Requests(naming, time);
    var greeting = new Greeting(naming, requests);
    var hosts = new Hosts(settings.prefix(), Ticker.system());
    var link =
        new RedisLink(
            Connector.to(address),
            address.shown(),
            session -> greeting.greet(session).thenCompose(greeted -> hosts.announce(session)),
            session -> naming.agree(session).thenCompose(agreed -> hosts.announce(session)));
    var backend = new RedisBackend(link, requests, time, address.isCluster(), hosts);
    try {
      await(link.start())
          .flatMap(failure -> refusal(failure, address))
          .ifPresent(
              refusal -> {
                throw refusal;
              });
    } catch (RuntimeException e) {
      backend.close();
      throw e;
    }
    return backend;
  }

  /** Returns how it failed, if it did within reasonable time. */
  private static Optional<Throwable> await(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(e);
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<IllegalArgumentException> refusal(
      Throwable failure, RedisAddress address) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      var message = cause.getMessage();
      if (cause instanceof RedisCommandExecutionException
          && message != null
          && REFUSALS.stream().anyMatch(message::contains)) {
        return Optional.of(
            new IllegalArgumentException(
                "Redis at "
                    + address.shown()
                    + " refuses us ("
                    + message
                    + "); check user and password in tollgate.redis.uri or"
                    + " tollgate.redis.username and tollgate.redis.password, and that the user may"
                    + " use the commands that docs/redis.md lists"));
      }
    }
    return Optional.empty();
  }
}
