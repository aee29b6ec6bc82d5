package io.tollgate.samples.rules;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Talks to the rules service as its page does. */
final class ServiceCalls {

  private static final Pattern TOKEN = Pattern.compile("\"token\" *: *\"([^\"]+)\"");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI service;
  private final String token;

  ServiceCalls(URI service, String token) {
    this.service = service;
    this.token = token;
  }

  /** Waits until the service has its database. */
  void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (send(request("health/ready").GET()).statusCode() != 200) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("the rules service did not become ready");
      }
      Thread.sleep(50);
    }
  }

  /** Makes a rule, given as JSON. */
  void addRule(String json) throws IOException, InterruptedException {
    post("v1/rules", json);
  }

  /** Makes a token, and returns its secret. */
  String addToken(String name, String role) throws IOException, InterruptedException {
    String body = String.format("{\"name\": \"%s\", \"role\": \"%s\"}", name, role);
    String answer = post("v1/tokens", body);
    Matcher found = TOKEN.matcher(answer);
    if (!found.find()) {
      throw new IOException("the rules service made no token");
    }
    return found.group(1);
  }

  private String post(String path, String json) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(path + " was answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(service.resolve("/" + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
