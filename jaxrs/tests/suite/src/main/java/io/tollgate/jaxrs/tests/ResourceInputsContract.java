package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs: which resource. */
abstract class ResourceInputsContract extends InputsContract {

  ResourceInputsContract(Host host) {
    super(host);
  }

  /** Costs what the request says that it does. */
  public static class BySize implements CostFunction {
    @Override
    public long cost(RequestView request) {
      return Long.parseLong(request.query("size").orElse("1"));
    }
  }

  /** Operations that cost as many tokens as they are. */
  @Path("batch")
  public static class Batch {

    /** Does them. */
    @POST
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.IP, costFunction = BySize.class)
    public String run() {
      return "done";
    }
  }

  @Test
  void b10_pathsOfOneTemplate_areOneBucket() throws Exception {
    var wire = wire(new App(Items.class));
    var id = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(row(6, () -> wire.call("GET", "/items/" + id.next()))).isEqualTo("AAAAAR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/items/1/",
        "//items/1",
        "/items//1",
        "/items/./1",
        "/x/../items/1",
        "/items/1;a=1",
        "/items;a=1/1",
        "/items/1;jsessionid=0123456789",
        "/%69tems/1",
        "/items/%31",
        "/items/1?a=1",
        "/items/1?a=2&b=%00",
        "/items/%2e/1",
        "/ITEMS/1"
      })
  void b11to14_otherSpellings_areTheSameBucketOrNothing(String path) throws Exception {
    var running = start(new App(Items.class));
    var wire = closing(new Wire(running.port()));
    assertThat(row(6, () -> wire.call("GET", "/items/1"))).isEqualTo("AAAAAR");

    // A server may close the connection on a path that it cannot read.
    try (var other = new Wire(running.port())) {
      assertThat(other.call("GET", path).status()).isIn(400, 404, 429);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/items/1;a=1", "/items/1;jsessionid=0", "/%69tems/1", "/items/1?a=1"})
  void b12to14_otherSpelling_takesFromTheBucketIfItIsServed(String path) throws Exception {
    var wire = wire(new App(Items.class));
    boolean served = wire.call("GET", path).status() != 404;

    assertThat(row(4, () -> wire.call("GET", path))).isEqualTo(served ? "AAAA" : "(404)".repeat(4));
    assertThat(row(1, () -> wire.call("GET", "/items/1"))).isEqualTo(served ? "R" : "A");
  }

  @Test
  void b15_head_countsAsGet() throws Exception {
    var wire = wire(new App(Items.class));

    assertThat(row(3, () -> wire.call("HEAD", "/items/1"))).isEqualTo("AAA");
    assertThat(row(2, () -> wire.call("GET", "/items/1"))).isEqualTo("AA");
    var refused = wire.call("HEAD", "/items/1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("RateLimit")).isEqualTo("\"Items.item\";r=0;t=12");
    assertThat(refused.header("Retry-After")).isEqualTo("12");
    assertThat(wire.call("GET", "/items/1").status()).isEqualTo(429);
  }

  /** Has methods for HEAD beside those for GET. */
  @Path("looks")
  public static class Looks {

    /** Can be seen. */
    @GET
    @Path("{id}")
    @RateLimited(limit = 2, per = Per.HOUR, key = Key.IP)
    public String see(@PathParam("id") String id) {
      return "seen";
    }

    /** Can be looked for. */
    @HEAD
    @Path("/{name}/")
    public Response look(@PathParam("name") String name) {
      return Response.ok().build();
    }

    /** Leads on. */
    @Path("{id}/below")
    public Looking below() {
      return new Below();
    }
  }

  /** What shows only at a request. */
  public interface Looking {}

  /** A sub-resource. */
  public static class Below implements Looking {

    /** Can be seen. */
    @GET
    @RateLimited(limit = 2, per = Per.HOUR, key = Key.IP)
    public String see() {
      return "seen";
    }

    /** Can be looked for. */
    @HEAD
    public Response look() {
      return Response.ok().build();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/looks/1", "/looks/1/below"})
  void b15_headWithAMethodOfItsOwn_countsAsGet(String path) throws Exception {
    var wire = wire(new App(Looks.class));

    assertThat(row(1, () -> wire.call("HEAD", path))).isEqualTo("A");
    assertThat(row(2, () -> wire.call("GET", path))).isEqualTo("AR");
    assertThat(row(1, () -> wire.call("HEAD", path))).isEqualTo("R");
  }

  @Test
  void b16_methodOverride_isTheMethodThatRuns() throws Exception {
    var wire = wire(new App(Items.class));

    var row = row(4, () -> wire.call("POST", "/items/1", "X-HTTP-Method-Override: DELETE"));

    assertThat(row).isEqualTo("AAAR");
    assertThat(row(3, () -> wire.call("DELETE", "/items/1"))).isEqualTo("AAR");
  }

  @Test
  void b17_manyRequestsAtOnceOnOneConnection_admitTheLimit() throws Exception {
    var wire = wire(new App(Items.class));
    for (int i = 0; i < 100; i++) {
      wire.write("GET", "/items/1");
    }

    assertThat(row(100, () -> wire.read(/* hasBody= */ true))).isEqualTo("AAAAA" + "R".repeat(95));
  }

  @Test
  void b18_batchAboveTheQuota_isRefusedAndTakesNothing() throws Exception {
    var wire = wire(new App(Batch.class));

    var refused = wire.call("POST", "/batch?size=999");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("Retry-After")).isFalse();
    assertThat(refused.body()).contains("can never fit");
    assertThat(wire.call("POST", "/batch?size=100").status()).isEqualTo(200);
    assertThat(wire.call("POST", "/batch?size=1").status()).isEqualTo(429);
  }

  /** Says how large the implementation takes it to be. */
  @Path("reading")
  public static class Reading {

    /** Reads. */
    @GET
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.IP, costFunction = BySize.class)
    public String read(@QueryParam("size") String size) {
      return "size " + size;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%&size=999",
        "%zz=1&size=999",
        "a=%u0031&size=999",
        "size=%&size=999",
        "size=%zz&size=999",
        "size=%+1&size=999",
        "size=%-1&size=999",
        "size=%ff&size=999",
        "%ff&size=999",
        "size%=1&size=999",
        "%73ize=%39%399",
        "&&size=999&%",
        "=&=1&size=999",
        "%00=1&size=999",
        "size;x=1&size=999"
      })
  void b18_queryThatIsPartlyBroken_costsWhatIsReadOfIt(String query) throws Exception {
    var running = start(new App(Reading.class));

    // A server may refuse what it cannot read.
    try (var odd = new Wire(running.port())) {
      var answer = odd.call("GET", "/reading?" + query, "Connection: close");
      assertThat(answer.body()).isNotEqualTo("size 999");
    }
  }

  @Test
  void b19_fieldsOfTheRequest_areNeitherBelievedNorEchoed() throws Exception {
    var wire = wire(new App(Items.class));
    String[] fields = {
      "RateLimit-Remaining: 9999", "RateLimit: \"Items.item\";r=9999;t=1", "X-RateLimit-Limit: 9"
    };

    assertThat(row(5, () -> wire.call("GET", "/items/1", fields))).isEqualTo("AAAAA");
    var refused = wire.call("GET", "/items/1", fields);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers().toString()).doesNotContain("9999");
    assertThat(refused.has("RateLimit-Remaining")).isFalse();
  }
}
