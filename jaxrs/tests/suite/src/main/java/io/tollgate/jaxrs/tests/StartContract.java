package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tollgate.Key;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens when an application starts. */
abstract class StartContract {

  private final Host host;

  StartContract(Host host) {
    this.host = host;
  }

  /** Without mistakes. */
  @Path("good")
  public static class Good {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  /** Costs more than there ever is. */
  @Path("dear")
  public static class TooDear {

    @GET
    @RateLimited(limit = 20, per = Per.DAY, cost = 30)
    public String get() {
      return "got";
    }
  }

  /** With a key that says nothing. */
  @Path("odd")
  public static class OddKey {

    @GET
    @RateLimited(limit = 20, per = Per.DAY, by = "moon:phase")
    public String get() {
      return "got";
    }
  }

  /** With a limit that would not hold. */
  @Path("head")
  public static class LimitedHead {

    @GET
    public String get() {
      return "got";
    }

    @HEAD
    @RateLimited(limit = 20, per = Per.DAY)
    public Response head() {
      return Response.ok().build();
    }
  }

  /** With a mistake behind a locator. */
  @Path("behind")
  public static class Leading {

    @Path("sub")
    public NegativeCost sub() {
      return new NegativeCost();
    }
  }

  /** Would put tokens in. */
  public static class NegativeCost {

    @GET
    @RateLimited(limit = 20, per = Per.DAY, cost = -1)
    public String get() {
      return "got";
    }
  }

  private List<String> messagesOfStarting(App application) {
    var thrown = catchThrowable(() -> host.start(application).close());
    assertThat(thrown).as("the start").isNotNull();
    var messages = new ArrayList<String>();
    for (@Nullable Throwable at = thrown; at != null; at = at.getCause()) {
      messages.add(String.valueOf(at.getMessage()));
    }
    return messages;
  }

  @Test
  void mistakes_ofAnnotationsRulesAndSettings_stopTheStartTogether() {
    var messages =
        messagesOfStarting(
            new App(Good.class, TooDear.class, OddKey.class, LimitedHead.class, Leading.class)
                .set("tollgate.rules.dear.path", "/good")
                .set("tollgate.rules.dear.limit", "5/min")
                .set("tollgate.rules.dear.cost", "6")
                .set("tollgate.mood", "off"));
    assertThat(messages)
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("on TooDear.get: cost exceeds the burst of 20")
                    .contains("on OddKey.get: \"moon:phase\"")
                    .contains("on NegativeCost.get: cost is negative")
                    .contains("LimitedHead.head: HEAD counts as GET; put the limits on")
                    .contains("tollgate.rules.dear: cost exceeds the burst of 5")
                    .contains("tollgate.mood is not a setting; did you mean tollgate.mode?")
                    .doesNotContain("Good"));
  }

  @Test
  void mistakes_ofSettingsAlone_stopTheStart() {
    var messages = messagesOfStarting(new App(Good.class).set("tollgate.mood", "off"));
    assertThat(messages)
        .anySatisfy(message -> assertThat(message).contains("tollgate.mood", "tollgate.mode"));
  }

  @Test
  void backend_thatCannotBeMade_stopsTheStart() {
    var messages = messagesOfStarting(new App(Good.class).set("tollgate.backend", "broken"));
    assertThat(messages)
        .anySatisfy(message -> assertThat(message).contains(BrokenBackends.MESSAGE));
  }

  @Test
  void start_withTheJarOnTheClassPath_putsLimitsInForce() throws Exception {
    try (var running = host.start(new App(Good.class))) {
      assertThat(new Caller(running).calls(3, "good")).isEqualTo("AAR");
    }
  }

  @Test
  void feature_registeredTwice_chargesOnce() throws Exception {
    var application = new App(Good.class).with(TollgateFeature.class).with(new TollgateFeature());
    try (var running = host.start(application)) {
      assertThat(new Caller(running).calls(3, "good")).isEqualTo("AAR");
    }
  }

  @Test
  void limiter_ofTheApplication_decides() throws Exception {
    try (var limiter = Limiter.local();
        var running = host.start(new App(Good.class).with(new TollgateFeature(limiter)))) {
      limiter.decide(Limit.of(2).per(Per.DAY).named("Good.get"), "all", 2);
      assertThat(new Caller(running).calls(1, "good")).isEqualTo("R");
    }
  }

  @Test
  void clients_inTheSameProcess_areLeftAlone() throws Exception {
    try (var running = host.start(new App(Good.class));
        var client = ClientBuilder.newClient()) {
      var target = client.target("http://127.0.0.1:" + running.port() + "/good");
      assertThat(target.request().get(String.class)).isEqualTo("got");
      assertThat(client.getConfiguration().isRegistered(TollgateFeature.class)).isFalse();
    }
  }
}
