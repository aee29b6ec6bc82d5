package io.tollgate.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tollgate.RuleSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section E of the bad inputs, by their numbers, over a real connection. */
final class BadInputsIT {

  private static final int FIFTY_MEGABYTES = 50_000_000;

  private static Service service;
  private static Api admin;

  @BeforeAll
  static void start() throws IOException {
    service = new Service();
    admin = service.admin();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void serverLives() {
    assertThat(admin.get("/v1/rules").status()).isEqualTo(200);
    assertThat(service.stranger().get("/health/ready").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\":\"bad\",\"limt\":5}|limt",
        "{\"name\":\"bad\",\"limit\":\"five\"}|limit",
        "{\"name\":\"bad\",\"limit\":5}|limit",
        "{\"name\":\"bad\",\"path\":\"/x\",\"cost\":1e400}|cost",
        "{\"name\":\"bad\",\"path\":\"/x\",\"cost\":1e999999999}|cost",
        "{\"name\":\"bad\",\"path\":\"/x\",\"cost\":99999999999999999999}|cost",
        "{\"name\":\"bad\",\"path\":\"/x\",\"cost\":-1}|cost",
        "{\"name\":\"bad\",\"path\":{\"deep\":1}}|path",
        "{\"name\":\"bad\",\"until\":\"tomorrow\",\"limit\":\"1/s\"}|until",
        "{\"limit\":\"5/min\"}|name",
        "{\"name\":7}|name",
        "{\"name\":\" \"}|name",
        "{\"name\":\"..\",\"limit\":\"5/min\"}|name",
        "{\"name\":\"validate\",\"limit\":\"5/min\"}|name",
      })
  void e36_mistakeInARule_is400AndNamesTheField(String json, String field) {
    var answer = admin.post("/v1/rules", json);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.json().path("field").asText()).isEqualTo(field);
    assertThat(answer.json().path("detail").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "nonsense",
        "[]",
        "null",
        "\"text\"",
        "{\"name\":\"bad\"} {}",
        "{\"name\":\"bad\",\"name\":\"worse\",\"limit\":\"5/min\"}",
        "{\"name\":\"b\u0000d\",\"limit\":\"5/min\"}",
      })
  void e36_notAnObject_is400(String json) {
    var answer = admin.post("/v1/rules", json);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"path\":"})
  void e36_tenThousandDeep_is400(String open) {
    var answer = admin.post("/v1/rules", "{\"name\":\"deep\",\"path\":" + open.repeat(10_000));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("detail").asText()).contains("depth");
  }

  @Test
  void e36_fiftyMegabytes_is413() {
    var answer =
        admin.send(
            "POST",
            "/v1/rules",
            BodyPublishers.ofByteArray(new byte[FIFTY_MEGABYTES]),
            "Content-Type",
            "application/json");

    assertThat(answer.status()).isEqualTo(413);
  }

  @Test
  void e36_fiftyMegabytesWithoutLength_is413() {
    var answer =
        admin.send(
            "POST",
            "/v1/rules",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(spaces(FIFTY_MEGABYTES))),
            "Content-Type",
            "application/json");

    assertThat(answer.status()).isEqualTo(413);
  }

  /** Hosts take no text of more than 4 MiB, so a set that is larger would be taken by none. */
  @Test
  void e36_moreRulesThanHostsTake_areRefusedAndTheOthersHold() {
    var rule = Json.object().put("path", "/large").put("limit", "5/min");
    var users = rule.putArray("user");
    for (int i = 0; i < 95; i++) {
      users.add("u" + i + "x".repeat(990));
    }
    int made = 0;
    while (made < 60 && admin.put("/v1/rules/large" + made, rule.toString()).status() == 201) {
      made++;
    }
    var refused = admin.put("/v1/rules/large" + made, rule.toString());
    assertThat(made).isBetween(30, 45);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("detail").asText()).contains("4000000", "bytes");
    assertThatCode(() -> RuleSet.read(admin.get("/v1/snapshot").body(), "the snapshot"))
        .doesNotThrowAnyException();

    for (int i = 0; i < made; i++) {
      assertThat(admin.delete("/v1/rules/large" + i, "If-Match", "*").status()).isEqualTo(204);
    }
  }

  private static byte[] spaces(int length) {
    var bytes = new byte[length];
    Arrays.fill(bytes, (byte) ' ');
    return bytes;
  }

  @Test
  void e37_withoutOrWithStaleETag_changesNothing() {
    var first = admin.put("/v1/rules/e37", "{\"path\":\"/x\",\"limit\":\"1/min\"}");
    assertThat(first.status()).isEqualTo(201);
    var body = "{\"path\":\"/x\",\"limit\":\"2/min\"}";
    assertThat(admin.put("/v1/rules/e37", body).status()).isEqualTo(428);
    assertThat(admin.put("/v1/rules/e37", body, "If-None-Match", "*").status()).isEqualTo(412);
    assertThat(admin.put("/v1/rules/e37", body, "If-Match", first.etag()).status()).isEqualTo(200);

    var lost = "{\"path\":\"/x\",\"limit\":\"3/min\"}";
    assertThat(admin.put("/v1/rules/e37", lost, "If-Match", first.etag()).status()).isEqualTo(412);
    assertThat(admin.put("/v1/rules/e37", lost, "If-Match", "nonsense").status()).isEqualTo(412);
    assertThat(admin.delete("/v1/rules/e37").status()).isEqualTo(428);
    assertThat(admin.delete("/v1/rules/e37", "If-Match", first.etag()).status()).isEqualTo(412);
    assertThat(admin.put("/v1/rules/none", lost, "If-Match", "\"1\"").status()).isEqualTo(412);
    assertThat(admin.get("/v1/rules/e37").json().path("rule").path("limit").asText())
        .isEqualTo("2/min");
  }

  @Test
  void e37_removedAndMadeAgain_isNotTakenForTheOldOne() {
    var first = admin.put("/v1/rules/again", "{\"path\":\"/x\",\"limit\":\"1/min\"}");
    admin.delete("/v1/rules/again", "If-Match", first.etag());
    admin.put("/v1/rules/again", "{\"path\":\"/x\",\"limit\":\"2/min\"}");

    assertThat(admin.delete("/v1/rules/again", "If-Match", first.etag()).status()).isEqualTo(412);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script>alert(1)</script>", "'; drop table rule; --", "a/b?c#d%20e"})
  void e38_hostileName_isKeptAndShownAsText(String name) {
    var rule = Json.object().put("name", name).put("user", name).put("limit", "5/min");
    var made = admin.post("/v1/rules", rule.toString());

    assertThat(made.status()).isEqualTo(201);
    var read = admin.get(made.header("Location"));
    assertThat(read.json().path("name").asText()).isEqualTo(name);
    assertThat(read.json().path("rule").path("user").asText()).isEqualTo(name);
    assertThat(read.header("Content-Type")).isEqualTo("application/json");
    assertThat(read.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(read.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(admin.get("/v1/rules").json().findValuesAsText("name")).contains(name);
    assertThat(admin.get("/v1/snapshot").json().path("rules").has(name)).isTrue();
    assertThat(admin.delete(made.header("Location"), "If-Match", made.etag()).status())
        .isEqualTo(204);
  }

  /** What cannot be reached by its path could never be removed. */
  @ParameterizedTest
  @ValueSource(strings = {"CORP\\eve", "../../x", "a/./b", "a/..", ".../a", "a\u0000b", "a\rb"})
  void e38_nameThatIsLostInAPath_is400AndNamesTheField(String name) {
    var named = Json.object().put("name", name);
    var grant =
        named.deepCopy().put("bucket", "b").put("user", "u").put("times", 2).put("reason", "r");
    var answers =
        List.of(
            admin.post("/v1/rules", named.deepCopy().put("path", "/*").put("deny", true) + ""),
            admin.post("/v1/grants", grant.put("until", "2100-01-01") + ""),
            admin.post("/v1/tokens", named.deepCopy().put("role", "host") + ""));

    assertThat(answers)
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(400);
              assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
              assertThat(answer.json().path("field").asText()).isEqualTo("name");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a", "a/", "a//b", "a;b", "..;/a", "a/..b", "%2F..%5C", "a+b", "*"})
  void e38_unusualName_isReachedByItsPath(String name) {
    var token = Json.object().put("name", name).put("role", "host").toString();
    var path = URLEncoder.encode(name, UTF_8).replace("+", "%20");
    var rule = admin.put("/v1/rules/" + path, "{\"path\":\"/x\",\"deny\":true}");

    assertThat(admin.get("/v1/rules/" + path + "/history").json().path("name").asText())
        .isEqualTo(name);
    assertThat(admin.delete("/v1/rules/" + path, "If-Match", rule.etag()).status()).isEqualTo(204);
    assertThat(admin.post("/v1/tokens", token).status()).isEqualTo(201);
    assertThat(admin.delete("/v1/tokens/" + path).status()).isEqualTo(204);
  }

  @Test
  void e38_grantForAUserOfADomain_hasANameThatIsReached() {
    var grant =
        Json.object()
            .put("bucket", "search")
            .put("user", "CORP\\alice")
            .put("times", 10)
            .put("until", "2100-01-01")
            .put("reason", "sale");
    var made = admin.post("/v1/grants", grant.toString());

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("name").asText()).isEqualTo("grant search CORP-alice");
    assertThat(made.json().path("rule").path("user").asText()).isEqualTo("CORP\\alice");
    assertThat(admin.delete(made.header("Location"), "If-Match", made.etag()).status())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /v1/rules",
        "POST /v1/rules/validate",
        "PUT /v1/rules/none",
        "POST /v1/rules/none/rollback",
        "POST /v1/grants",
        "POST /v1/tokens",
        "POST /v1/explain",
        "POST /v1/hosts/a",
        "POST /v1/hosts/a/answers/b",
      })
  void e36_withoutBodyAndContentType_is400(String request) {
    var words = request.split(" ", -1);
    var answer = admin.send(words[0], words[1], BodyPublishers.noBody());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    var untold = BodyPublishers.ofString("{}");
    assertThat(admin.send(words[0], words[1], untold).status()).isEqualTo(415);
  }

  @Test
  void e38_page_hasAStrictPolicy() {
    var policy = service.stranger().get("/").header("Content-Security-Policy");

    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http:", "https:", "*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain;charset=UTF-8",
      })
  void e39_crossSiteForm_is415EvenWithAToken(String type) {
    var body = BodyPublishers.ofString("{\"name\":\"cross\",\"limit\":\"5/min\"}");
    var origin = new String[] {"Content-Type", type, "Origin", "https://evil.example"};

    assertThat(service.stranger().send("POST", "/v1/rules", body, origin).status())
        .isIn(401, 403, 415);
    var answer = admin.send("POST", "/v1/rules", body, origin);
    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    assertThat(admin.get("/v1/rules/cross").status()).isEqualTo(404);
  }

  @Test
  void e39_crossSitePreflight_isNotAllowed() {
    var answer =
        service
            .stranger()
            .send(
                "OPTIONS",
                "/v1/rules",
                BodyPublishers.noBody(),
                "Origin",
                "https://evil.example",
                "Access-Control-Request-Method",
                "POST");

    assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/rules/%00",
        "/v1/rules/%2e%2e",
        "/v1/../../etc/passwd",
        "/%2e%2e/openapi.json",
        "/../migration/V1__rules.sql",
        "/page/../openapi.json",
      })
  void e38_pathTricks_leadNowhere(String path) throws IOException {
    var request =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
            + Service.ADMIN
            + "\r\n\r\n";
    try (Socket socket = new Socket(admin.uri().getHost(), admin.uri().getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(UTF_8));
      InputStream in = socket.getInputStream();
      var answer = new String(in.readAllBytes(), UTF_8);

      // 500 is what Grizzly says itself to a path that it cannot make sense of.
      assertThat(answer).matches("(?s)HTTP/1.1 (400|404|500) .*");
      assertThat(answer).doesNotContain("create table", "openapi", "root:");
    }
  }
}
