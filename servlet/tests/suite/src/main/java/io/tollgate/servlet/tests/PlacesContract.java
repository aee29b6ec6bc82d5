package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.Key;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many calls may be under way, and when a call is over. */
abstract class PlacesContract extends Chapter {

  PlacesContract(Host host) {
    super(host);
  }

  /** Takes until the test lets it end; one call at a time. */
  public static class Slow extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Semaphore begun = new Semaphore(0);
    private final transient CountDownLatch end = new CountDownLatch(1);

    void awaitBegin() throws InterruptedException {
      assertThat(begun.tryAcquire(20, TimeUnit.SECONDS)).as("the call began").isTrue();
    }

    private void work() {
      begun.release();
      try {
        assertThat(end.await(20, TimeUnit.SECONDS)).as("the test ended the call").isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      switch (String.valueOf(request.getPathInfo())) {
        case "/held" -> {
          work();
          response.getOutputStream().print("got");
        }
        case "/async" -> {
          var context = request.startAsync();
          new Thread(
                  () -> {
                    work();
                    context.complete();
                  })
              .start();
        }
        case "/dispatched" -> {
          if (request.getDispatcherType() == DispatcherType.REQUEST) {
            var context = request.startAsync();
            new Thread(
                    () -> {
                      work();
                      context.dispatch();
                    })
                .start();
          } else if (request.getAttribute("again") == null) {
            // A second round, which drops the listeners of the first.
            request.setAttribute("again", true);
            request.startAsync().dispatch();
          } else {
            response.getOutputStream().print("got");
          }
        }
        case "/timeout" -> request.startAsync().setTimeout(100);
        case "/failing" -> throw new IllegalStateException("meant to fail");
        case "/error" -> response.sendError(503);
        default -> response.getOutputStream().print("got");
      }
    }
  }

  private static App app(Slow slow) {
    return new App().asyncServlet("/slow/*", slow);
  }

  /** The end of a call may come shortly after its response. */
  private static void awaitPlace(Host.Running running) {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              try (var wire = new Wire(running.port())) {
                assertThat(wire.call("GET", "/slow/text").status()).isEqualTo(200);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "async", "dispatched"})
  void call_whileAnotherIsUnderWay_isRefused(String kind) throws Exception {
    var slow = new Slow();
    var running = start(app(slow));
    try (var first = new Wire(running.port());
        var second = new Wire(running.port())) {
      first.write("GET", "/slow/" + kind);
      slow.awaitBegin();
      var refused = second.call("GET", "/slow/text");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.has("Retry-After")).isTrue();
      slow.end.countDown();
      assertThat(first.read(/* hasBody= */ true).status()).isEqualTo(200);
    }
    awaitPlace(running);
  }

  @ParameterizedTest
  @CsvSource({"text, 200", "failing, 500", "error, 503", "timeout, 500"})
  void place_afterTheCall_comesBack(String kind, int status) throws Exception {
    var running = start(app(new Slow()));
    for (int i = 0; i < 3; i++) {
      awaitPlace(running);
      try (var wire = new Wire(running.port())) {
        assertThat(wire.call("GET", "/slow/" + kind).status()).isIn(status, 429);
      }
    }
    awaitPlace(running);
  }

  @Test
  void place_afterHead_comesBack() throws Exception {
    var running = start(app(new Slow()));
    try (var wire = new Wire(running.port())) {
      assertThat(wire.call("HEAD", "/slow/text").status()).isEqualTo(200);
    }
    awaitPlace(running);
  }

  /** One call at a time, and one every three seconds. */
  public static class Paced extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(
        limit = 1,
        every = 3,
        burst = 9,
        key = Key.GLOBAL,
        algorithm = Algorithm.LEAKY_BUCKET)
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("got");
    }
  }

  /** Ends requests that wait, as the query says. */
  private static void endWaiting(ServletRequest request) throws IOException {
    switch (String.valueOf(((HttpServletRequest) request).getQueryString())) {
      case "complete" -> request.getAsyncContext().complete();
      case "timeout" -> request.getAsyncContext().setTimeout(1);
      case "error" -> throw new IOException("meant to fail");
      default -> {}
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "timeout", "error"})
  void place_ofARequestThatEndsWhileItWaits_comesBack(String end) throws Exception {
    var ended = new AtomicInteger();
    Filter ending =
        (request, response, chain) -> {
          chain.doFilter(request, response);
          if (request.isAsyncStarted()) {
            ended.incrementAndGet();
            endWaiting(request);
          }
        };
    var running = start(new App().filter(ending).servlet("/paced", new Paced()));
    try (var wire = new Wire(running.port())) {
      wire.call("GET", "/paced");
    }
    try (var wire = new Wire(running.port())) {
      wire.write("GET", "/paced?" + end);
      await().atMost(Duration.ofSeconds(20)).until(() -> ended.get() == 1);
    }

    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              try (var wire = new Wire(running.port())) {
                assertThat(wire.call("GET", "/paced").status()).isEqualTo(200);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"held", "async", "dispatched"})
  void place_ofAClientThatLeft_comesBack(String kind) throws Exception {
    var slow = new Slow();
    var running = start(app(slow));
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
      var request = "GET /slow/" + kind + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      slow.awaitBegin();
      socket.setSoLinger(true, 0); // Resets the connection instead of closing it in order.
    }
    slow.end.countDown();
    awaitPlace(running);
  }
}
