package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client of the service over a real connection. */
record Api(URI uri, String token) {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** What came back. */
  record Answer(HttpResponse<String> response) {

    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String etag() {
      return header("ETag");
    }

    JsonNode json() {
      return Json.read(body());
    }
  }

  Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  Answer post(String path, String json, String... headers) {
    return json("POST", path, json, headers);
  }

  Answer put(String path, String json, String... headers) {
    return json("PUT", path, json, headers);
  }

  Answer delete(String path, String... headers) {
    return send("DELETE", path, BodyPublishers.noBody(), headers);
  }

  private Answer json(String method, String path, String json, String... headers) {
    var all = new String[headers.length + 2];
    System.arraycopy(headers, 0, all, 2, headers.length);
    all[0] = "Content-Type";
    all[1] = "application/json";
    return send(method, path, BodyPublishers.ofString(json), all);
  }

  Answer send(String method, String path, BodyPublisher body, String... headers) {
    try {
      return new Answer(HTTP.send(request(method, path, body, headers), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  CompletableFuture<Answer> getAsync(String path, String... headers) {
    return HTTP.sendAsync(
            request("GET", path, BodyPublishers.noBody(), headers), BodyHandlers.ofString())
        .thenApply(Answer::new);
  }

  private HttpRequest request(String method, String path, BodyPublisher body, String... headers) {
    var request =
        HttpRequest.newBuilder(uri.resolve(path))
            .timeout(Duration.ofSeconds(30))
            .method(method, body);
    if (!token.isEmpty()) {
      request.setHeader("Authorization", "Bearer " + token);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request.build();
  }
}
