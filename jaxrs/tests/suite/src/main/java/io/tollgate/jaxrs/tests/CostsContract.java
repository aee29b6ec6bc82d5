package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.OnLimit;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Toll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What calls cost. */
abstract class CostsContract extends ServedContract {

  CostsContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(Costly.class).set("tollgate.limits.default", "10/day");
  }

  /** Costs in different ways. */
  @Path("costs")
  public static class Costly {

    @GET
    @Path("light")
    @RateLimited(key = Key.GLOBAL)
    public String light() {
      return "got";
    }

    @GET
    @Path("heavy")
    @RateLimited(cost = 4, key = Key.GLOBAL)
    public String heavy() {
      return "got";
    }

    @GET
    @Path("function")
    @RateLimited(limit = 10, per = Per.DAY, key = Key.GLOBAL, costFunction = Rows.class)
    public String function() {
      return "got";
    }

    @GET
    @Path("settled")
    @RateLimited(limit = 100, per = Per.DAY, key = Key.GLOBAL, cost = 10, settle = true)
    public String settled(@Context Toll toll, @QueryParam("actual") long actual) {
      toll.settle(actual);
      return "got";
    }

    @GET
    @Path("later")
    @RateLimited(limit = 100, per = Per.DAY, key = Key.GLOBAL, cost = 10, settle = true)
    public void later(@Context Toll toll, @Suspended AsyncResponse response) {
      var worker =
          new Thread(
              () -> {
                try {
                  toll.settle(1);
                  response.resume("got");
                } catch (RuntimeException e) {
                  response.resume(e);
                }
              });
      worker.start();
    }

    @GET
    @Path("free")
    public String free(@Context Toll toll) {
      toll.settle(5);
      return "got";
    }

    @GET
    @Path("failing")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public Response failing(@QueryParam("status") int status) {
      return Response.status(status).entity("got").build();
    }

    @GET
    @Path("broken")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public Response broken() {
      throw new IllegalStateException("no mapper knows this");
    }

    @GET
    @Path("queue")
    @RateLimited(
        limit = 10,
        per = Per.SECOND,
        burst = 3,
        key = Key.GLOBAL,
        algorithm = Algorithm.LEAKY_BUCKET)
    public String queue() {
      return "got";
    }

    @GET
    @Path("wait")
    @RateLimited(limit = 10, burst = 1, key = Key.GLOBAL, onLimit = OnLimit.WAIT, maxWait = "5s")
    public String await() {
      return "got";
    }

    @GET
    @Path("nowait")
    @RateLimited(
        limit = 1,
        per = Per.HOUR,
        key = Key.GLOBAL,
        onLimit = OnLimit.WAIT,
        maxWait = "5s")
    public String awaitNotThatLong() {
      return "got";
    }
  }

  /** A call costs as much as it asks for. */
  public static final class Rows implements CostFunction {

    @Override
    public long cost(RequestView request) {
      return request.query("rows").map(Long::parseLong).orElse(1L);
    }
  }

  private static String left(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.headers().firstValue("RateLimit").orElse("").replaceAll(".*;r=|;t=.*", "");
  }

  @Test
  void cost_ofASharedBudget_weighsCallsAgainstEachOther() {
    assertThat(caller().calls(2, "costs/heavy")).isEqualTo("AA");
    assertThat(caller().calls(1, "costs/heavy")).isEqualTo("R");
    assertThat(caller().calls(3, "costs/light")).isEqualTo("AAR");
  }

  @Test
  void cost_byAFunction_isWhatItSays() {
    assertThat(caller().calls(1, "costs/function?rows=7")).isEqualTo("A");
    assertThat(caller().calls(1, "costs/function?rows=7")).isEqualTo("R");
    assertThat(caller().calls(2, "costs/function?rows=3")).isEqualTo("AR");
  }

  @Test
  void settle_withLess_givesTheDifferenceBack() {
    assertThat(left(caller().get("costs/settled?actual=3"))).isEqualTo("90");
    assertThat(left(caller().get("costs/settled?actual=20"))).isEqualTo("87");
    assertThat(left(caller().get("costs/settled?actual=10"))).isEqualTo("67");
  }

  @Test
  void settle_onAnotherThread_counts() {
    caller().get("costs/later");
    assertThat(left(caller().get("costs/later"))).isEqualTo("89");
  }

  @Test
  void settle_withoutLimits_doesNothing() {
    assertThat(caller().calls(1, "costs/free")).isEqualTo("A");
  }

  @Test
  void refundErrors_ofAServerError_givesTheTokensBack() {
    assertThat(caller().get("costs/failing?status=500").statusCode()).isEqualTo(500);
    assertThat(caller().get("costs/failing?status=503").statusCode()).isEqualTo(503);
    assertThat(caller().get("costs/failing?status=400").statusCode()).isEqualTo(400);
    assertThat(caller().get("costs/failing?status=200").statusCode()).isEqualTo(429);
  }

  /** Jersey answers before it looks at the response, so that the tokens may come a moment later. */
  @Test
  void refundErrors_ofAnExceptionWithoutMapper_givesTheTokensBack() {
    assertThat(caller().get("costs/broken").statusCode()).isEqualTo(500);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(caller().get("costs/broken").statusCode()).isEqualTo(500));
  }

  /** Three in a row cannot take less than two tenths of a second, however slow the machine. */
  @Test
  void leakyBucket_calls_leaveAtTheRate() {
    long begin = System.nanoTime();

    assertThat(caller().calls(3, "costs/queue")).isEqualTo("AAA");

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(199));
  }

  @Test
  void wait_calls_leaveAtTheRate() {
    long begin = System.nanoTime();

    assertThat(caller().calls(3, "costs/wait")).isEqualTo("AAA");

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(199));
  }

  @Test
  void wait_longerThanMayBe_isRefusedAtOnce() {
    assertThat(caller().calls(2, "costs/nowait")).isEqualTo("AR");
  }
}
