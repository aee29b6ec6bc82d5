package io.tollgate.rules.retriever;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tollgate.Explanation;
import io.tollgate.Health;
import io.tollgate.Question;
import io.tollgate.RuleHost;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reaches the service, whatever a host has to say. */
final class ReporterTest implements RuleHost {

  /** More than that the service does not take. */
  private static final int MAX_BYTES = 1_000_000;

  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final AtomicInteger errors = new AtomicInteger();
  private volatile Map<String, RuleReport.Count> counts = Map.of();
  private volatile List<EndpointLine> endpoints = List.of();
  private HttpServer service;
  private Reporter reporter;

  @BeforeEach
  void start() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/v1/hosts/one",
        exchange -> {
          reports.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    service.start();
    var uri = URI.create("http://127.0.0.1:" + service.getAddress().getPort() + "/");
    var poll = Duration.ofSeconds(1);
    var settings =
        new RetrieverSettings(uri, "secret", "one", Path.of("unused"), poll, /* report= */ true);
    reporter =
        new Reporter(new ServiceClient(settings, Duration.ofSeconds(5)), this, () -> 7, Health::up);
  }

  @AfterEach
  void stop() {
    reporter.close();
    service.stop(0);
  }

  @Test
  void report_ofVeryManyRulesWithLongNames_isOneThatTheServiceTakes() {
    counts = counts(4_000, "x".repeat(195), Long.MAX_VALUE);
    endpoints = endpoints("y".repeat(190));
    try (var log = new LogRecords("io.tollgate.rules")) {
      reporter.start();
      await().until(() -> !reports.isEmpty());

      assertThat(reports.get(0)).hasSizeLessThan(MAX_BYTES).contains("0000x", "\"endpoints\":[{");
      counts = counts(4_001, "x".repeat(195), /* allowed= */ 1);
      await().until(() -> reports.size() >= 2);
      assertThat(log.messages()).singleElement().asString().startsWith("WARNING The page");
    }
  }

  @Test
  void report_ofTextsOfAnyKind_isOneThatTheServiceTakes() {
    counts = counts(1_000, "\u4e3b".repeat(195), Long.MAX_VALUE);
    endpoints = endpoints("\u4e3b".repeat(190));
    reporter.start();

    await().until(() -> !reports.isEmpty());
    assertThat(reports.get(0)).hasSizeLessThan(MAX_BYTES).endsWith("}");
  }

  @Test
  void round_endsWithAnError_goesOn() {
    errors.set(1);
    counts = counts(1, "x", /* allowed= */ 1);
    try (var log = new LogRecords("io.tollgate.rules")) {
      reporter.start();

      await().until(() -> !reports.isEmpty());
      assertThat(log.messages()).singleElement().asString().startsWith("WARNING What rules do");
    }
  }

  private static Map<String, RuleReport.Count> counts(int rules, String name, long allowed) {
    var counts = new HashMap<String, RuleReport.Count>();
    for (int i = 0; i < rules; i++) {
      counts.put(String.format("%04d", i) + name, new RuleReport.Count(allowed, 0, 0));
    }
    return counts;
  }

  private static List<EndpointLine> endpoints(String name) {
    var limits = Collections.nCopies(20, name);
    return Collections.nCopies(600, new EndpointLine(name, List.of("GET"), name, limits));
  }

  @Override
  public void take(RuleSet rules) {}

  @Override
  public RuleReport report() {
    if (errors.getAndDecrement() > 0) {
      throw new NoClassDefFoundError("org/acme/Missing");
    }
    return new RuleReport(counts, List.of());
  }

  @Override
  public List<EndpointLine> endpoints() {
    return endpoints;
  }

  @Override
  public Explanation explain(Question question) {
    return new Explanation("allowed", "", List.of(), List.of());
  }
}
