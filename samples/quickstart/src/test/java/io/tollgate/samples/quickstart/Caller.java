package io.tollgate.samples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Calls the sample over HTTP, as one user or as nobody. */
final class Caller {

  private static final Pattern LEFT = Pattern.compile("\".*\";r=(\\d+)(;t=\\d+)?");

  /** Asked to change to HTTP/2, Grizzly would leave out Content-Type. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI api;
  private final String authorization;

  private Caller(URI api, String authorization) {
    this.api = api;
    this.authorization = authorization;
  }

  static Caller user(Quickstart quickstart, String user) {
    return user(quickstart.uri(), user);
  }

  static Caller user(URI uri, String user) {
    byte[] credentials = (user + ":x").getBytes(UTF_8);
    String authorization = "Basic " + Base64.getEncoder().encodeToString(credentials);
    return new Caller(uri.resolve("/api/"), authorization);
  }

  static Caller nobody(Quickstart quickstart) {
    return with(quickstart, "");
  }

  static Caller with(Quickstart quickstart, String authorization) {
    return new Caller(quickstart.uri().resolve("/api/"), authorization);
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return CLIENT.send(request(path), BodyHandlers.ofString());
  }

  /** Calls several times without waiting for the answers. */
  List<HttpResponse<String>> getAtOnce(String path, int times) {
    List<CompletableFuture<HttpResponse<String>>> answers = begin(path, times);
    return answers.stream().map(CompletableFuture::join).toList();
  }

  List<CompletableFuture<HttpResponse<String>>> begin(String path, int times) {
    return IntStream.range(0, times)
        .mapToObj(i -> CLIENT.sendAsync(request(path), BodyHandlers.ofString()))
        .toList();
  }

  /** Calls several times and returns the statuses, the lowest first. */
  List<Integer> statuses(String path, int times) {
    return getAtOnce(path, times).stream().map(HttpResponse::statusCode).sorted().toList();
  }

  /** Returns how many tokens are left, by the {@code RateLimit} header. */
  int left(String path) throws IOException, InterruptedException {
    return left(get(path));
  }

  static int left(HttpResponse<String> answer) {
    String field = answer.headers().firstValue("RateLimit").orElse("none");
    Matcher matcher = LEFT.matcher(field);
    if (!matcher.matches()) {
      throw new AssertionError("RateLimit is " + field);
    }
    return Integer.parseInt(matcher.group(1));
  }

  private HttpRequest request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return request.build();
  }
}
