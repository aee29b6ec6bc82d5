package io.tollgate.samples.quickstart;

import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Stands before several hosts and hands each call to the next of them, as a load balancer does. */
final class Front extends HttpHandler {

  private static final Logger LOG = Logger.getLogger(Front.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What concerns one connection, and what the client of the JDK writes itself. */
  private static final Set<String> NOT_HANDED_ON =
      Set.of("connection", "content-length", "host", "keep-alive", "transfer-encoding", "upgrade");

  private final List<URI> hosts;
  private final AtomicInteger calls = new AtomicInteger();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Front(List<URI> hosts) {
    this.hosts = List.copyOf(hosts);
  }

  @Override
  public void service(Request request, Response response) {
    int turn = Math.floorMod(calls.getAndIncrement(), hosts.size());
    HttpRequest handedOn = handedOn(request, hosts.get(turn));
    response.suspend();
    // Whatever goes wrong becomes an answer.
    var unused =
        client
            .sendAsync(handedOn, BodyHandlers.ofByteArray())
            .handle(
                (answer, failure) -> {
                  finish(response, answer, turn + 1);
                  return answer;
                });
  }

  private static void finish(Response response, @Nullable HttpResponse<byte[]> answer, int host) {
    try {
      answer(response, answer, host);
    } catch (IOException e) {
      LOG.log(Level.FINE, "The caller has gone", e);
    } finally {
      response.resume();
    }
  }

  private static HttpRequest handedOn(Request request, URI host) {
    String query = request.getQueryString();
    String target = request.getRequestURI() + (query == null ? "" : "?" + query);
    HttpRequest.Builder copy = HttpRequest.newBuilder(host.resolve(target)).timeout(PATIENCE);
    for (String name : request.getHeaderNames()) {
      if (!NOT_HANDED_ON.contains(name.toLowerCase(Locale.ROOT))) {
        request.getHeaders(name).forEach(value -> copy.header(name, value));
      }
    }
    return copy.header("X-Forwarded-For", request.getRemoteAddr())
        .method(request.getMethod().getMethodString(), BodyPublishers.noBody())
        .build();
  }

  private static void answer(Response response, @Nullable HttpResponse<byte[]> answer, int host)
      throws IOException {
    response.setHeader("X-Host", Integer.toString(host));
    if (answer == null) {
      response.setStatus(HttpStatus.BAD_GATEWAY_502);
      return;
    }
    response.setStatus(answer.statusCode(), reason(answer.statusCode()));
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_HANDED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> response.addHeader(name, value));
              }
            });
    response.setContentLength(answer.body().length);
    response.getOutputStream().write(answer.body());
  }

  private static String reason(int status) {
    Status known = Status.fromStatusCode(status);
    return known == null ? "" : known.getReasonPhrase();
  }
}
