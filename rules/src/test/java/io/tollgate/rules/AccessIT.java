package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what; and that those who may not change nothing, and are written down. */
final class AccessIT {

  private static final String RULE = "{\"path\":\"/x\",\"limit\":\"5/min\"}";

  private static Service service;
  private static Map<String, Api> clients;

  @BeforeAll
  static void start() throws IOException {
    service = new Service();
    clients =
        Map.of(
            "stranger", service.stranger(),
            "host", service.client("h1", "host"),
            "viewer", service.client("vic", "viewer"),
            "editor", service.client("eve", "editor"),
            "approver", service.client("ann", "approver"));
    service.admin().put("/v1/rules/kept", RULE);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Api client(String role) {
    return Objects.requireNonNull(clients.get(role));
  }

  @ParameterizedTest
  @CsvSource({
    // method, path, stranger, host, viewer, editor, approver
    "GET, /v1/rules, 401, 403, 200, 200, 200",
    "GET, /v1/snapshot, 401, 200, 200, 200, 200",
    "GET, /v1/audit, 401, 403, 200, 200, 200",
    "GET, /v1/hosts, 401, 403, 200, 200, 200",
    "GET, /v1/live, 401, 403, 200, 200, 200",
    "GET, /v1/proposals, 401, 403, 200, 200, 200",
    "GET, /v1/tokens, 401, 403, 403, 403, 200",
    "DELETE, /v1/rules/none, 401, 403, 403, 404, 404",
    "DELETE, /v1/tokens/none, 401, 403, 403, 403, 404",
    "POST, /v1/hosts/x, 401, 204, 403, 403, 204",
    "POST, /v1/proposals/7/approve, 401, 403, 403, 403, 404",
    "POST, /v1/proposals/7/reject, 401, 403, 403, 404, 404",
    "GET, /v1/openapi.json, 200, 200, 200, 200, 200",
  })
  void access_byRole_isAsWritten(
      String method, String path, int stranger, int host, int viewer, int editor, int approver) {
    assertThat(status("stranger", method, path)).isEqualTo(stranger);
    assertThat(status("host", method, path)).isEqualTo(host);
    assertThat(status("viewer", method, path)).isEqualTo(viewer);
    assertThat(status("editor", method, path)).isEqualTo(editor);
    assertThat(status("approver", method, path)).isEqualTo(approver);
  }

  private static int status(String role, String method, String path) {
    return switch (method) {
      case "GET" -> client(role).get(path).status();
      case "DELETE" -> client(role).delete(path).status();
      default -> client(role).post(path, "{}").status();
    };
  }

  @ParameterizedTest
  @CsvSource({"stranger, 401, (unknown)", "viewer, 403, vic", "host, 403, h1"})
  void write_withoutRights_changesNothingAndIsAudited(String role, int status, String who) {
    var before = service.admin().get("/v1/snapshot").etag();
    var etag = service.admin().get("/v1/rules/kept").etag();
    var client = client(role);

    assertThat(client.put("/v1/rules/kept", RULE, "If-Match", etag).status()).isEqualTo(status);
    assertThat(client.delete("/v1/rules/kept", "If-Match", etag).status()).isEqualTo(status);
    assertThat(client.post("/v1/rules", "{\"name\":\"new\",\"limit\":\"5/min\"}").status())
        .isEqualTo(status);
    assertThat(client.post("/v1/rules/kept/rollback", "{\"revision\":1}").status())
        .isEqualTo(status);
    assertThat(client.post("/v1/grants", "{}").status()).isEqualTo(status);
    assertThat(client.post("/v1/tokens", "{\"name\":\"own\",\"role\":\"approver\"}").status())
        .isEqualTo(status);

    assertThat(service.admin().get("/v1/snapshot").etag()).isEqualTo(before);
    assertThat(service.admin().get("/v1/tokens").json().findValuesAsText("name"))
        .doesNotContain("own");
    var entries = service.admin().get("/v1/audit?limit=6").json().path("entries");
    assertThat(entries.findValuesAsText("who")).hasSize(6).containsOnly(who);
    assertThat(entries.findValuesAsText("action")).containsOnly("denied");
    assertThat(entries.findValuesAsText("detail")).containsOnly("answered " + status);
    assertThat(entries.findValuesAsText("target"))
        .contains("PUT /v1/rules/kept", "DELETE /v1/rules/kept", "POST /v1/tokens");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Bearer", "Bearer ", "Bearer wrong", "Basic YWRtaW46eA==", "Bearer ' or 1=1"})
  void token_thatIsNone_is401WithAChallenge(String authorization) {
    var answer = service.stranger().get("/v1/rules", "Authorization", authorization);

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
  }

  @Test
  void callers_withoutToken_areLimitedByTheirAddressBeforeTheirTokenIsLookedFor() {
    var answer = service.stranger().get("/v1/rules");

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("RateLimit-Policy")).contains("callers");
  }

  @Test
  void token_takenAway_isOfNoUseAtOnce() {
    var gone = service.client("gone", "editor");
    assertThat(gone.get("/v1/rules").status()).isEqualTo(200);

    assertThat(service.admin().delete("/v1/tokens/gone").status()).isEqualTo(204);

    assertThat(gone.get("/v1/rules").status()).isEqualTo(401);
  }

  @Test
  void tokens_ofTheLastApprover_stay() throws IOException {
    try (Service own = new Service()) {
      assertThat(own.admin().delete("/v1/tokens/admin").status()).isEqualTo(409);
      assertThat(own.admin().get("/v1/tokens").status()).isEqualTo(200);
    }
  }

  @Test
  void start_withoutAnyToken_printsOneOnce() throws IOException {
    var database = Service.memory();
    var settings =
        Map.of("tollgate.server.database.url", database, "tollgate.server.admintoken", "");
    String secret;
    try (Service first = new Service(settings)) {
      secret = first.printed().lines().skip(1).findFirst().orElseThrow().strip();
      assertThat(new Api(first.server().uri(), secret).get("/v1/me").json().path("name").asText())
          .isEqualTo("admin");
    }
    try (Service second = new Service(settings)) {
      assertThat(second.printed()).isEmpty();
      assertThat(new Api(second.server().uri(), secret).get("/v1/me").status()).isEqualTo(200);
    }
  }
}
