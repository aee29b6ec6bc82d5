package io.tollgate.rules;

import static io.tollgate.Key.GLOBAL;
import static io.tollgate.Per.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts of a real application, whose limits are changed at the service. */
final class HostIT {

  /** Has a limit of its own, which rules may change. */
  @Path("search")
  public static final class SearchResource {

    /** Finds nothing. */
    @GET
    @RateLimited(bucket = "search", limit = 2, per = MINUTE, key = GLOBAL)
    public String search() {
      return "nothing found";
    }
  }

  @TempDir private java.nio.file.Path folder;

  private final List<HttpServer> hosts = new ArrayList<>();
  private Service service;
  private Api admin;

  @BeforeEach
  void start() throws IOException {
    service = new Service();
    admin = service.admin();
  }

  @AfterEach
  void stop() {
    hosts.forEach(HttpServer::shutdownNow);
    service.close();
  }

  private Api host(String name) {
    var token = service.client(name, "host").token();
    var application =
        new ResourceConfig(SearchResource.class)
            .property("tollgate.rules.service", service.server().uri().toString())
            .property("tollgate.rules.token", token)
            .property("tollgate.rules.host", name)
            .property("tollgate.rules.file", folder.resolve(name + ".json").toString());
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://localhost:0/"), application, /* start= */ true);
    hosts.add(server);
    int port = server.getListeners().iterator().next().getPort();
    return new Api(URI.create("http://localhost:" + port + "/"), "");
  }

  private static void awaitStatus(Api host, int status) {
    await().atMost(Duration.ofSeconds(2)).until(() -> host.get("/search").status() == status);
  }

  @Test
  void rule_raisedRolledBackAndRemoved_isObeyedByBothHostsWithinTwoSeconds() {
    var one = host("one");
    var two = host("two");
    for (var host : List.of(one, two)) {
      assertThat(host.get("/search").status()).isEqualTo(200);
      assertThat(host.get("/search").status()).isEqualTo(200);
      assertThat(host.get("/search").status()).isEqualTo(429);
    }

    var low = admin.put("/v1/rules/more", "{\"bucket\":\"search\",\"limit\":\"3/min\"}");
    var high =
        admin.put(
            "/v1/rules/more",
            "{\"bucket\":\"search\",\"limit\":\"1000/min\"}",
            "If-Match",
            low.etag());
    awaitStatus(one, 200);
    awaitStatus(two, 200);
    assertThat(high.status()).isEqualTo(200);

    assertThat(
            admin
                .post("/v1/rules/more/rollback", "{\"revision\":1}", "If-Match", high.etag())
                .status())
        .isEqualTo(200);
    awaitStatus(one, 429);
    awaitStatus(two, 429);

    await().until(() -> admin.get("/v1/hosts").json().path("hosts").size() == 2);
    await().until(() -> admin.get("/v1/live").json().path("refused").size() > 0);
  }

  @Test
  void explain_whileAHostWaits_hasItsAnnotationsAndWhatIsLeft() {
    var one = host("one");
    assertThat(one.get("/search").status()).isEqualTo(200);
    admin.put("/v1/rules/more", "{\"bucket\":\"search\",\"limit\":\"10/min\"}");
    await().until(() -> one.get("/search").header("RateLimit-Policy").contains("q=10"));

    await()
        .untilAsserted(
            () -> {
              var answer = admin.post("/v1/explain", "{\"path\":\"/search\"}").json();
              assertThat(answer.path("by").asText()).isEqualTo("host");
              var explanation = answer.path("explanation");
              assertThat(explanation.path("verdict").asText()).isEqualTo("allowed");
              assertThat(explanation.path("rules").findValuesAsText("layer"))
                  .contains("annotation", "service");
              assertThat(explanation.path("claims").path(0).path("remaining").asLong())
                  .isBetween(1L, 9L);
            });
  }

  @Test
  void start_withoutServiceAndSnapshot_goesByAnnotations() {
    service.close();
    var application =
        new ResourceConfig(SearchResource.class)
            .property("tollgate.rules.service", "http://localhost:9/")
            .property("tollgate.rules.token", "unused")
            .property("tollgate.rules.file", folder.resolve("none.json").toString());
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://localhost:0/"), application, /* start= */ true);
    hosts.add(server);
    int port = server.getListeners().iterator().next().getPort();
    var host = new Api(URI.create("http://localhost:" + port + "/"), "");

    assertThat(host.get("/search").status()).isEqualTo(200);
    assertThat(host.get("/search").status()).isEqualTo(200);
    assertThat(host.get("/search").status()).isEqualTo(429);
  }
}
