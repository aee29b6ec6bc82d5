package io.tollgate.rules.retriever;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Talks to the rules service over HTTP. */
final class ServiceClient {

  /** More than any set of rules; a stream without end is not taken into memory. */
  static final int MAX_BYTES = 64 << 20;

  private static final Duration CONNECT = Duration.ofSeconds(2);

  /**
   * What the service says about the rules.
   *
   * @param etag the tag of the rules; empty if there is none
   * @param body the rules, if they have changed
   * @param question what the service wants to know
   */
  record Answer(String etag, Optional<String> body, Optional<String> question) {}

  private final RetrieverSettings settings;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER) // The token is for this service only.
          .build();

  /**
   * Makes it.
   *
   * @param patience how long an answer may take, apart from what it is asked to wait
   */
  ServiceClient(RetrieverSettings settings, Duration patience) {
    this.settings = settings;
    this.patience = patience;
  }

  /**
   * Asks for the rules, and waits so long for others than those it has.
   *
   * @throws IOException if the service does not answer as it should
   */
  Answer snapshot(String etag, Duration wait) throws IOException, InterruptedException {
    var request = request("v1/snapshot?wait=" + wait.toSeconds()).GET();
    if (!etag.isEmpty()) {
      request.setHeader("If-None-Match", etag);
    }
    var response = send(request.build(), wait.plus(patience));
    return switch (response.statusCode()) {
      case 200 ->
          new Answer(
              tag(response), Optional.of(new String(response.body(), UTF_8)), Optional.empty());
      case 304 ->
          new Answer(etag, Optional.empty(), response.headers().firstValue("Tollgate-Question"));
      default -> throw unexpected(response);
    };
  }

  private static String tag(HttpResponse<byte[]> response) {
    return response.headers().firstValue("ETag").orElse("");
  }

  /** Tells the service about this host. */
  void report(String json) throws IOException, InterruptedException {
    post("v1/hosts/" + encoded(settings.host()), json);
  }

  /** Answers a question of the service. */
  void answer(String question, String json) throws IOException, InterruptedException {
    post("v1/hosts/" + encoded(settings.host()) + "/answers/" + encoded(question), json);
  }

  private void post(String path, String json) throws IOException, InterruptedException {
    var request = request(path).POST(BodyPublishers.ofString(json));
    var response = send(request.setHeader("Content-Type", "application/json").build(), patience);
    if (response.statusCode() != 204) {
      throw unexpected(response);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(settings.service().resolve(path))
        .setHeader("Authorization", "Bearer " + settings.token())
        .setHeader("Tollgate-Host", settings.host())
        .setHeader("Accept", "application/json");
  }

  /** Waits for the whole answer; the client's own time-out ends with its header. */
  private HttpResponse<byte[]> send(HttpRequest request, Duration longest)
      throws IOException, InterruptedException {
    var answer = http.sendAsync(request, head -> new BoundedBody(MAX_BYTES));
    try {
      return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + longest.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      var cause = e.getCause();
      throw cause instanceof IOException io ? io : new IOException(cause);
    } finally {
      answer.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  private IOException unexpected(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    var fix =
        switch (status) {
          case 401 -> "; tollgate.rules.token is not known there";
          case 403 -> "; tollgate.rules.token needs the role host";
          case 404 -> "; is tollgate.rules.service the address of the rules service?";
          default -> "";
        };
    return new IOException("the rules service answered " + status + fix);
  }

  /** Returns where the service is. */
  URI service() {
    return settings.service();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
