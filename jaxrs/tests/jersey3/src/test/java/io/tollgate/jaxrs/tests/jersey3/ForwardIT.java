package io.tollgate.jaxrs.tests.jersey3;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/** In a container of servlets a request may come to Jersey again, with all that it has paid. */
final class ForwardIT {

  /** Two resources on one bucket of two tokens. */
  @Path("/")
  public static final class Resources {

    /** Leaves the answer to the other one. */
    @GET
    @Path("first")
    @RateLimited(bucket = "both", key = Key.IP, limit = 2, per = Per.DAY)
    public void first(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/second").forward(request, response);
    }

    /** Answers. */
    @GET
    @Path("second")
    @RateLimited(bucket = "both", key = Key.IP, limit = 2, per = Per.DAY)
    public String second() {
      return "second";
    }
  }

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void filter_forwarded_isChargedOnce() throws Exception {
    try (var server = Jersey3ServletIT.start(new ResourceConfig(Resources.class))) {
      var forwarded = get(server.port(), "first");
      assertThat(forwarded.statusCode()).isEqualTo(200);
      assertThat(forwarded.body()).isEqualTo("second");

      assertThat(get(server.port(), "second").statusCode()).isEqualTo(200);
      assertThat(get(server.port(), "second").statusCode()).isEqualTo(429);
    }
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path));
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
