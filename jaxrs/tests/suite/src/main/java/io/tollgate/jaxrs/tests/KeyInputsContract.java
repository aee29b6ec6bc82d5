package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.jaxrs.TollgateFeature;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad inputs: key content. */
abstract class KeyInputsContract extends InputsContract {

  KeyInputsContract(Host host) {
    super(host);
  }

  /** Limits by what the caller sends. */
  @Path("keyed")
  public static class Keyed {

    /** By a header. */
    @GET
    @Path("header")
    @RateLimited(limit = 5, per = Per.MINUTE, by = "header:X-Api-Key")
    public String header() {
      return "ok";
    }

    /** By a part of the query, which can hold any character. */
    @GET
    @Path("query")
    @RateLimited(limit = 5, per = Per.MINUTE, by = "query:key")
    public String query() {
      return "ok";
    }

    /** Has no limit, and reads the query all the same. */
    @GET
    @Path("free")
    public String free(@QueryParam("key") String key) {
      return "ok";
    }

    /** By a part of the path. */
    @GET
    @Path("path/{name}")
    @RateLimited(limit = 5, per = Per.MINUTE, by = "path:name")
    public String path() {
      return "ok";
    }

    /** By all the rest of the path. */
    @GET
    @Path("rest/{name: .*}")
    @RateLimited(limit = 5, per = Per.MINUTE, by = "path:name")
    public String rest() {
      return "ok";
    }

    /** A bucket whose name and key look like those of the other. */
    @GET
    @Path("one")
    @RateLimited(bucket = "r", limit = 1, per = Per.MINUTE, by = "header:X-Api-Key")
    public String one() {
      return "ok";
    }

    /** The other. */
    @GET
    @Path("other")
    @RateLimited(bucket = "r:a", limit = 1, per = Per.MINUTE, by = "header:X-Api-Key")
    public String other() {
      return "ok";
    }
  }

  @Test
  void c20_absentOrBlankKey_isTheAddress() throws Exception {
    var wire = wire(new App(Keyed.class));

    assertThat(row(2, () -> wire.call("GET", "/keyed/header"))).isEqualTo("AA");
    assertThat(row(2, () -> wire.call("GET", "/keyed/header", "X-Api-Key:  "))).isEqualTo("AA");
    assertThat(row(2, () -> wire.call("GET", "/keyed/header", "X-Api-Key:"))).isEqualTo("AR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/header", "X-Api-Key: a"))).isEqualTo("A");
  }

  @Test
  void c21_longKeysThatBeginAlike_areTwoBuckets() throws Exception {
    var wire = wire(new App(Keyed.class));
    var begin = "X-Api-Key: " + "k".repeat(7_000);

    assertThat(row(6, () -> wire.call("GET", "/keyed/header", begin + "1"))).isEqualTo("AAAAAR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/header", begin + "2"))).isEqualTo("A");
  }

  @Test
  void c22_keyWithControlCharacters_splitsNoHeader() throws Exception {
    var wire = wire(new App(Keyed.class));
    var path = "/keyed/query?key=a%0D%0AX-Injected:%20yes%1B%09";

    assertThat(row(5, () -> wire.call("GET", path))).isEqualTo("AAAAA");
    var refused = wire.call("GET", path);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.has("X-Injected")).isFalse();
    assertThat(refused.headers().toString() + refused.body()).doesNotContain("Injected");
  }

  @Test
  void c23_bucketAndKeyThatLookAlike_areTwo() throws Exception {
    var wire = wire(new App(Keyed.class));

    assertThat(row(2, () -> wire.call("GET", "/keyed/one", "X-Api-Key: a:b"))).isEqualTo("AR");
    assertThat(row(2, () -> wire.call("GET", "/keyed/other", "X-Api-Key: b"))).isEqualTo("AR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%0D%0AFLUSHALL%0D%0A", "%27);%20redis.call(%27flushall%27)--", "%00", "%7B%7D"})
  void c24_keyThatLooksLikeACommand_isAKey(String key) throws Exception {
    var wire = wire(new App(Keyed.class));
    assertThat(row(6, () -> wire.call("GET", "/keyed/query?key=canary"))).isEqualTo("AAAAAR");

    assertThat(row(6, () -> wire.call("GET", "/keyed/query?key=" + key))).isEqualTo("AAAAAR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/query?key=canary"))).isEqualTo("R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%zz", "%", "%C3", "a%0"})
  void c24_queryThatCannotBeRead_isAnsweredAsWithoutLimits(String key) throws Exception {
    var running = start(new App(Keyed.class));
    try (var limited = new Wire(running.port());
        var free = new Wire(running.port())) {
      assertThat(limited.call("GET", "/keyed/query?key=" + key).status())
          .isEqualTo(free.call("GET", "/keyed/free?key=" + key).status());
    }
  }

  @Test
  void c24_matrixParameters_makeNoFurtherKeys() throws Exception {
    var wire = wire(new App(Keyed.class));

    assertThat(row(5, () -> wire.call("GET", "/keyed/path/ab"))).isEqualTo("AAAAA");
    assertThat(row(2, () -> wire.call("GET", "/keyed/path/ab;x=1"))).isEqualTo("RR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/path/a%62"))).isEqualTo("R");
  }

  @Test
  void c24_semicolonThatIsEncoded_isAPartOfTheKey() throws Exception {
    var wire = wire(new App(Keyed.class));

    assertThat(row(6, () -> wire.call("GET", "/keyed/path/a%3Bb"))).isEqualTo("AAAAAR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/path/a%3bb"))).isEqualTo("R");
    assertThat(row(1, () -> wire.call("GET", "/keyed/path/a%3Bc"))).isEqualTo("A");
    assertThat(row(1, () -> wire.call("GET", "/keyed/path/a"))).isEqualTo("A");
  }

  @Test
  void c24_matrixParametersWithinTheRest_endWithTheirSegment() throws Exception {
    var wire = wire(new App(Keyed.class));

    assertThat(row(6, () -> wire.call("GET", "/keyed/rest/a;m=1/b"))).isEqualTo("AAAAAR");
    assertThat(row(1, () -> wire.call("GET", "/keyed/rest/a/b;m"))).isEqualTo("R");
    assertThat(row(1, () -> wire.call("GET", "/keyed/rest/a/c"))).isEqualTo("A");
    assertThat(row(1, () -> wire.call("GET", "/keyed/rest/a"))).isEqualTo("A");
  }

  @Test
  void c25_tenTimesAsManyKeysAsAreHeld_freeNobodyAndShutNobodyOut() throws Exception {
    try (var local = new LocalBackend(/* maxKeys= */ 1_000, () -> 0, () -> Instant.EPOCH);
        var limiter = Limiter.builder().local(local).build()) {
      var wire = wire(new App(Keyed.class).with(new TollgateFeature(limiter)));
      assertThat(row(6, () -> wire.call("GET", "/keyed/header", "X-Api-Key: used up")))
          .isEqualTo("AAAAAR");

      for (int i = 0; i < 10_000; i++) {
        assertThat(wire.call("GET", "/keyed/header", "X-Api-Key: stranger " + i).status())
            .isEqualTo(200);
      }

      assertThat(local.size()).isLessThanOrEqualTo(1_000);
      assertThat(row(1, () -> wire.call("GET", "/keyed/header", "X-Api-Key: used up")))
          .isEqualTo("R");
      assertThat(row(6, () -> wire.call("GET", "/keyed/header", "X-Api-Key: new")))
          .isEqualTo("AAAAAR");
    }
  }
}
