package io.tollgate.jaxrs.tests.resteasy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.undertow.Undertow;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.annotations.Stream;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** Responses that RESTEasy sends piece by piece, each written by itself. */
final class StreamIT {

  private static final SubmissionPublisher<String> PIECES = new SubmissionPublisher<>();

  /** With a limit of calls under way. */
  @Path("stream")
  public static class Streamed {

    @GET
    @Stream(Stream.MODE.RAW)
    @Produces("text/plain")
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL)
    public Publisher<String> get() {
      return FlowAdapters.toPublisher(PIECES);
    }
  }

  /** Sends nothing, and has tokens for one call that does not fail. */
  @Path("empty")
  public static class Empty {

    @GET
    @Stream(Stream.MODE.RAW)
    @Produces("text/plain")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public Publisher<String> get() {
      var none = new SubmissionPublisher<String>();
      new Thread(
              () -> {
                await().until(none::hasSubscribers);
                none.close();
              })
          .start();
      return FlowAdapters.toPublisher(none);
    }
  }

  /** With those and the feature, which is found. */
  public static final class Streams extends Application {

    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Streamed.class, Empty.class);
    }
  }

  private static final class Server extends UndertowJaxrsServer {

    private HttpRequest request(String path) {
      var address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
      return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
          .build();
    }
  }

  /** RESTEasy keeps the pieces back until there are many, so that it is seen who has taken them. */
  @Test
  @Timeout(60)
  void place_ofAStream_isHeldUntilTheLastPiece() throws Exception {
    var server = new Server();
    server.start(Undertow.builder().addHttpListener(0, "127.0.0.1"));
    try {
      server.deploy(Streams.class, "/");
      var client = HttpClient.newHttpClient();
      var first = client.sendAsync(server.request("/stream"), BodyHandlers.ofString());
      await().until(() -> PIECES.getNumberOfSubscribers() == 1);
      PIECES.submit("one");
      PIECES.submit("two");
      await().until(() -> PIECES.estimateMaximumLag() == 0);

      assertThat(status(client, server, "/stream")).isEqualTo(429);
      PIECES.close();
      assertThat(first.join().body()).isEqualTo("onetwo");

      await().until(() -> status(client, server, "/stream") == 200);
    } finally {
      server.stop();
    }
  }

  @Test
  @Timeout(60)
  void refundErrors_ofAStreamOfNothing_givesNothingBack() {
    var server = new Server();
    server.start(Undertow.builder().addHttpListener(0, "127.0.0.1"));
    try {
      server.deploy(Streams.class, "/");
      var client = HttpClient.newHttpClient();

      assertThat(status(client, server, "/empty")).isLessThan(300);
      assertThat(status(client, server, "/empty")).isEqualTo(429);
    } finally {
      server.stop();
    }
  }

  private static int status(HttpClient client, Server server, String path) {
    return client
        .sendAsync(server.request(path), BodyHandlers.discarding())
        .orTimeout(20, TimeUnit.SECONDS)
        .join()
        .statusCode();
  }
}
