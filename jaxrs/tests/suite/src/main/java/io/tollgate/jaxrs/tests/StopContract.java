package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.jaxrs.tests.StartContract.Good;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of an application that has stopped. */
abstract class StopContract {

  private final Host host;

  StopContract(Host host) {
    this.host = host;
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tollgate-"))
        .collect(Collectors.toSet());
  }

  @Test
  void stop_afterCalls_closesTheLimiterAndEndsItsThreads(@TempDir Path directory) throws Exception {
    var before = threads();
    int open = CountedBackends.OPEN.get();
    var file = Files.writeString(directory.resolve("tollgate.yaml"), "backend: counted\n");
    try (var running = host.start(new App(Good.class).set("tollgate.config", file.toString()))) {
      assertThat(new Caller(running).calls(3, "good")).isEqualTo("AAR");
      // Those of applications before this one may end meanwhile.
      assertThat(threads()).anyMatch(thread -> !before.contains(thread));
      assertThat(CountedBackends.OPEN).hasValue(open + 1);
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(CountedBackends.OPEN).hasValue(open);
              assertThat(before).containsAll(threads());
            });
  }
}
