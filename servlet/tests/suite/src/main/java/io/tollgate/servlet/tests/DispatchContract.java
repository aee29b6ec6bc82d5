package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request pays once, whatever way it takes through the application. */
abstract class DispatchContract extends Chapter {

  DispatchContract(Host host) {
    super(host);
  }

  /** Sends requests elsewhere. */
  public static class Ways extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "ways", limit = 5, per = Per.HOUR, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      switch (request.getServletPath()) {
        case "/forward" -> request.getRequestDispatcher("/target").forward(request, response);
        case "/include" -> request.getRequestDispatcher("/target").include(request, response);
        case "/error" -> response.sendError(404, "not here");
        case "/failure" -> throw new ServletException("meant to fail");
        case "/async" -> request.startAsync().dispatch("/target");
        case "/asyncself" -> {
          if (request.getDispatcherType() == DispatcherType.ASYNC) {
            response.getOutputStream().print("got");
          } else {
            request.startAsync().dispatch();
          }
        }
        default -> response.getOutputStream().print("got");
      }
    }
  }

  /** Where they come out. */
  public static class Target extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "ways", limit = 5, per = Per.HOUR, key = Key.GLOBAL)
    @RateLimited(limit = 1, per = Per.HOUR, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("target");
    }
  }

  private static App app() {
    var ways = new Ways();
    var app = new App().asyncServlet("/target", new Target());
    for (var path : new String[] {"/forward", "/include", "/error", "/failure", "/async"}) {
      app.asyncServlet(path, new Ways());
    }
    return app.asyncServlet("/asyncself", ways)
        .asyncServlet("/plain", new Ways())
        .errorPage(404, "/target")
        .errorPage(500, "/target");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/forward", "/include", "/error", "/failure", "/async", "/asyncself"})
  void dispatch_ofAnyKind_isNotChargedAgain(String path) throws Exception {
    var wire = wire(app().types(EnumSet.allOf(DispatcherType.class)));
    for (int i = 0; i < 4; i++) {
      assertThat(wire.call("GET", path).status()).isIn(200, 404, 500);
    }

    assertThat(wire.call("GET", "/plain").header("RateLimit")).startsWith("\"ways\";r=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/forward", "/include", "/error", "/async", "/asyncself"})
  void dispatch_asTheFragmentMapsIt_isNotChargedAgain(String path) throws Exception {
    var wire = wire(app());
    for (int i = 0; i < 4; i++) {
      assertThat(wire.call("GET", path).status()).isIn(200, 404);
    }

    assertThat(wire.call("GET", "/plain").header("RateLimit")).startsWith("\"ways\";r=0");
  }

  @Test
  void filter_registeredTwice_chargesOnce() throws Exception {
    // One limiter for both, so that a second charge would show.
    try (var limiter = Limiter.local()) {
      var twice = app().gate(new TollgateFilter(limiter)).filter(new TollgateFilter(limiter));
      var wire = wire(twice);

      assertThat(get(wire, "/plain", 6)).isEqualTo("AAAAAR");
      var answer = wire.call("GET", "/plain");
      assertThat(answer.headers().get("RateLimit")).hasSize(1);
    }
  }

  @Test
  void filter_thatComesTwiceInAChain_chargesOnce() throws Exception {
    var filter = new TollgateFilter();
    // The container starts it once, and calls it twice; in between the request is wrapped.
    Filter again =
        (request, response, chain) ->
            filter.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request), response, chain);
    var wire = wire(app().gate(filter).filter(again));

    assertThat(get(wire, "/plain", 6)).isEqualTo("AAAAAR");
  }

  /** Says what its calls have cost, in the end or after they were sent on. */
  public static class Settling extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "rows", limit = 100, per = Per.HOUR, cost = 10, settle = true)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getServletPath().equals("/async")
          && request.getDispatcherType() == DispatcherType.REQUEST) {
        request.startAsync().dispatch();
        return;
      }
      TollgateFilter.toll(request).settle(3);
      response.getOutputStream().print("settled");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/direct", "/async"})
  void toll_ofARequest_isSettled(String path) throws Exception {
    var app = new App().servlet("/direct", new Settling()).asyncServlet("/async", new Settling());
    var wire = wire(app);

    wire.call("GET", path);
    assertThat(wire.call("GET", path).header("RateLimit")).startsWith("\"rows\";r=87;");
  }

  @Test
  void toll_whereNothingIsToBeSettled_refusesWhatNoCallCanCost() throws Exception {
    var thrown = new ArrayList<String>();
    var servlet =
        new HttpServlet() {
          private static final long serialVersionUID = 1;

          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            TollgateFilter.toll(request).settle(3);
            try {
              TollgateFilter.toll(request).settle(-1);
            } catch (IllegalArgumentException e) {
              thrown.add(e.getMessage());
            }
          }
        };
    wire(new App().servlet("/", servlet)).call("GET", "/");

    assertThat(thrown).containsExactly("a call cannot cost -1 tokens; settle with 0 or more");
  }

  @Test
  void refusal_comesFromTheFilterAndReachesNobody() throws Exception {
    int[] seen = new int[1];
    var app = app().servlet("/counted", new Counted(seen));
    app.set("tollgate.rules.counted.path", "/counted").set("tollgate.rules.counted.limit", "1/h");
    var wire = wire(app);

    assertThat(row(3, () -> wire.call("POST", "/counted"))).isEqualTo("ARR");
    assertThat(seen[0]).isEqualTo(1);
  }

  /** Counts its calls. */
  public static class Counted extends HttpServlet {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // Nobody writes it anywhere.
    private final int[] seen;

    Counted(int[] seen) {
      this.seen = seen;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
      seen[0]++;
    }
  }

  @Test
  void user_ofAnEarlierFilter_pays() throws Exception {
    Filter authentication =
        (request, response, chain) ->
            chain.doFilter(new SignedIn((HttpServletRequest) request), response);
    var app = new App().filter(authentication).servlet("/*", new Plain());
    app.set("tollgate.rules.all.path", "/*").set("tollgate.rules.all.limit", "1/h");
    app.set("tollgate.rules.all.key", "user");
    var wire = wire(app);

    assertThat(row(2, () -> wire.call("GET", "/", "X-User: alice"))).isEqualTo("AR");
    assertThat(row(2, () -> wire.call("GET", "/", "X-User: bob"))).isEqualTo("AR");
  }

  @Test
  void requests_onOneConnection_haveEachTheirOwnPassage() throws Exception {
    var running = start(app());
    try (var wire = new Wire(running.port())) {
      assertThat(get(wire, "/plain", 5)).isEqualTo("AAAAA");
      assertThat(wire.call("GET", "/plain").status()).isEqualTo(429);
    }
  }
}
