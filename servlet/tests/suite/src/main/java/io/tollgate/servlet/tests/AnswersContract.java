package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.Phase;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers are told, and what is given back. */
abstract class AnswersContract extends Chapter {

  AnswersContract(Host host) {
    super(host);
  }

  /** Has two tokens. */
  public static class Two extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("got");
    }
  }

  /** Costs what it turns out to cost. */
  public static class Settled extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 10, per = Per.DAY, cost = 5, settle = true, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      TollgateFilter.toll(request).settle(1);
      response.getOutputStream().print("got");
    }
  }

  /** Fails, and gives back. */
  public static class Failing extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 1, per = Per.DAY, refundErrors = true, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      var way = String.valueOf(request.getQueryString());
      switch (way) {
        case "status" -> response.setStatus(503);
        case "error" -> response.sendError(500);
        case "exception" -> throw new IllegalStateException("meant to fail");
        case "async" -> {
          var context = request.startAsync();
          context.start(
              () -> {
                response.setStatus(500);
                context.complete();
              });
        }
        case "left" -> {
          response.setContentLength(3);
          response.getOutputStream().print("got");
          response.flushBuffer();
          throw new IOException("meant to fail, as if the client did not take the rest");
        }
        default -> response.setStatus(400);
      }
    }
  }

  /** Has a limit before authentication. */
  public static class Door extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 3, per = Per.DAY, key = Key.IP, phase = Phase.BEFORE_AUTHENTICATION)
    @RateLimited(limit = 2, per = Per.DAY, key = Key.CLIENT)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("got");
    }
  }

  @Test
  void fields_ofASuccess_tellWhatIsLeft() throws Exception {
    var answer = wire(new App().servlet("/two", new Two())).call("GET", "/two");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"Two.doGet\";q=2;w=86400");
    assertThat(answer.header("RateLimit")).startsWith("\"Two.doGet\";r=1;t=");
    assertThat(answer.has("Retry-After")).isFalse();
  }

  @Test
  void refusal_hasFieldsAndAProblem() throws Exception {
    var wire = wire(new App().servlet("/two", new Two()));
    assertThat(get(wire, "/two", 2)).isEqualTo("AA");

    var answer = wire.call("GET", "/two");
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(Long.parseLong(answer.header("Retry-After"))).isBetween(43_000L, 43_200L);
    assertThat(answer.header("RateLimit")).startsWith("\"Two.doGet\";r=0;t=");
    assertThat(answer.body())
        .contains("#quota-exceeded\"", "\"violated-policies\":[\"Two.doGet\"]");

    var head = wire.call("HEAD", "/two");
    assertThat(head.status()).isEqualTo(429);
    assertThat(head.has("RateLimit")).isTrue();
    assertThat(head.has("Retry-After")).isTrue();
    assertThat(wire.call("GET", "/two").status()).as("what follows HEAD").isEqualTo(429);
  }

  @Test
  void mode_shadow_refusesNothing() throws Exception {
    var wire = wire(new App().servlet("/two", new Two()).set("tollgate.mode", "shadow"));

    assertThat(get(wire, "/two", 4)).isEqualTo("AAAA");
  }

  @Test
  void mode_off_asksNothingAndTellsNothing() throws Exception {
    var wire = wire(new App().servlet("/two", new Two()).set("tollgate.mode", "off"));

    assertThat(get(wire, "/two", 4)).isEqualTo("AAAA");
    assertThat(wire.call("GET", "/two").has("RateLimit")).isFalse();
  }

  @Test
  void headers_otherDialect_areWritten() throws Exception {
    var wire = wire(new App().servlet("/two", new Two()).set("tollgate.headers", "xdelta"));

    assertThat(wire.call("GET", "/two").header("X-RateLimit-Remaining")).isEqualTo("1");
  }

  @Test
  void toll_settledWithLess_givesBack() throws Exception {
    var wire = wire(new App().servlet("/settled", new Settled()));

    assertThat(get(wire, "/settled", 7)).isEqualTo("AAAAAAR");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "error", "exception", "async"})
  void refund_ofAServerError_comesBack(String way) throws Exception {
    var running = start(new App().asyncServlet("/failing", new Failing()));
    for (int i = 0; i < 4; i++) {
      // The end of a call may come shortly after its response.
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(10))
          .untilAsserted(
              () -> {
                try (var wire = new Wire(running.port())) {
                  assertThat(wire.call("GET", "/failing?" + way).status()).isIn(500, 503);
                }
              });
    }
  }

  @Test
  void refund_ofAResponseThatTheClientDoesNotTake_doesNotCome() throws Exception {
    var ended = new Semaphore(0);
    Filter outer =
        (request, response, chain) -> {
          try {
            chain.doFilter(request, response);
          } finally {
            ended.release();
          }
        };
    var running = start(new App().filter(outer).asyncServlet("/failing", new Failing()));
    try (var wire = new Wire(running.port())) {
      assertThat(wire.call("GET", "/failing?left").status()).isEqualTo(200);
    }
    assertThat(ended.tryAcquire(20, TimeUnit.SECONDS)).as("the call is over").isTrue();

    try (var wire = new Wire(running.port())) {
      assertThat(wire.call("GET", "/failing").status()).isEqualTo(429);
    }
  }

  @Test
  void refund_ofAMistakeOfTheClient_doesNotCome() throws Exception {
    var wire = wire(new App().asyncServlet("/failing", new Failing()));

    assertThat(wire.call("GET", "/failing").status()).isEqualTo(400);
    assertThat(wire.call("GET", "/failing").status()).isEqualTo(429);
  }

  @Test
  void phases_bothAreAskedAndTheEarlyOneIsKept() throws Exception {
    var wire = wire(new App().servlet("/door", new Door()));

    assertThat(get(wire, "/door", 3)).isEqualTo("AAR");
    var refused = wire.call("GET", "/door");
    assertThat(refused.body()).contains("\"violated-policies\":[\"Door.doGet\"]");
  }

  @ParameterizedTest
  @CsvSource({"X-Forwarded-For, 9.9.9.9", "Forwarded, for=9.9.9.9", "X-Real-IP, 9.9.9.9"})
  void address_thatTheClientStates_isNotBelieved(String header, String value) throws Exception {
    var app = new App().servlet("/*", new Plain()).set("tollgate.rules.all.path", "/*");
    app.set("tollgate.rules.all.limit", "1/h").set("tollgate.rules.all.key", "ip");
    var wire = wire(app);

    assertThat(row(1, () -> wire.call("GET", "/"))).isEqualTo("A");
    assertThat(row(1, () -> wire.call("GET", "/", header + ": " + value))).isEqualTo("R");
  }
}
