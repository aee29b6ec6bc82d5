package io.tollgate.servlet.tests.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.servlet.tests.App;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;
import org.junit.jupiter.api.Test;

/** Both modules in one application: Jersey in a servlet behind the filter. */
final class JerseyBehindTheFilterIT {

  /** Limited by annotations, on buckets that rules for paths draw on, too. */
  @Path("shop")
  public static class Shop {

    @GET
    @Path("search")
    @RateLimited(bucket = "search", key = Key.IP)
    public String search() {
      return "found";
    }

    @GET
    @Path("find")
    @RateLimited(bucket = "search", key = Key.IP)
    public String find() {
      return "found";
    }

    @GET
    @Path("orders")
    @RateLimited(limit = 3, per = Per.HOUR, key = Key.IP)
    public String orders() {
      return "ordered";
    }

    @GET
    @Path("of/{tenant}")
    @RateLimited(limit = 1, per = Per.HOUR, by = "path:tenant")
    public String of(@PathParam("tenant") String tenant) {
      return tenant;
    }
  }

  private static final Map<String, String> SETTINGS =
      Map.of(
          "tollgate.limits.search", "4/h",
          "tollgate.rules.search.path", "/shop/search",
          "tollgate.rules.search.bucket", "search",
          "tollgate.rules.search.key", "ip",
          "tollgate.rules.all.path", "/shop/orders",
          "tollgate.rules.all.limit", "10/h",
          "tollgate.rules.all.key", "ip");

  private static App app() {
    var jersey = new ResourceConfig(Shop.class).addProperties(Map.copyOf(SETTINGS));
    var app = new App().asyncServlet("/*", new ServletContainer(jersey));
    SETTINGS.forEach(app::set);
    return app;
  }

  private static String left(Wire wire, String path) throws IOException {
    var answer = wire.call("GET", path);
    assertThat(answer.headers().getOrDefault("RateLimit", List.of())).hasSize(1);
    return answer.status() + " " + answer.header("RateLimit").replaceAll(";t=.*", "");
  }

  @Test
  void bucket_ofARuleAndAnAnnotation_isChargedOnceAndIsOne() throws Exception {
    try (var running = new JettyHost().start(app());
        var wire = new Wire(running.port())) {
      assertThat(left(wire, "/shop/search")).isEqualTo("200 \"search\";r=3");
      // Only the annotation names this one, and it draws on the same bucket.
      assertThat(left(wire, "/shop/find")).isEqualTo("200 \"search\";r=2");
      assertThat(left(wire, "/shop/search")).isEqualTo("200 \"search\";r=1");
      assertThat(left(wire, "/shop/find")).isEqualTo("200 \"search\";r=0");
      assertThat(left(wire, "/shop/search")).isEqualTo("429 \"search\";r=0");
      assertThat(left(wire, "/shop/find")).isEqualTo("429 \"search\";r=0");
    }
  }

  @Test
  void rules_ofBothModules_bothHold() throws Exception {
    try (var running = new JettyHost().start(app());
        var wire = new Wire(running.port())) {
      assertThat(left(wire, "/shop/orders")).isEqualTo("200 \"Shop.orders\";r=2");
      wire.call("GET", "/shop/orders");
      wire.call("GET", "/shop/orders");
      assertThat(left(wire, "/shop/orders")).isEqualTo("429 \"Shop.orders\";r=0");
    }
  }

  @Test
  void key_ofAResource_isReadByJakartaRest() throws Exception {
    try (var running = new JettyHost().start(app());
        var wire = new Wire(running.port())) {
      assertThat(wire.call("GET", "/shop/of/a").status()).isEqualTo(200);
      assertThat(wire.call("GET", "/shop/of/b").status()).isEqualTo(200);
      assertThat(wire.call("GET", "/shop/of/a").status()).isEqualTo(429);
    }
  }
}
