package io.tollgate.jaxrs.tests;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.jaxrs.tests.Wire.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What rules of a file do to calls over HTTP, in whatever the application is written.
 *
 * <p>A subclass starts an application that answers below {@code /ruled}, has the user of the header
 * X-User in the role of X-Role, one endpoint, at {@code /ruled/own}, with an annotation: one call
 * an hour, for everybody together, and one at {@code /ruled/explained?user=NAME} that explains how
 * that user gets {@code /ruled/asked}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RulesContract {

  private static final Duration SOON = Duration.ofSeconds(20);

  /** All addresses are those that the header X-Forwarded-For states. */
  private static final String FILE =
      """
      proxies: [127.0.0.1]
      country: header:CF-IPCountry
      plan: role:gold
      explain: true
      explainroles: operator
      explainaddresses: 192.0.2.0/24
      rules:
        items:   {path: '/ruled/items/{id}', limit: 2/h, key: global}
        posted:  {path: /ruled/posted, methods: POST, limit: 1/h, key: global}
        unread:  {path: /ruled/unread, methods: GET, deny: true}
        mine:    {path: /ruled/mine, user: alice, limit: 1/h, key: user}
        abroad:  {path: /ruled/abroad, country: '!DE', limit: 1/h, key: global}
        mobile:  {path: /ruled/mobile, header: {X-App: [ios, android]}, limit: 1/h, key: global}
        planned: {path: /ruled/planned, limit: 1/h, plans: {gold: 3/h}, key: user}
        goldies: {path: /ruled/goldies, plan: gold, limit: 1/h, key: global}
        bad:     {address: [203.0.113.0/24, '2001:db8::/32'], deny: true}
        banned:  {user: mallet, deny: true}
        spared:  {user: peer, deny: true, mode: shadow}
        office:  {address: 198.51.100.0/24, allow: true}
        payable: {path: /ruled/payable, limit: 1/h, key: global}
        trial:   {path: /ruled/trial, limit: 1/h, key: global, mode: shadow}
        idle:    {path: /ruled/idle, limit: 1/h, key: global, mode: off}
        past:    {path: /ruled/past, limit: 1/h, key: global, until: 2020-01-01}
        future:  {path: /ruled/future, limit: 1/h, key: global, from: 2200-01-01}
        own:     {endpoint: %1$s, bucket: %1$s, limit: 3/h}
        dear:    {path: /ruled/dear, limit: 5/h, cost: 2, key: global}
        grant:   {path: /ruled/grant, limit: 2/h, key: user}
        grantee: {bucket: grant, user: alice, times: 2, until: 2200-01-01T00:00:00Z}
        asked:   {path: /ruled/asked, limit: 4/h, key: user}
        vip:     {bucket: asked, user: alice, limit: 9/h}
      """;

  private Host.@Nullable Running running;
  private @Nullable Wire wire;

  /** Makes the contract. */
  protected RulesContract() {}

  /** Starts the application with these settings. */
  protected abstract Host.Running start(Map<String, String> settings) throws Exception;

  /** Returns what the endpoint is called that has an annotation. */
  protected abstract String ownEndpoint();

  @BeforeAll
  final void start(@TempDir Path directory) throws Exception {
    var file = directory.resolve("tollgate.yaml");
    Files.writeString(file, FILE.formatted(ownEndpoint()));
    var started = start(Map.of("tollgate.config", file.toString()));
    running = started;
    wire = new Wire(started.port());
  }

  @AfterAll
  final void stop() throws Exception {
    if (wire != null) {
      wire.close();
    }
    if (running != null) {
      running.close();
    }
  }

  private Answer get(String path, String... fields) throws IOException {
    return Objects.requireNonNull(wire).call("GET", path, fields);
  }

  /** Calls as often as is expected: A for admitted, R for refused, D for denied. */
  private String row(String method, String path, @Nullable String fields, int calls)
      throws IOException {
    var row = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      String[] sent = fields == null ? new String[0] : fields.split(" & ", -1);
      var answer = Objects.requireNonNull(wire).call(method, path, sent);
      row.append(
          switch (answer.status()) {
            case 200 -> "A";
            case 429 -> "R";
            case 403 -> "D";
            default -> "(" + answer.status() + ")";
          });
    }
    return row.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          items/1  |                               | AA    | items/2  |                          | R
          items    |                               | AAA   | items/1  | X-User: alice            | R
          mine     | X-User: alice                 | AR    | mine     | X-User: bob              | AAA
          abroad   | CF-IPCountry: FR              | AR    | abroad   | CF-IPCountry: DE         | AAA
          abroad   |                               | R     | abroad   | CF-IPCountry: de         | A
          mobile   | X-App: ios                    | AR    | mobile   | X-App: web               | AAA
          mobile   | x-app: android                | R     | mobile   |                          | A
          planned  | X-User: ann & X-Role: gold    | AAAR  | planned  | X-User: ben              | AR
          goldies  | X-User: ann & X-Role: gold    | AR    | goldies  | X-User: ben              | AAA
          any      | X-Forwarded-For: 203.0.113.9  | DD    | any      | X-Forwarded-For: 5.5.5.5 | A
          any      | X-Forwarded-For: 2001:db8::1  | D     | own      | X-Forwarded-For: 203.0.113.1 | D
          any      | X-User: mallet                | DD    | any      | X-User: peer             | AA
          own      | X-Forwarded-For: 198.51.100.7 | AAAAA | payable  | X-Forwarded-For: 198.51.100.7 | AAA
          payable  |                               | AR    | payable  | X-Forwarded-For: 198.51.100.7 | AA
          any      | X-User: mallet & X-Forwarded-For: 198.51.100.7 | D | own | X-User: mallet | D
          trial    |                               | AAA   | idle     |                          | AAA
          past     |                               | AAA   | future   |                          | AAA
          dear     |                               | AAR   | own      |                          | AAAR
          grant    | X-User: alice                 | AAAAR | grant    | X-User: bob              | AAR
          """)
  void rules_ofAllKinds_holdForTheirCallsOnly(
      String path,
      @Nullable String fields,
      String row,
      String otherPath,
      @Nullable String otherFields,
      String otherRow)
      throws IOException {
    assertThat(row("GET", "/ruled/" + path, fields, row.length())).isEqualTo(row);
    assertThat(row("GET", "/ruled/" + otherPath, otherFields, otherRow.length()))
        .isEqualTo(otherRow);
  }

  @Test
  void rule_forOneMethod_leavesOthersAlone() throws IOException {
    assertThat(row("POST", "/ruled/posted", null, 2)).isEqualTo("AR");
    assertThat(row("GET", "/ruled/posted", null, 2)).isEqualTo("AA");
  }

  /** Some servers answer {@code get} as if it were GET, others do not answer it. */
  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "get", "Get", "head", "hEAD"})
  void rule_forOneMethod_holdsHoweverItIsSpelled(String method) throws IOException {
    try (var own = new Wire(Objects.requireNonNull(running).port())) {
      own.write(method, "/ruled/unread", "Connection: close");

      assertThat(own.read(/* hasBody= */ false).status()).isIn(400, 403, 405, 501);
    }
  }

  @Test
  void denial_saysSoAndIsNotKept() throws IOException {
    var answer = get("/ruled/own", "X-User: mallet");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answer.body()).contains("\"status\":403");
    assertThat(answer.has("RateLimit")).isFalse();
    assertThat(answer.has("Retry-After")).isFalse();
  }

  @Test
  void explain_forOperators_tellsWhichRuleWonAndWhatIsLeft() throws IOException {
    var question = "/tollgate/explain?path=/ruled/asked&user=alice";
    assertThat(row("GET", "/ruled/asked", "X-User: alice", 3)).isEqualTo("AAA");

    var byRole = get(question, "X-User: olga", "X-Role: operator");
    var byAddress = get(question, "X-Forwarded-For: 192.0.2.8");

    assertThat(byRole.status()).isEqualTo(200);
    assertThat(byRole.header("Content-Type")).startsWith("application/json");
    assertThat(byRole.header("Cache-Control")).isEqualTo("no-store");
    assertThat(byRole.body())
        .containsPattern("\"name\":\"vip\",\"layer\":\"file\",\"bucket\":\"asked\"")
        .containsPattern("\"bucket\":\"asked\",\"limit\":\"[^\"]*9[^}]*\"remaining\":6");
    assertThat(byAddress.status()).isEqualTo(200);
    assertThat(byAddress.body()).as("asking takes nothing").isEqualTo(byRole.body());
  }

  @Test
  void explainer_ofTheApplication_tellsWhatOperatorsAreTold() throws IOException {
    assertThat(row("GET", "/ruled/asked", "X-User: clara", 3)).isEqualTo("AAA");

    var explained = get("/ruled/explained?user=clara");

    assertThat(explained.status()).isEqualTo(200);
    assertThat(explained.body())
        .startsWith("{\"verdict\":\"allowed\"")
        .containsPattern("\"bucket\":\"asked\",\"limit\":\"4/h\"[^}]*\"remaining\":1")
        .isEqualTo(
            get("/tollgate/explain?path=/ruled/asked&user=clara", "X-Forwarded-For: 192.0.2.8")
                .body());
  }

  @Test
  void explain_forOthers_isForbidden() throws IOException {
    var question = "/tollgate/explain?path=/ruled/asked";

    for (var fields :
        new String[] {"X-User: alice", "X-Role: operator", "X-Forwarded-For: 1.1.1.1"}) {
      var answer = get(question, fields);
      assertThat(answer.status()).as(fields).isEqualTo(403);
      assertThat(answer.body()).as(fields).doesNotContain("claims");
    }
  }

  private static void put(Path file, String content) throws IOException {
    var next = Files.writeString(file.resolveSibling("next"), content);
    Files.move(next, file, ATOMIC_MOVE);
  }

  private static String rules(String limit, int version) {
    return """
        rules:
          some: {path: /ruled/some, limit: %s, key: global}
          probe: {path: /ruled/probe, limit: %d/h}
        """
        .formatted(limit, version);
  }

  private static boolean isVersion(Wire at, int version) throws IOException {
    return at.call("GET", "/ruled/probe").header("RateLimit-Policy").contains("q=" + version + ";");
  }

  @Test
  void file_movedIntoPlace_isTakenAsAWholeAndABrokenOneIsNot(@TempDir Path directory)
      throws Exception {
    var file = Files.writeString(directory.resolve("tollgate.yaml"), rules("5/h", 1_001));
    try (var changing = start(Map.of("tollgate.config", file.toString()));
        var at = new Wire(changing.port())) {
      assertThat(isVersion(at, 1_001)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThat(at.call("GET", "/ruled/some").status()).isEqualTo(200);
      }

      put(file, rules("4/h", 1_002));
      await().atMost(SOON).until(() -> isVersion(at, 1_002));
      assertThat(at.call("GET", "/ruled/some").header("RateLimit")).contains("r=0");
      assertThat(at.call("GET", "/ruled/some").status()).as("four are taken").isEqualTo(429);

      put(file, rules("6/h, lmit: 2/h", 1_003));
      await().during(Duration.ofMillis(600)).atMost(SOON).until(() -> isVersion(at, 1_002));
      assertThat(at.call("GET", "/ruled/some").status()).isEqualTo(429);

      put(file, rules("6/h", 1_004));
      await().atMost(SOON).until(() -> isVersion(at, 1_004));
      assertThat(at.call("GET", "/ruled/some").header("RateLimit")).contains("r=1");
      assertThat(at.call("GET", "/tollgate/explain?path=/ruled/some").status())
          .as("closed unless opened")
          .isEqualTo(404);
    }
  }
}
