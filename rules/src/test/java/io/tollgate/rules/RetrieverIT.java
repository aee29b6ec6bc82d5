package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Explanation;
import io.tollgate.Question;
import io.tollgate.Rule;
import io.tollgate.RuleHost;
import io.tollgate.RuleProblem;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import io.tollgate.RuleSource;
import io.tollgate.RulesException;
import io.tollgate.Settings;
import io.tollgate.rules.retriever.Retriever;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The retriever against the real service, which is stopped and started again. */
final class RetrieverIT {

  private static final String RULE = "{\"path\":\"/x\",\"limit\":\"%d/min\"}";

  @TempDir private Path folder;

  private final List<RuleSource.Running> running = new ArrayList<>();
  private final Map<String, Object> settings = new HashMap<>();
  private Service service;
  private Api admin;
  private String token;

  @BeforeEach
  void start() throws IOException {
    settings.put(
        "tollgate.server.database.url", "jdbc:h2:file:" + folder.resolve("rules").toAbsolutePath());
    service = new Service(settings);
    admin = service.admin();
    token = service.client("h1", "host").token();
  }

  @AfterEach
  void stop() {
    running.forEach(RuleSource.Running::close);
    service.close();
  }

  /** Takes rules, and keeps the limits in their order. */
  private static final class Host implements RuleHost {

    private final BlockingQueue<RuleSet> taken = new LinkedBlockingQueue<>();
    private volatile long allowed;

    @Override
    public void take(RuleSet rules) {
      if (rules.rule("impossible").isPresent()) {
        throw new RulesException(
            "the set:", List.of(new RuleProblem("impossible", "", 0, 0, "cannot be here", "")));
      }
      taken.add(rules);
    }

    @Override
    public RuleReport report() {
      return new RuleReport(
          Map.of("x", new RuleReport.Count(allowed, 0, 0)),
          List.of(new RuleReport.RefusedKey("x", "user:bob \"the\" builder", 3)));
    }

    @Override
    public List<EndpointLine> endpoints() {
      return List.of(new EndpointLine("Search.list", List.of("GET"), "/search", List.of("5/min")));
    }

    @Override
    public Explanation explain(Question question) {
      var line =
          new Explanation.Line(
              question.method() + " " + question.path(),
              "service",
              "x",
              question.user().orElse("nobody") + question.headers(),
              /* counts= */ true,
              "");
      return new Explanation("allowed", "", List.of(line), List.of());
    }

    /** Waits for the next set, which must come soon, and returns it. */
    private String next() throws InterruptedException {
      var next = taken.poll(5, TimeUnit.SECONDS);
      return next == null ? "nothing came" : text(next);
    }

    private static String text(RuleSet rules) {
      var texts = new ArrayList<String>();
      for (Rule rule : rules.rules()) {
        texts.add(rule.name() + rule.limit().map(limit -> " " + limit.tokens()).orElse(""));
      }
      return String.join(", ", texts);
    }
  }

  private Host host() {
    return host(service.server().uri());
  }

