package io.tollgate.servlet.tests.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.tests.Wire;
import io.tollgate.servlet.TollgateFilter;
import io.tollgate.servlet.tests.App;
import io.tollgate.servlet.tests.Host;
import io.tollgate.servlet.tests.WithoutRest;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What a request has paid is kept with it where somebody may ask for it, and only there. */
final class KeptPassageIT {

  /** Answers how many attributes of ours its request has. */
  public static class Counting extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "counting", limit = 5, per = Per.HOUR)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      long ours =
          Collections.list(request.getAttributeNames()).stream()
              .filter(name -> name.startsWith("io.tollgate."))
              .count();
      response.getOutputStream().print(ours);
    }
  }

  /** The same, where the charge may be corrected. */
  public static final class Settling extends Counting {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "settling", limit = 5, per = Per.HOUR, settle = true)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      super.doGet(request, response);
    }
  }

  private static App app() {
    return new App().servlet("/counting", new Counting()).servlet("/settling", new Settling());
  }

  private static String attributes(Host host, App app, String path) throws Exception {
    try (var running = host.start(app);
        var wire = new Wire(running.port())) {
      return wire.call("GET", path).body();
    }
  }

  @Test
  void passage_ofTheOnlyAdapter_isNotKept() throws Exception {
    assertThat(attributes(new JettyHost(new WithoutRest()), app(), "/counting")).isEqualTo("0");
  }

  @Test
  void passage_thatMayBeCorrected_isKept() throws Exception {
    assertThat(attributes(new JettyHost(new WithoutRest()), app(), "/settling")).isEqualTo("1");
  }

  @Test
  void passage_whereJakartaRestIsAtHand_isKept() throws Exception {
    assertThat(attributes(new JettyHost(), app(), "/counting")).isEqualTo("1");
  }

  @Test
  void passage_whereASecondFilterComes_isKept() throws Exception {
    var app = app().filter(new TollgateFilter());

    assertThat(attributes(new JettyHost(new WithoutRest()), app, "/counting")).isEqualTo("1");
  }
}
