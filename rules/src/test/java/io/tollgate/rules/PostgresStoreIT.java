package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Settings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real PostgreSQL, which comes after the service has started. */
final class PostgresStoreIT extends StoreContract {

  private static EmbeddedPostgres postgres;
  private static Service service;
  private static Database database;

  /** The rules database is down at start: the service says so, tries again, and gets ready. */
  @BeforeAll
  static void start_beforeItsDatabase_isNotReadyAndThenIs() throws IOException {
    int port = freePort();
    Map<String, String> settings =
        Map.of(
            "tollgate.server.database.url",
            "jdbc:postgresql://localhost:" + port + "/postgres",
            "tollgate.server.database.user",
            "postgres",
            "tollgate.server.database.password",
            "postgres");
    service = new Service(settings);
    assertThat(service.stranger().get("/health/live").status()).isEqualTo(200);
    var ready = service.stranger().get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.json().path("status").asText()).isEqualTo("DOWN");
    var list = service.admin().get("/v1/rules");
    assertThat(list.status()).isEqualTo(503);
    assertThat(list.header("Retry-After")).isEqualTo("5");

    postgres = EmbeddedPostgres.builder().setPort(port).start();
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> service.stranger().get("/health/ready").status() == 200);
    database = new Database(ServerSettings.of(Settings.of(settings)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    database.close();
    service.close();
    postgres.close();
  }

  @Override
  Database database() {
    return database;
  }

  @Test
  void longPoll_changedByAnotherService_isAnswered() throws Exception {
    var admin = service.admin();
    var etag = admin.get("/v1/snapshot").etag();
    var waiting = admin.getAsync("/v1/snapshot?wait=20", "If-None-Match", etag);

    try (Service other =
        new Service(
            Map.of(
                "tollgate.server.database.url",
                postgres.getJdbcUrl("postgres", "postgres"),
                "tollgate.server.database.user",
                "postgres"))) {
      assertThat(other.admin().put("/v1/rules/shared", "{\"limit\":\"5/min\"}").status())
          .isEqualTo(201);
      assertThat(waiting.get().json().path("rules").has("shared")).isTrue();
    }
  }
}
