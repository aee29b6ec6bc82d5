package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tollgate.Key;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.Unlimited;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits on servlets and their methods. */
abstract class AnnotationsContract extends Chapter {

  private final Host host;

  AnnotationsContract(Host host) {
    super(host);
    this.host = host;
  }

  private static void answer(HttpServletResponse response) throws IOException {
    response.getOutputStream().print("got");
  }

  /** With limits on methods and on the class. */
  @RateLimited(limit = 4, per = Per.HOUR, key = Key.GLOBAL, bucket = "orders")
  public static class Orders extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 2, per = Per.HOUR, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(response);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(response);
    }

    @Override
    @Unlimited
    protected void doDelete(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(response);
    }
  }

  /** Overrides what is limited farther up. */
  public static class MoreOrders extends Orders {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(response);
    }
  }

  /** Without methods for those of HTTP. */
  @RateLimited(limit = 2, per = Per.HOUR, key = Key.GLOBAL)
  public static class Old extends GenericServlet {
    private static final long serialVersionUID = 1;

    @Override
    public void service(ServletRequest request, ServletResponse response) throws IOException {
      response.getOutputStream().print("got");
    }
  }

  /** Has methods that are called like those for HTTP, and are none. */
  public static class Helped extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 2, per = Per.HOUR, key = Key.GLOBAL)
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      doProcess(request, response);
    }

    /** Does the work. */
    protected void doProcess(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(response);
    }
  }

  /** Costs more than there ever is, and limits HEAD alone. */
  public static class Mistaken extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 20, per = Per.DAY, cost = 30)
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {}

    @Override
    @RateLimited(limit = 20, per = Per.DAY)
    protected void doHead(HttpServletRequest request, HttpServletResponse response) {}
  }

  /** Has a limit that would hold for some methods only. */
  public static class Halfway extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 20, per = Per.DAY)
    protected void service(HttpServletRequest request, HttpServletResponse response) {}

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {}
  }

  @Test
  void limit_ofAMethod_holdsBesideThatOfItsClass() throws Exception {
    var wire = wire(new App().servlet("/orders", new Orders()));

    assertThat(get(wire, "/orders", 3)).isEqualTo("AAR");
    assertThat(row(3, () -> wire.call("POST", "/orders"))).isEqualTo("AAR");
    assertThat(row(9, () -> wire.call("DELETE", "/orders"))).isEqualTo("A".repeat(9));
  }

  @Test
  void limit_ofASuperclass_holds() throws Exception {
    var wire = wire(new App().servlet("/orders", new MoreOrders()));

    assertThat(get(wire, "/orders", 3)).isEqualTo("AAR");
  }

  @Test
  void limit_ofAServletWithoutHttpMethods_holdsForAll() throws Exception {
    var wire = wire(new App().servlet("/old", new Old()));

    assertThat(get(wire, "/old", 1)).isEqualTo("A");
    assertThat(row(2, () -> wire.call("POST", "/old"))).isEqualTo("AR");
  }

  @Test
  void method_thatOnlyHelps_isNoMethodOfHttp() throws Exception {
    var wire = wire(new App().servlet("/helped", new Helped()));

    assertThat(row(1, () -> wire.call("PROCESS", "/helped"))).isEqualTo("A");
    assertThat(get(wire, "/helped", 2)).isEqualTo("AR");
    assertThat(row(1, () -> wire.call("PROCESS", "/helped"))).isEqualTo("R");
  }

  @Test
  void method_thatTheServletDoesNotHave_isNotCharged() throws Exception {
    var wire = wire(new App().servlet("/orders", new Orders()));

    assertThat(row(9, () -> wire.call("OPTIONS", "/orders"))).isEqualTo("A".repeat(9));
    assertThat(wire.call("POST", "/orders").header("RateLimit")).contains("r=3");
  }

  @Test
  void servlets_withoutLimits_passAndTellNothing() throws Exception {
    var wire = wire(new App().servlet("/orders", new Orders()).servlet("/plain", new Plain()));

    var answer = wire.call("GET", "/plain");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.has("RateLimit")).isFalse();
  }

  private List<String> messagesOfStarting(App app) {
    var thrown = catchThrowable(() -> host.start(app).close());
    assertThat(thrown).as("the start").isNotNull();
    var messages = new ArrayList<String>();
    for (@Nullable Throwable at = thrown; at != null; at = at.getCause()) {
      messages.add(String.valueOf(at.getMessage()));
    }
    return messages;
  }

  @Test
  void mistakes_ofAllKinds_stopTheStartTogether() {
    var app =
        new App()
            .servlet("/mistaken", new Mistaken())
            .servlet("/halfway", new Halfway())
            .set("tollgate.rules.dear.path", "/dear")
            .set("tollgate.rules.dear.limit", "5/min")
            .set("tollgate.rules.dear.cost", "6");

    assertThat(messagesOfStarting(app))
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("on Mistaken.doGet: cost exceeds the burst of 20; raise burst")
                    .contains(
                        "Mistaken.doHead: HEAD counts as GET; put the limits on Mistaken.doGet")
                    .contains("Halfway.service: limits here would not hold where doPost answers")
                    .contains("tollgate.rules.dear: cost exceeds the burst of 5; raise burst"));
  }

  @Test
  void setting_thatIsUnknown_stopsTheStart() {
    assertThat(messagesOfStarting(new App().set("tollgate.mood", "off")))
        .anySatisfy(message -> assertThat(message).contains("tollgate.mood", "tollgate.mode"));
  }

  @Test
  void limiter_ofTheApplication_decides() throws Exception {
    try (var limiter = Limiter.local()) {
      limiter.decide(Limit.of(2).per(Per.HOUR).named("Orders.doGet"), "all", 2);
      var app = new App().gate(new TollgateFilter(limiter)).servlet("/orders", new Orders());

      assertThat(get(wire(app), "/orders", 1)).isEqualTo("R");
    }
  }
}
