package io.tollgate.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

final class JerseyIT {
  @Path("items")
  public static class Items {
    @GET
    @RateLimited(limit = 5, per = Per.MINUTE, key = Key.IP)
    public String list() {
      return "items";
    }

    @GET
    @Path("free")
    public String free() {
      return "free";
    }
  }

  @Test
  void smoke() throws Exception {
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:0/"), new ResourceConfig(Items.class));
    try {
      var client = HttpClient.newHttpClient();
      int port = server.getListeners().iterator().next().getPort();
      for (int i = 0; i < 7; i++) {
        var response =
            client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/items")).build(),
                HttpResponse.BodyHandlers.ofString());
        System.out.println(
            response.statusCode() + " " + response.headers().map() + response.body());
        assertThat(response.statusCode()).isEqualTo(i < 5 ? 200 : 429);
      }
    } finally {
      server.shutdownNow();
    }
  }
}
