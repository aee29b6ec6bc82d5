package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Algorithm;
import io.tollgate.ConcurrencyLimited;
import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.OnLimit;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.Toll;
import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls cost. */
abstract class CostsContract extends ServedContract {

  CostsContract(Host host) {
    super(host);
  }

  @Override
  App application() {
    return new App(
            Costly.class,
            TollInField.class,
            TollInConstructor.class,
            LateFailure.class,
            FailingMapper.class)
        .set("tollgate.limits.default", "10/day");
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
      settleLater(toll, response);
    }

    @GET
    @Path("free")
    public String free(@Context Toll toll, @QueryParam("actual") long actual) {
      toll.settle(actual);
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
    @Path("mismapped")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public Response mismapped() {
      throw new UnsupportedOperationException("its mapper fails");
    }

    @GET
    @Path("resumed")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public void resumed(@Suspended AsyncResponse response) {
      new Thread(() -> response.resume(new IllegalStateException("no mapper knows this"))).start();
    }

    @GET
    @Path("unwritable")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public Object unwritable() {
      return new Rows();
    }

    @GET
    @Path("torn")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public StreamingOutput torn() {
      return output -> {
        throw new IllegalStateException("no mapper knows this");
      };
    }

    @GET
    @Path("cut")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL, bucket = "cut")
    public StreamingOutput cut() {
      return output -> {
        output.write(new byte[100_000]); // More than anybody keeps back.
        output.flush();
        throw new IOException("meant to fail, as if the client did not take the rest");
      };
    }

    @GET
    @Path("whencut")
    @ConcurrencyLimited(max = 1, key = Key.GLOBAL, bucket = "cut")
    public String whenCut() {
      return "got";
    }

    @GET
    @Path("late")
    @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL, refundErrors = true)
    public String late() {
      return "got";
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

  /** Fails when nearly all other filters have seen the response. */
  @Provider
  @Priority(100)
  public static final class LateFailure implements ContainerResponseFilter {

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      if (request.getUriInfo().getPath().endsWith("late")) {
        response.setStatus(503);
      }
    }
  }

  /** Fails at the failure that it is to answer. */
  @Provider
  public static final class FailingMapper
      implements ExceptionMapper<UnsupportedOperationException> {

    @Override
    public Response toResponse(UnsupportedOperationException failure) {
      throw new IllegalArgumentException("meant to fail", failure);
    }
  }

  /** Has its toll before the call comes to its limits. */
  @Path("field")
  @SuppressWarnings("NullAway.Init") // The implementation sets the field.
  public static class TollInField {

    @Context private Toll toll;

    @GET
    @RateLimited(limit = 100, per = Per.DAY, key = Key.GLOBAL, cost = 10, settle = true)
    public String settled(@QueryParam("actual") long actual) {
      toll.settle(actual);
      return "got";
    }

    @GET
    @Path("later")
    @RateLimited(limit = 100, per = Per.DAY, key = Key.GLOBAL, cost = 10, settle = true)
    public void later(@Suspended AsyncResponse response) {
      settleLater(toll, response);
    }

    @GET
    @Path("free")
    public String free(@QueryParam("actual") long actual) {
      toll.settle(actual);
      return "got";
    }
  }

  /** Is made with its toll. */
  @Path("constructor")
  public static class TollInConstructor {

    private final Toll toll;

    /** Made for each call. */
    public TollInConstructor(@Context Toll toll) {
      this.toll = toll;
    }

    @GET
    @RateLimited(limit = 100, per = Per.DAY, key = Key.GLOBAL, cost = 10, settle = true)
    public String settled(@QueryParam("actual") long actual) {
      toll.settle(actual);
      return "got";
    }

    @GET
    @Path("free")
    public String free(@QueryParam("actual") long actual) {
      toll.settle(actual);
      return "got";
    }
  }

  private static void settleLater(Toll toll, AsyncResponse response) {
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

  @ParameterizedTest
  @ValueSource(strings = {"costs/settled", "field", "constructor"})
  void settle_withLess_givesTheDifferenceBack(String path) {
    assertThat(left(caller().get(path + "?actual=3"))).isEqualTo("90");
    assertThat(left(caller().get(path + "?actual=20"))).isEqualTo("87");
    assertThat(left(caller().get(path + "?actual=10"))).isEqualTo("67");
  }

  @ParameterizedTest
  @ValueSource(strings = {"costs/later", "field/later"})
  void settle_onAnotherThread_counts(String path) {
    caller().get(path);
    assertThat(left(caller().get(path))).isEqualTo("89");
  }

  @ParameterizedTest
  @ValueSource(strings = {"costs/free", "field/free", "constructor/free"})
  void settle_withoutLimits_onlyChecksTheNumber(String path) {
    assertThat(caller().get(path + "?actual=5").statusCode()).isEqualTo(200);
    assertThat(caller().get(path + "?actual=-1").statusCode()).isEqualTo(500);
  }

  @Test
  void refundErrors_ofAServerError_givesTheTokensBack() {
    assertThat(caller().get("costs/failing?status=500").statusCode()).isEqualTo(500);
    assertThat(caller().get("costs/failing?status=503").statusCode()).isEqualTo(503);
    assertThat(caller().get("costs/failing?status=400").statusCode()).isEqualTo(400);
    assertThat(caller().get("costs/failing?status=200").statusCode()).isEqualTo(429);
  }

  /** Jersey answers before it looks at the response, so that the tokens may come a moment later. */
  @ParameterizedTest
  @CsvSource({
    "broken, 500",
    "mismapped, 500",
    "resumed, 500",
    "unwritable, 500",
    "torn, 500",
    "late, 503"
  })
  void refundErrors_howeverACallFails_givesTheTokensBack(String kind, int status) {
    assertThat(caller().get("costs/" + kind).statusCode()).isEqualTo(status);
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> assertThat(caller().get("costs/" + kind).statusCode()).isEqualTo(status));
  }

  @Test
  void refundErrors_ofAResponseThatTheClientDoesNotTake_givesNothingBack() throws Exception {
    assertThat(caller().statusFrom(/* from= */ 1, "costs/cut")).contains(" 200 ");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(caller().get("costs/whencut").statusCode()).isEqualTo(200));
    assertThat(caller().get("costs/cut").statusCode()).isEqualTo(429);
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
