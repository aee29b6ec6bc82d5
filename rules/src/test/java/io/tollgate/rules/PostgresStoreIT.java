package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Settings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real PostgreSQL, which comes after the service has started. */
final class PostgresStoreIT extends StoreContract {

  @TempDir private static Path folder;

  private static int port;
  private static EmbeddedPostgres postgres;
  private static Service service;
  private static Database database;

  /** The rules database is down at start: the service says so, tries again, and gets ready. */
  @BeforeAll
  static void start_beforeItsDatabase_isNotReadyAndThenIs() throws IOException {
    port = freePort();
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
    assertThat(ready.body()).contains("does not answer").doesNotContain("localhost", "postgres");
    var list = service.admin().get("/v1/rules");
    assertThat(list.status()).isEqualTo(503);
    assertThat(list.header("Retry-After")).isEqualTo("5");

    postgres = postgres();
    awaitReady(200);
    database = new Database(ServerSettings.of(Settings.of(settings)));
  }

  /** Starts the server on what it has kept. */
  private static EmbeddedPostgres postgres() throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(folder)
        .setCleanDataDirectory(false)
        .start();
  }

  private static void awaitReady(int status) {
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> service.stranger().get("/health/ready").status() == status);
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
    // A change of its own shows it what other tests have written to its database, too.
    admin.put("/v1/rules/own", "{\"limit\":\"5/min\"}");
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

  @Test
  void database_stoppedAndStartedAgain_isFoundAgainAndNothingIsLost() throws Exception {
    var admin = service.admin();
    var body = "{\"path\":\"/kept\",\"limit\":\"%d/min\"}";
    var made = admin.put("/v1/rules/kept", String.format(body, 5));
    assertThat(made.status()).isEqualTo(201);

    postgres.close();
    var refused = admin.put("/v1/rules/kept", String.format(body, 6), "If-Match", made.etag());
    assertThat(refused.status()).isEqualTo(503);
    awaitReady(503);
    assertThat(service.stranger().get("/health/live").status()).isEqualTo(200);
    // Hosts are told that the service cannot say, and keep what they have.
    assertThat(admin.get("/v1/snapshot").status()).isEqualTo(503);

    postgres = postgres();
    awaitReady(200);
    assertThat(admin.get("/v1/rules/kept").etag()).isEqualTo(made.etag());
    var waiting =
        admin.getAsync("/v1/snapshot?wait=20", "If-None-Match", admin.get("/v1/snapshot").etag());
    admin.put("/v1/rules/kept", String.format(body, 7), "If-Match", made.etag());
    assertThat(waiting.get().json().path("rules").path("kept").path("limit").asText())
        .isEqualTo("7/min");
  }
}
