package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Key;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Bad inputs: numbers and time. */
abstract class NumberInputsContract extends InputsContract {

  NumberInputsContract(Host host) {
    super(host);
  }

  /** Odd numbers. */
  @Path("numbers")
  public static class Numbers {

    /** Costs nothing. */
    @GET
    @Path("nothing")
    @RateLimited(bucket = "few", cost = 0, key = Key.GLOBAL)
    public String nothing() {
      return "ok";
    }

    /** Draws on the same bucket. */
    @GET
    @Path("one")
    @RateLimited(bucket = "few", limit = 1, per = Per.HOUR, key = Key.GLOBAL)
    public String one() {
      return "ok";
    }

    /** Costs what the query says, however odd. */
    @GET
    @Path("any")
    @RateLimited(limit = 3, per = Per.HOUR, costFunction = ResourceInputsContract.BySize.class)
    public String any() {
      return "ok";
    }

    /** Is closed. */
    @GET
    @Path("none")
    @RateLimited(limit = 0, per = Per.MINUTE)
    public String none() {
      return "ok";
    }

    /** Has a window that its settings state. */
    @GET
    @Path("window")
    @RateLimited(bucket = "window")
    public String window() {
      return "ok";
    }
  }

  /** For many threads. */
  @Path("thousand")
  public static class Thousand {

    /** Counts everybody. */
    @GET
    @RateLimited(limit = 1_000, per = Per.HOUR, key = Key.GLOBAL)
    public String get() {
      return "ok";
    }
  }

  private static App numbers() {
    return new App(Numbers.class).set("tollgate.limits.window", "3/1500ms");
  }

  @Test
  void d26_costZero_takesNothing() throws Exception {
    var wire = wire(numbers());

    assertThat(row(20, () -> wire.call("GET", "/numbers/nothing"))).isEqualTo("A".repeat(20));
    assertThat(row(2, () -> wire.call("GET", "/numbers/one"))).isEqualTo("AR");
    assertThat(row(2, () -> wire.call("GET", "/numbers/nothing"))).isEqualTo("AA");
  }

  @Test
  void d27_negativeCost_givesNoTokens() throws Exception {
    var wire = wire(numbers());

    assertThat(row(4, () -> wire.call("GET", "/numbers/any?size=-1000"))).isEqualTo("AAAR");
    assertThat(row(1, () -> wire.call("GET", "/numbers/any"))).isEqualTo("R");
  }

  @Test
  void d28_costAboveTheCapacity_neverFits() throws Exception {
    var wire = wire(numbers());

    var refused = wire.call("GET", "/numbers/any?size=4");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("Retry-After")).isFalse();
    assertThat(refused.body()).contains("can never fit");
    assertThat(row(1, () -> wire.call("GET", "/numbers/any?size=3"))).isEqualTo("A");
  }

  @Test
  void d28_costThatIsNoNumber_paysTheDeclaredOne() throws Exception {
    var wire = wire(numbers());

    assertThat(row(4, () -> wire.call("GET", "/numbers/any?size=99999999999999999999")))
        .isEqualTo("AAAR");
  }

  @Test
  void d29_limitZero_isAlwaysRefused() throws Exception {
    var wire = wire(numbers());

    var refused = wire.call("GET", "/numbers/none");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"Numbers.none\";q=0;w=60");
    assertThat(refused.has("Retry-After")).isFalse();
  }

  @Test
  void d30_windowOfSecondAndAHalf_isNotStatedAsAWholeNumberThatItIsNot() throws Exception {
    var wire = wire(numbers());

    assertThat(wire.call("GET", "/numbers/window").header("RateLimit-Policy"))
        .isEqualTo("\"window\";q=3");
  }

  @Test
  void d31_shortWait_isOneSecond() throws Exception {
    var wire = wire(numbers());
    assertThat(row(3, () -> wire.call("GET", "/numbers/window"))).isEqualTo("AAA");

    var refused = wire.call("GET", "/numbers/window");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
  }

  /** With a name that a header field cannot hold. */
  @Path("quoted")
  public static class Quoted {

    @GET
    @RateLimited(bucket = "a\"b", limit = 5, per = Per.MINUTE)
    public String get() {
      return "ok";
    }
  }

  @Test
  void d32_nameThatAFieldCannotHold_stopsTheStart() {
    for (var app :
        List.of(
            new App(Quoted.class),
            new App(Numbers.class)
                .set("tollgate.limits.window", "5/min")
                .set("tollgate.limits.\"a\\b\"", "5/min"))) {
      assertThatThrownBy(() -> start(app))
          .hasStackTraceContaining("printable ASCII without quote and backslash");
    }
  }

  @Test
  void d35_thirtyTwoThreadsOnAFrozenClock_admitExactlyTheLimit() throws Exception {
    var frozen = new LocalBackend(/* maxKeys= */ 10, () -> 0, () -> Instant.EPOCH);
    var feature = new TollgateFeature(Limiter.builder().local(frozen).build());
    var running = start(new App(Thousand.class).with(feature));
    var threads = Executors.newFixedThreadPool(32);
    closing(threads::shutdownNow);

    Callable<String> caller =
        () -> {
          try (var wire = new Wire(running.port())) {
            return row(40, () -> wire.call("GET", "/thousand"));
          }
        };
    var rows = threads.invokeAll(Collections.nCopies(32, caller));

    long admitted = 0;
    for (var row : rows) {
      admitted += row.get().chars().filter(c -> c == 'A').count();
    }
    assertThat(admitted).isEqualTo(1_000);
  }
}
