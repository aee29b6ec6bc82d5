package io.tollgate.samples.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.stream.IntStream;

/** Calls one host as one user. */
final class Shopper {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI host;
  private final String authorization;

  Shopper(URI host, String user) {
    this.host = host;
    this.authorization =
        "Basic " + Base64.getEncoder().encodeToString((user + ":x").getBytes(UTF_8));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(host.resolve(path)).header("Authorization", authorization).build(),
        BodyHandlers.ofString());
  }

  /** Returns the limit that a call meets, by the header field: {@code "search";q=60;w=60}. */
  String policy(String path) throws IOException, InterruptedException {
    return get(path).headers().firstValue("RateLimit-Policy").orElse("none");
  }

  /** Calls several times at once and returns how many were admitted. */
  long admitted(String path, int times) {
    var answers =
        IntStream.range(0, times)
            .mapToObj(
                i ->
                    CLIENT.sendAsync(
                        HttpRequest.newBuilder(host.resolve(path))
                            .header("Authorization", authorization)
                            .build(),
                        BodyHandlers.discarding()))
            .toList();
    return answers.stream().filter(answer -> answer.join().statusCode() == 200).count();
  }
}
