package io.tollgate.rules.retriever;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.Explanation;
import io.tollgate.Question;
import io.tollgate.RuleHost;
import io.tollgate.RuleProblem;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands between a host and the service: proxies that cut, answer at once, or lie. */
final class RetrievalTest implements RuleHost {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String RULES = "{\"rules\":{\"x\":{\"limit\":\"5/min\"}}}";

  @TempDir private Path folder;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<RuleSet> taken = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile String lacks = "";
  private volatile String error = "";
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer proxy;
  private Retrieval retrieval;

  @BeforeEach
  void start() throws IOException {
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.setExecutor(threads);
    var uri = URI.create("http://127.0.0.1:" + proxy.getAddress().getPort() + "/");
    retrieval =
        new Retrieval(
            new RetrieverSettings(
                uri, "secret", "one", kept(), Duration.ofMillis(200), /* report= */ false),
            this,
            PATIENCE);
  }

  @AfterEach
  void stop() {
    retrieval.close();
    proxy.stop(0);
    threads.shutdownNow();
  }

  /** Answers by what is asked for: the wait in seconds. */
  private interface Proxy {
    void answer(HttpExchange exchange, boolean hangs) throws IOException;
  }

  private void begin(Proxy behaviour) {
    proxy.createContext(
        "/v1/snapshot",
        exchange -> {
          boolean hangs = !"wait=0".equals(exchange.getRequestURI().getQuery());
          asked.add(hangs ? "long" : "short");
          behaviour.answer(exchange, hangs);
          exchange.close();
        });
    proxy.start();
    retrieval.start();
  }

  private static void send(HttpExchange exchange, int status, String etag, String body)
      throws IOException {
    exchange.getResponseHeaders().set("ETag", etag);
    var bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void unchangedOr(HttpExchange exchange, String etag, String body)
      throws IOException {
    boolean known = etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
    send(exchange, known ? 304 : 200, etag, known ? "" : body);
  }

  @Test
  void longPolls_thatAreCut_giveWayToShortOnes() {
    begin(
        (exchange, hangs) -> {
          if (hangs) {
            cut(exchange);
          } else {
            unchangedOr(exchange, "\"1-a\"", RULES);
          }
        });

    await().until(() -> asked.size() >= 8);
    assertThat(taken).hasSize(1);
    assertThat(asked.subList(0, 8))
        .containsExactly("short", "long", "short", "long", "short", "short", "short", "short");
    assertThat(retrieval.health().isUp()).isTrue();
    assertThat(retrieval.version()).isEqualTo(1);
  }

  @Test
  void longPolls_answeredAtOnce_areNotAskedInCircles() {
    begin((exchange, hangs) -> unchangedOr(exchange, "\"1-a\"", "{\"rules\":{}}"));
    long began = System.nanoTime();

    await().until(() -> asked.size() >= 5);
    // One with rules, and then every 160 to 240 ms.
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(450));
  }