  private Host host(URI uri) {
    var host = new Host();
    RuleSource source =
        ServiceLoader.load(RuleSource.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(Retriever.class::isInstance)
            .findFirst()
            .orElseThrow();
    var own =
        Settings.of(
            Map.of(
                "tollgate.rules.service",
                uri.toString(),
                "tollgate.rules.token",
                token,
                "tollgate.rules.host",
                "host one",
                "tollgate.rules.file",
                folder.resolve("kept.json").toString()));
    assertThat(source.isOn(own)).isTrue();
    running.add(source.start(own, host));
    return host;
  }

  private void put(int limit) {
    var etag = admin.get("/v1/rules/x").etag();
    var answer =
        etag.isEmpty()
            ? admin.put("/v1/rules/x", String.format(RULE, limit))
            : admin.put("/v1/rules/x", String.format(RULE, limit), "If-Match", etag);
    assertThat(answer.status()).isIn(200, 201);
  }

  @Test
  void change_whileAHostWaits_isThereAtOnceAndIsKeptOnDisk() throws Exception {
    put(5);
    var host = host();
    assertThat(host.next()).isEqualTo("x 5");
    for (int limit = 6; limit < 16; limit++) {
      long began = System.nanoTime();
      put(limit);
      assertThat(host.next()).isEqualTo("x " + limit);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
    }
    await().until(() -> Files.readString(folder.resolve("kept.json")).contains("15/min"));
    assertThat(running.get(0).health().isUp()).isTrue();
  }

  @Test
  void service_killedAndStartedAgain_isFoundAgain() throws Exception {
    put(5);
    var host = host();
    assertThat(host.next()).isEqualTo("x 5");
    int port = service.server().uri().getPort();

    service.close();
    await().until(() -> !running.get(0).health().isUp());
    settings.put("tollgate.server.port", port);
    service = new Service(settings);
    admin = service.admin();
    put(50);

    assertThat(host.next()).isEqualTo("x 50");
    put(51);
    assertThat(host.next()).isEqualTo("x 51");
    await().until(() -> running.get(0).health().isUp());
  }

  @Test
  void start_withoutTheService_takesTheLastGoodRules() throws Exception {
    put(5);
    assertThat(host().next()).isEqualTo("x 5");
    var file = folder.resolve("kept.json");
    await().until(() -> Files.exists(file));
    running.get(0).close();
    var uri = service.server().uri();
    service.close();

    var host = host(uri);

    assertThat(host.taken).hasSize(1); // As soon as it has started, since the disk is here.
    assertThat(host.next()).isEqualTo("x 5");
    assertThat(running.get(1).health().isUp()).isFalse();
  }

  @Test
  void rules_thatCannotBeInForceHere_leaveTheLastGoodOnes() throws Exception {
    put(5);
    var host = host();
    assertThat(host.next()).isEqualTo("x 5");

    admin.put("/v1/rules/impossible", String.format(RULE, 1));
    await().until(() -> running.get(0).health().reason().contains("cannot be here"));
    assertThat(Files.readString(folder.resolve("kept.json"))).doesNotContain("impossible");

    admin.delete("/v1/rules/impossible", "If-Match", "*");
    put(6);
    assertThat(host.next()).isEqualTo("x 6");
    await().until(() -> running.get(0).health().isUp());
  }

  @Test
  void reports_andExplanations_reachTheService() throws Exception {
    put(5);
    var host = host();
    assertThat(host.next()).isEqualTo("x 5");
    await().until(() -> admin.get("/v1/hosts").json().path("hosts").size() == 1);
    host.allowed = 25;

    await()
        .until(
            () -> admin.get("/v1/live").json().path("rules").path("x").toString().contains("25"));
    var reported = admin.get("/v1/hosts").json().path("hosts").path(0);
    assertThat(reported.path("id").asText()).isEqualTo("host one");
    assertThat(reported.path("version").asLong())
        .isEqualTo(admin.get("/v1/rules").json().path("version").asLong());
    assertThat(reported.path("endpoints").path(0).path("name").asText()).isEqualTo("Search.list");
    assertThat(admin.get("/v1/live").json().path("refused").path(0).path("key").asText())
        .isEqualTo("user:bob \"the\" builder");

    var question =
        "{\"path\":\"/search\",\"user\":\"alice & bob\",\"headers\":{\"X-App\":\"a=b\"}}";
    var explained = admin.post("/v1/explain", question).json();
    assertThat(explained.path("by").asText()).isEqualTo("host");
    assertThat(explained.path("host").asText()).isEqualTo("host one");
    var line = explained.path("explanation").path("rules").path(0);
    assertThat(line.path("name").asText()).isEqualTo("GET /search");
    assertThat(line.path("description").asText()).isEqualTo("alice & bob{x-app=a=b}");
  }
}
