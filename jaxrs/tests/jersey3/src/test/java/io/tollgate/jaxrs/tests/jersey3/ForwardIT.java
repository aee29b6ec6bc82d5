package io.tollgate.jaxrs.tests.jersey3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.Toll;
import io.tollgate.jaxrs.tests.Host;
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
import java.util.Map;
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

  /** An application that leaves its answers to the other one. */
  @Path("/")
  @SuppressWarnings("NullAway.Init") // Jersey sets the field.
  public static final class Sending {

    @Context private Toll toll;

    /** To a limit of the other's own. */
    @GET
    @Path("own")
    @RateLimited(key = Key.IP, limit = 100, per = Per.DAY)
    public void own(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/there/own").forward(request, response);
    }

    /** To a bucket that both have. */
    @GET
    @Path("shared")
    @RateLimited(bucket = "shared", key = Key.IP, limit = 5, per = Per.DAY)
    public void shared(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/there/shared").forward(request, response);
    }

    /** Both hold a place. */
    @GET
    @Path("place")
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL, bucket = "here")
    public void place(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/there/place").forward(request, response);
    }

    /** Both settle. */
    @GET
    @Path("settled")
    @RateLimited(
        bucket = "outer",
        key = Key.IP,
        limit = 100,
        per = Per.DAY,
        cost = 10,
        settle = true)
    public void settled(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws ServletException, IOException {
      request.getRequestDispatcher("/there/settled").forward(request, response);
      toll.settle(1);
    }

    /** Tells what is left in the bucket of the one above. */
    @GET
    @Path("left")
    @RateLimited(bucket = "outer", key = Key.IP, cost = 0)
    public String left() {
      return "left";
    }
  }

  /** The other application. */
  @Path("/")
  @SuppressWarnings("NullAway.Init") // Jersey sets the field.
  public static final class Answering {

    @Context private Toll toll;

    /** Limited by itself. */
    @GET
    @Path("own")
    @RateLimited(key = Key.IP, limit = 2, per = Per.DAY)
    public String own() {
      return "own";
    }

    /** Paid before. */
    @GET
    @Path("shared")
    @RateLimited(bucket = "shared", key = Key.IP, limit = 5, per = Per.DAY)
    public String shared() {
      return "shared";
    }

    /** Holds a second place. */
    @GET
    @Path("place")
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL, bucket = "there")
    public String place() {
      return "place";
    }

    /** Costs less than was reserved. */
    @GET
    @Path("settled")
    @RateLimited(
        bucket = "inner",
        key = Key.IP,
        limit = 100,
        per = Per.DAY,
        cost = 10,
        settle = true)
    public String settled() {
      toll.settle(2);
      return "settled";
    }
  }

  private static Host.Running startBoth() throws Exception {
    return Jersey3ServletIT.start(
        Map.of(
            "/here/*", new ResourceConfig(Sending.class),
            "/there/*", new ResourceConfig(Answering.class)));
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

  @Test
  void filter_forwardedToAnotherApplication_isAskedThere() throws Exception {
    try (var server = startBoth()) {
      assertThat(get(server.port(), "here/own").body()).isEqualTo("own");
      assertThat(get(server.port(), "there/own").statusCode()).isEqualTo(200);
      assertThat(get(server.port(), "here/own").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void filter_forwardedToAnotherApplication_paysForOneBucketOnce() throws Exception {
    try (var server = startBoth()) {
      assertThat(left(get(server.port(), "here/shared"))).isEqualTo("4");
      assertThat(left(get(server.port(), "here/shared"))).isEqualTo("3");
    }
  }

  @Test
  void filter_forwardedToAnotherApplication_givesBothPlacesBack() throws Exception {
    try (var server = startBoth()) {
      for (int i = 0; i < 3; i++) {
        // The places come back a moment after the answer.
        await().until(() -> get(server.port(), "here/place").statusCode() == 200);
      }
    }
  }

  @Test
  void toll_ofBothApplications_settlesWhatEachHasTaken() throws Exception {
    try (var server = startBoth()) {
      get(server.port(), "here/settled");
      await().until(() -> left(get(server.port(), "here/left")).equals("99"));
      assertThat(left(get(server.port(), "there/settled"))).isEqualTo("88");
    }
  }

  private static String left(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return response.headers().firstValue("RateLimit").orElse("").replaceAll(".*;r=|;t=.*", "");
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path));
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