  @Test
  void answers_withoutATag_areNotAskedForInCircles() {
    begin(
        (exchange, hangs) -> {
          var body = "{\"rules\":{}}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
        });
    long began = System.nanoTime();

    await().until(() -> asked.size() >= 5);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(450));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>Sign in here</html>", "", "{}", "null", "[]", "{\"rules\":{\"x\""})
  void answers_thatAreNoRules_leaveWhatIsInForce(String answer) {
    begin(
        (exchange, hangs) -> {
          boolean first = asked.size() == 1;
          send(exchange, 200, "\"" + asked.size() + "-a\"", first ? RULES : answer);
        });

    await().until(() -> asked.size() >= 3);
    assertThat(taken).hasSize(1);
    assertThat(retrieval.health().isUp()).isFalse();
    assertThat(new SnapshotFile(kept()).read().orElseThrow()).contains("5/min");
  }

  @Test
  void unauthorized_always_saysWhichSettingIsWrong() {
    begin((exchange, hangs) -> send(exchange, 401, "", ""));

    await().until(() -> retrieval.health().reason().contains("tollgate.rules.token"));
    assertThat(retrieval.health().reason()).doesNotContain("secret");
    assertThat(taken).isEmpty();
  }

  @Test
  void service_thatAcceptsAndDoesNotAnswer_leavesTheRulesOnDisk() throws IOException {
    var answers = new CountDownLatch(1);
    Files.writeString(kept(), RULES);
    begin(
        (exchange, hangs) -> {
          awaitUninterrupted(answers);
          unchangedOr(exchange, "\"1-a\"", "{\"rules\":{}}");
        });

    assertThat(taken).hasSize(1);
    await().until(() -> retrieval.health().reason().contains("no answer within 1000 ms"));
    assertThat(taken).hasSize(1);

    answers.countDown();
    await().until(() -> taken.size() == 2 && retrieval.health().isUp());
  }

  /**
   * Begins an answer that ends too early. Some of it has to arrive: what ends before anything has
   * come, the client of the JDK asks again by itself.
   */
  private static void cut(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1_000);
    exchange.getResponseBody().write('{');
    exchange.getResponseBody().flush();
  }

  private static void awaitUninterrupted(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Test
  void service_awayForAWhile_isLoggedOnceAndWhenItIsBack() {
    try (var log = new LogRecords("io.tollgate.rules")) {
      begin(
          (exchange, hangs) -> {
            boolean away = asked.size() > 1 && asked.size() < 5;
            if (away && hangs) {
              cut(exchange);
            } else if (away) {
              send(exchange, 503, "", "");
            } else {
              unchangedOr(exchange, "\"1-a\"", RULES);
            }
          });

      await().until(() -> asked.size() > 5);
      assertThat(asked).startsWith("short", "long", "short", "short", "short", "long");
      assertThat(log.messages())
          .satisfiesExactly(
              rules -> assertThat(rules).startsWith("INFO").contains("in force, version 1"),
              warning -> assertThat(warning).startsWith("WARNING Rules stay").contains("503"),
              back -> assertThat(back).startsWith("INFO The rules service answers again"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"rules\":{\"x\":{\"limit\":\"5/m", "\0\0\0\0", "<html>", "[[[["})
  void snapshot_damagedOnDisk_givesWayToTheServiceAndIsWrittenAnew(String damaged)
      throws IOException {
    Files.writeString(kept(), damaged);
    begin((exchange, hangs) -> unchangedOr(exchange, "\"1-a\"", RULES));

    await().until(() -> retrieval.health().isUp());
    assertThat(taken).containsExactly(RuleSet.read(RULES, "the test"));
    assertThat(Files.readString(kept())).isEqualTo(RULES);
  }

  @Test
  void snapshot_thatCannotBeKept_isInForceAllTheSame() throws IOException {
    Files.createDirectories(kept().resolve("not a file"));
    try (var log = new LogRecords("io.tollgate.rules")) {
      begin(
          (exchange, hangs) -> {
            int version = Math.min(asked.size(), 3);
            var rules = RULES.replace("5", Integer.toString(version));
            unchangedOr(exchange, "\"" + version + "-a\"", rules);
          });

      await().until(() -> asked.size() > 3);
      assertThat(taken).hasSize(3);
      assertThat(retrieval.health().isUp()).isTrue();
      assertThat(log.messages())
          .filteredOn(message -> message.contains("cannot be kept"))
          .singleElement()
          .asString()
          .startsWith("WARNING")
          .contains("tollgate.rules.file");
    }
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(kept()); // No draft is left behind.
    }
  }

  @Test
  void snapshot_thatIsRefused_isTriedAgainUntilWhatItLacksIsThere() {
    lacks = "a bucket of the file";
    try (var log = new LogRecords("io.tollgate.rules")) {
      begin((exchange, hangs) -> unchangedOr(exchange, "\"7-a\"", RULES));

      await().until(() -> refusals.get() >= 3);
      assertThat(taken).isEmpty();
      assertThat(kept()).doesNotExist();
      assertThat(retrieval.version()).isZero();
      await().until(() -> retrieval.health().reason().contains("a bucket of the file"));

      lacks = "";
      await().until(() -> retrieval.health().isUp());
      assertThat(taken).containsExactly(RuleSet.read(RULES, "the test"));
      assertThat(kept()).hasContent(RULES);
      assertThat(retrieval.version()).isEqualTo(7);
      assertThat(log.messages())
          .satisfiesExactly(
              once -> assertThat(once).startsWith("SEVERE").contains("a bucket of the file"),
              rules -> assertThat(rules).startsWith("INFO").contains("in force, version 7"));
    }
  }

  @Test
  void rules_thatEndInAnError_areTriedAgain() {
    error = "org/acme/Missing";
    begin((exchange, hangs) -> unchangedOr(exchange, "\"7-a\"", RULES));

    await().until(() -> refusals.get() >= 2);
    await().until(() -> retrieval.health().reason().contains("org/acme/Missing"));
    error = "";
    await().until(() -> retrieval.health().isUp());
    assertThat(retrieval.version()).isEqualTo(7);
  }

  /** A proxy that changes the body in any way makes the tags weak. */
  @Test
  void version_whileTheNextRulesAreRefused_isThatOfThoseInForce() {
    begin(
        (exchange, hangs) -> {
          if (asked.size() == 2) {
            lacks = "a bucket of the file";
          }
          if (asked.size() == 1) {
            unchangedOr(exchange, "W/\"1-a\"", RULES);
          } else {
            unchangedOr(exchange, "W/\"2-b\"", RULES.replace("5", "6"));
          }
        });

    await().until(() -> refusals.get() > 0);
    assertThat(retrieval.version()).isEqualTo(1);
    lacks = "";
    await().until(() -> retrieval.version() == 2);
    assertThat(taken).hasSize(2);
  }

  private Path kept() {
    return folder.resolve("kept.json");
  }

  @Override
  public void take(RuleSet rules) {
    if (!error.isEmpty()) {
      refusals.incrementAndGet();
      throw new NoClassDefFoundError(error);
    }
    if (!lacks.isEmpty()) {
      refusals.incrementAndGet();
      throw new RulesException(
          "service", List.of(new RuleProblem("x", "", 0, 0, lacks + " is missing", "")));
    }
    taken.add(rules);
  }

  @Override
  public RuleReport report() {
    return new RuleReport(Map.of(), List.of());
  }

  @Override
  public List<EndpointLine> endpoints() {
    return List.of();
  }

  @Override
  public Explanation explain(Question question) {
    return new Explanation("allowed", "", List.of(), List.of());
  }
}
