package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.KeyResolver;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** Resolvers that Weld makes. */
final class CdiBeansTest {

  /** Knows which key belongs to which tenant; has a proxy before it. */
  @ApplicationScoped
  public static class Tenants {
    String of(String apiKey) {
      return apiKey.substring(0, 1);
    }
  }

  /** Asks another bean. */
  @Dependent
  public static class ByTenant implements KeyResolver {
    @Inject private Tenants tenants;

    @Override
    public Optional<String> resolve(RequestView request) {
      return request.header("X-Api-Key").map(tenants::of);
    }
  }

  /** Counts by tenant. */
  @Path("tenant")
  public static class Resource {
    @GET
    @RateLimited(limit = 1, per = Per.HOUR, resolver = ByTenant.class)
    public String get() {
      return "ok";
    }
  }

  private static int status(int port, String apiKey) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/tenant"))
            .header("X-Api-Key", apiKey)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void resolver_ofCdi_hasItsFieldsInjected() throws Exception {
    var weld =
        SeContainerInitializer.newInstance()
            .disableDiscovery()
            .addBeanClasses(Tenants.class, ByTenant.class);
    try (var container = weld.initialize()) {
      assertThat(container.isRunning()).isTrue();
      var server =
          GrizzlyHttpServerFactory.createHttpServer(
              URI.create("http://127.0.0.1:0/"), new ResourceConfig(Resource.class));
      try {
        int port = server.getListeners().iterator().next().getPort();

        assertThat(status(port, "a1")).isEqualTo(200);
        assertThat(status(port, "a2")).isEqualTo(429);
        assertThat(status(port, "b1")).isEqualTo(200);
      } finally {
        server.shutdownNow();
      }
    }
  }

  @Test
  void find_withoutAContainer_findsNothing() {
    assertThat(CdiBeans.find(Tenants.class)).isEmpty();
  }
}
