package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.RequestView;
import io.tollgate.jaxrs.tests.Wire;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs: which resource. */
abstract class ResourceInputsContract extends Chapter {

  ResourceInputsContract(Host host) {
    super(host);
  }

  /** Rules for paths, and a servlet that answers whatever the container lets through. */
  private static App items() {
    return new App()
        .servlet("/*", new Plain())
        .set("tollgate.rules.read.path", "/items/{id}")
        .set("tollgate.rules.read.methods", "GET")
        .set("tollgate.rules.read.limit", "5/min")
        .set("tollgate.rules.read.key", "ip")
        .set("tollgate.rules.change.path", "/items/{id}")
        .set("tollgate.rules.change.methods", "POST")
        .set("tollgate.rules.change.limit", "3/min")
        .set("tollgate.rules.change.key", "ip")
        .set("tollgate.rules.remove.path", "/items/{id}")
        .set("tollgate.rules.remove.methods", "DELETE")
        .set("tollgate.rules.remove.limit", "2/min")
        .set("tollgate.rules.remove.key", "ip")
        .set("tollgate.rules.report.path", "/report")
        .set("tollgate.rules.report.limit", "5/min")
        .set("tollgate.rules.report.key", "ip")
        .set("tollgate.rules.files.path", "/files/*")
        .set("tollgate.rules.files.limit", "5/min")
        .set("tollgate.rules.files.key", "ip");
  }

  /** Costs what the request says that it does. */
  public static class BySize implements CostFunction {
    @Override
    public long cost(RequestView request) {
      return Long.parseLong(request.query("size").orElse("1"));
    }
  }

  /** Operations that cost as many tokens as they are. */
  public static class Batch extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.IP, costFunction = BySize.class)
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("done");
    }
  }

  @Test
  void b10_pathsOfOneTemplate_areOneBucket() throws Exception {
    var wire = wire(items());
    var id = IntStream.iterate(1, i -> i + 1).iterator();

    assertThat(row(6, () -> wire.call("GET", "/items/" + id.next()))).isEqualTo("AAAAAR");
  }

  private void assertOneBucket(String usual, String path, String other) throws Exception {
    var running = start(items());
    var wire = closing(new Wire(running.port()));
    assertThat(get(wire, usual, 6)).isEqualTo("AAAAAR");

    // A server may close the connection on a path that it cannot read.
    try (var odd = new Wire(running.port())) {
      assertThat(odd.call("GET", path).status()).as(other).isIn(400, 404, 429);
    }
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
        "/;a=1/items/1",
        "/items/1;jsessionid=0123456789",
        "/%69tems/1",
        "/items/%31",
        "/items/1?a=1",
        "/items/1?a=2&b=%00",
        "/items/%2e/1",
        "/x/%2e%2e/items/1",
        "/x/..;/items/1",
        "/items/.;a=1/1",
        "/items%2f1",
        "/items/1%2f",
        "/items\\1",
        "/items/%5c1",
        "/items/1%00",
        "/items/1;%2f..",
        "http://other.example/items/1"
      })
  void b11to14_otherSpellingsOfATemplate_areTheSameBucketOrNothing(String path) throws Exception {
    assertOneBucket("/items/1", path, "template");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/report/", "//report", "/./report", "/x/../report", "/report;a=1", "/%72eport",
        "/report/.", "/report/x/..", "/report?x", "/report;", "/report/;a=1", "/;/report"
      })
  void b11to14_otherSpellingsOfAnExactPath_areTheSameBucketOrNothing(String path) throws Exception {
    assertOneBucket("/report", path, "exact");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/files",
        "/files/",
        "/files/b/c",
        "//files/a",
        "/%66iles/a",
        "/files;a=1/a",
        "/x/../files/a",
        "/files/%2e/a",
        "/files/a;b=c/d"
      })
  void b11to14_otherSpellingsOfAPrefix_areTheSameBucketOrNothing(String path) throws Exception {
    assertOneBucket("/files/a", path, "prefix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/items/1;a=1", "/items/1;jsessionid=0", "/%69tems/1", "/items/1?a=1"})
  void b12to14_otherSpelling_takesFromTheBucketIfItIsServed(String path) throws Exception {
    var wire = wire(items());

    assertThat(get(wire, path, 5)).isEqualTo("AAAAA");
    assertThat(get(wire, "/items/1", 1)).isEqualTo("R");
  }

  @Test
  void b15_head_countsAsGet() throws Exception {
    var wire = wire(items());

    assertThat(row(3, () -> wire.call("HEAD", "/items/1"))).isEqualTo("AAA");
    assertThat(get(wire, "/items/1", 2)).isEqualTo("AA");
    var refused = wire.call("HEAD", "/items/1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("RateLimit")).isEqualTo("\"read\";r=0;t=12");
    assertThat(refused.header("Retry-After")).isEqualTo("12");
    assertThat(wire.call("GET", "/items/1").status()).isEqualTo(429);
  }

  @Test
  void b16_methodOverride_isTheMethodThatRuns() throws Exception {
    var wire = wire(items());

    var row = row(4, () -> wire.call("POST", "/items/1", "X-HTTP-Method-Override: DELETE"));

    assertThat(row).isEqualTo("AAAR");
    assertThat(row(3, () -> wire.call("DELETE", "/items/1"))).isEqualTo("AAR");
  }

  @Test
  void b17_manyRequestsAtOnceOnOneConnection_admitTheLimit() throws Exception {
    var wire = wire(items());
    for (int i = 0; i < 100; i++) {
      wire.write("GET", "/items/1");
    }

    assertThat(row(100, () -> wire.read(/* hasBody= */ true))).isEqualTo("AAAAA" + "R".repeat(95));
  }

  @Test
  void b18_batchAboveTheQuota_isRefusedAndTakesNothing() throws Exception {
    var wire = wire(new App().servlet("/batch", new Batch()));

    var refused = wire.call("POST", "/batch?size=999");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("Retry-After")).isFalse();
    assertThat(refused.body()).contains("can never fit");
    assertThat(wire.call("POST", "/batch?size=100").status()).isEqualTo(200);
    assertThat(wire.call("POST", "/batch?size=1").status()).isEqualTo(429);
  }

  /** Says how large the container takes it to be. */
  public static class Reading extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(limit = 100, per = Per.HOUR, key = Key.IP, costFunction = BySize.class)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("size " + request.getParameter("size"));
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
    var running = start(new App().servlet("/batch", new Reading()));

    // A server may refuse what it cannot read.
    try (var odd = new Wire(running.port())) {
      var answer = odd.call("GET", "/batch?" + query, "Connection: close");
      assertThat(answer.body()).isNotEqualTo("size 999");
    }
  }

  @Test
  void b19_fieldsOfTheRequest_areNeitherBelievedNorEchoed() throws Exception {
    var wire = wire(items());
    String[] fields = {
      "RateLimit-Remaining: 9999", "RateLimit: \"read\";r=9999;t=1", "X-RateLimit-Limit: 9"
    };

    assertThat(row(5, () -> wire.call("GET", "/items/1", fields))).isEqualTo("AAAAA");
    var refused = wire.call("GET", "/items/1", fields);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers().toString()).doesNotContain("9999");
    assertThat(refused.has("RateLimit-Remaining")).isFalse();
  }
}
