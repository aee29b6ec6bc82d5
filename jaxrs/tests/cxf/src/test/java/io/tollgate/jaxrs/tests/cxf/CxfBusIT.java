package io.tollgate.jaxrs.tests.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CXF on a thread that has the bus of another application. */
final class CxfBusIT {

  /** With a limit. */
  @Path("limited")
  public static class Limited {

    @GET
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  private static final class Watching extends Application {

    private final java.nio.file.Path file;

    private Watching(java.nio.file.Path file) {
      this.file = file;
    }

    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Limited.class, TollgateFeature.class);
    }

    @Override
    public Map<String, Object> getProperties() {
      return Map.of("tollgate.config", file.toString());
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tollgate-"))
        .collect(Collectors.toSet());
  }

  @Test
  void stop_whereTheThreadHadTheBusOfAnother_endsWhatTheFirstCallFound(
      @TempDir java.nio.file.Path directory) throws Exception {
    var file = Files.writeString(directory.resolve("tollgate.yaml"), "mode: enforce\n");
    var other = BusFactory.newInstance().createBus();
    BusFactory.setThreadDefaultBus(other);
    var before = threads();
    try {
      try (var running = CxfServerIT.start(new Watching(file))) {
        var uri = URI.create("http://127.0.0.1:" + running.port() + "/limited");
        var request = HttpRequest.newBuilder(uri).build();
        var client = HttpClient.newHttpClient();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(429);
        assertThat(threads()).anyMatch(thread -> !before.contains(thread));
      }
      await().untilAsserted(() -> assertThat(before).containsAll(threads()));
    } finally {
      other.shutdown(/* wait= */ true);
    }
  }
}
