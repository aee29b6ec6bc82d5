package io.tollgate.samples.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Somebody who changes rules without the page. */
final class OtherEditor {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI service;
  private final String token;

  OtherEditor(URI service, String token) {
    this.service = service;
    this.token = token;
  }

  /** Replaces a rule as it is now. */
  void replace(String name, String json) throws IOException, InterruptedException {
    var now = CLIENT.send(request(name).GET().build(), BodyHandlers.ofString());
    var answer =
        CLIENT.send(
            request(name)
                .header("Content-Type", "application/json")
                .header("If-Match", now.headers().firstValue("ETag").orElseThrow())
                .PUT(BodyPublishers.ofString(json))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  private HttpRequest.Builder request(String name) {
    return HttpRequest.newBuilder(service.resolve("/v1/rules/" + name))
        .header("Authorization", "Bearer " + token);
  }
}
