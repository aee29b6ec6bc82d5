package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Calls an application over sockets. */
final class Caller {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private final int port;

  Caller(Host.Running running) {
    this.port = running.port();
  }

  /** Calls, with header fields as pairs of name and value. */
  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, headers);
  }

  HttpResponse<String> send(String method, String path, String... headers) {
    try {
      return CLIENT.send(request(method, path, headers), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  CompletableFuture<HttpResponse<String>> start(String path) {
    return CLIENT.sendAsync(request("GET", path), BodyHandlers.ofString());
  }

  private HttpRequest request(String method, String path, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + path))
            .timeout(Duration.ofSeconds(30))
            .method(
                method,
                method.equals("POST") ? BodyPublishers.ofString("x") : BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  /** Calls several times; returns A for each call that was admitted, and R for each refused. */
  String calls(int number, String path, String... headers) {
    var outcomes = new StringBuilder();
    for (int i = 0; i < number; i++) {
      outcomes.append(outcome(get(path, headers)));
    }
    return outcomes.toString();
  }

  /** Returns A or R; any other status is a mistake of the test. */
  static String outcome(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isIn(200, 204, 429);
    return response.statusCode() == 429 ? "R" : "A";
  }

  private static InetAddress loopback(int last) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
  }

  /** Sends a request from 127.0.0.1 or a neighbour of it, and leaves the answer unread. */
  Socket open(int from, String path) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(loopback(from), 0));
    socket.connect(new InetSocketAddress(loopback(1), port), 10_000);
    socket.setSoTimeout(30_000);
    var request = "GET /" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Returns the status line of the answer to a request from another address. */
  String statusFrom(int from, String path) throws IOException {
    try (var socket = open(from, path)) {
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.lines().findFirst().orElse("");
    }
  }
}
