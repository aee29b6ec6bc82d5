package io.tollgate.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectorTest {

  /** One server and a Cluster, on ports where nobody listens. */
  @ParameterizedTest
  @ValueSource(strings = {"redis://127.0.0.1:1", "redis://127.0.0.1:1,127.0.0.1:2"})
  void close_threadInterrupted_endsAllThreadsAndStaysInterrupted(String uri) {
    var connector = Connector.to(RedisAddress.of(SharedLink.settings(uri, "tollgate")));
    var opened = connector.open().toCompletableFuture();
    await().atMost(20, SECONDS).until(opened::isDone);
    Thread.currentThread().interrupt();
    connector.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(connector.resources().eventExecutorGroup().isShutdown()).isTrue();
  }
}
