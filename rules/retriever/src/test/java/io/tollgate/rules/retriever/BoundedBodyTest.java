package io.tollgate.rules.retriever;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BoundedBodyTest {

  private static final int MAX_BYTES = 100_000;

  private final CountDownLatch hungUp = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var path = exchange.getRequestURI().getPath();
          long left = path.equals("/endless") ? Long.MAX_VALUE : Long.parseLong(path.substring(1));
          exchange.sendResponseHeaders(200, 0); // In chunks, so that nobody knows how many.
          try (var body = exchange.getResponseBody()) {
            for (; left > 0; left -= 1_000) {
              body.write(new byte[(int) Math.min(left, 1_000)]);
            }
          } catch (IOException e) {
            hungUp.countDown();
            throw e;
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private byte[] get(String path) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), head -> new BoundedBody(MAX_BYTES))
        .body();
  }

  @Test
  void getBody_ofTheLongestAnswer_isAllOfIt() throws Exception {
    assertThat(get("/100000")).hasSize(MAX_BYTES);
  }

  @Test
  void getBody_ofAByteMore_fails() {
    assertThatThrownBy(() -> get("/100001"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 100000 bytes");
  }

  @Test
  void getBody_withoutEnd_failsAndHangsUp() throws Exception {
    assertThatThrownBy(() -> get("/endless")).hasMessageContaining("more than 100000 bytes");

    assertThat(hungUp.await(5, TimeUnit.SECONDS)).isTrue();
  }
}
