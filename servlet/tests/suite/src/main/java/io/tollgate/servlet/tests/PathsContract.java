package io.tollgate.servlet.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.Settings;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules for paths and callers. */
abstract class PathsContract extends Chapter {

  PathsContract(Host host) {
    super(host);
  }

  private static App rule(App app, String name, String path, String limit) {
    return app.set("tollgate.rules." + name + ".path", path)
        .set("tollgate.rules." + name + ".limit", limit);
  }

  private static App plain() {
    return new App().servlet("/*", new Plain());
  }

  @Test
  void rules_ofSeveralPaths_theMostSpecificFromTheLeftWins() throws Exception {
    var app = rule(plain(), "all", "/*", "4/h");
    rule(app, "any", "/items/{id}", "3/h");
    rule(app, "new", "/items/new", "2/h");
    rule(app, "below", "/items/{id}/*", "1/h");
    app.set("tollgate.rules.free.path", "/items/free").set("tollgate.rules.free.allow", "true");
    var wire = wire(app);

    assertThat(get(wire, "/items/new", 3)).isEqualTo("AAR");
    assertThat(get(wire, "/items/7", 4)).isEqualTo("AAAR");
    assertThat(get(wire, "/items/7/parts", 2)).isEqualTo("AR");
    assertThat(get(wire, "/else", 5)).isEqualTo("AAAAR");
    assertThat(get(wire, "/items/free", 9)).isEqualTo("A".repeat(9));
  }

  @Test
  void rules_ofTheSamePath_allHold() throws Exception {
    var app = rule(plain(), "fast", "/items", "3/h");
    rule(app, "slow", "/items", "5/h").set("tollgate.rules.slow.methods", "POST");
    var wire = wire(app);

    assertThat(get(wire, "/items", 2)).isEqualTo("AA");
    assertThat(row(2, () -> wire.call("POST", "/items"))).isEqualTo("AR");
    // A refused call takes nothing from any bucket.
    assertThat(wire.call("POST", "/items").body()).contains("\"violated-policies\":[\"fast\"]");
  }

  @Test
  void rule_forOneMethod_leavesOthersToLessSpecificRules() throws Exception {
    var app = rule(plain(), "all", "/*", "3/h");
    rule(app, "post", "/items", "1/h").set("tollgate.rules.post.methods", "post");
    var wire = wire(app);

    assertThat(row(2, () -> wire.call("POST", "/items"))).isEqualTo("AR");
    assertThat(get(wire, "/items", 4)).isEqualTo("AAAR");
  }

  @Test
  void rule_byAParameterOfThePath_countsEach() throws Exception {
    var app = rule(plain(), "tenants", "/{tenant}/orders", "2/h");
    app.set("tollgate.rules.tenants.by", "path:tenant");
    var wire = wire(app);

    assertThat(get(wire, "/a/orders", 3)).isEqualTo("AAR");
    assertThat(get(wire, "/%61/orders;x=1", 1)).isEqualTo("R");
    assertThat(get(wire, "/b/orders", 1)).isEqualTo("A");
  }

  @Test
  void rule_byAPartOfTheRequest_countsEach() throws Exception {
    var app = rule(plain(), "keys", "/header", "1/h").set("tollgate.rules.keys.by", "header:X-Key");
    rule(app, "queries", "/query", "1/h").set("tollgate.rules.queries.by", "query:k");
    rule(app, "cookies", "/cookie", "1/h").set("tollgate.rules.cookies.by", "cookie:k");
    var wire = wire(app);

    assertThat(row(2, () -> wire.call("GET", "/header", "X-Key: a"))).isEqualTo("AR");
    assertThat(row(1, () -> wire.call("GET", "/header", "x-key: b"))).isEqualTo("A");
    assertThat(get(wire, "/query?x=1&k=a%62", 2)).isEqualTo("AR");
    assertThat(get(wire, "/query?k=ab&k=c", 1)).isEqualTo("R");
    assertThat(get(wire, "/query?k=c", 1)).isEqualTo("A");
    assertThat(get(wire, "/query?%&k=c", 1)).as("as without what is broken").isEqualTo("R");
    assertThat(get(wire, "/query?k=%zz&k=c", 1)).as("the first that can be read").isEqualTo("R");
    assertThat(get(wire, "/query?k=%zz", 2)).as("by address").isEqualTo("AR");
    assertThat(row(2, () -> wire.call("GET", "/cookie", "Cookie: x=1; k=a"))).isEqualTo("AR");
    assertThat(row(1, () -> wire.call("GET", "/cookie", "Cookie: k=b"))).isEqualTo("A");
  }

  @Test
  void rules_withoutLimit_drawOnBucketsOfTheSettings() throws Exception {
    var app =
        plain()
            .set("tollgate.limits.default", "5/h")
            .set("tollgate.limits.heavy", "2/h")
            .set("tollgate.rules.shared.path", "/shared")
            .set("tollgate.rules.shared.cost", "2")
            .set("tollgate.rules.other.path", "/other")
            .set("tollgate.rules.heavy.path", "/heavy/*")
            .set("tollgate.rules.heavy.bucket", "heavy");
    var wire = wire(app);

    assertThat(get(wire, "/shared", 2)).isEqualTo("AA");
    assertThat(get(wire, "/other", 2)).isEqualTo("AR");
    assertThat(get(wire, "/heavy/x", 3)).isEqualTo("AAR");
  }

  /** Has a limit of its own. */
  public static class Own extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    @RateLimited(bucket = "own", limit = 3, per = Per.HOUR, key = Key.GLOBAL)
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("got");
    }
  }

  @Test
  void rule_besideAnAnnotation_bothHoldAndARefusalTakesNothing() throws Exception {
    var app = rule(new App().servlet("/own/*", new Own()), "tight", "/own/tight", "1/h");
    var wire = wire(app);

    assertThat(get(wire, "/own/tight", 3)).isEqualTo("ARR");
    assertThat(get(wire, "/own/other", 3)).isEqualTo("AAR");
  }

  @Test
  void rule_onTheBucketOfAnAnnotation_replacesIt() throws Exception {
    var app =
        new App()
            .servlet("/own/*", new Own())
            .set("tollgate.rules.dear.path", "/own/dear")
            .set("tollgate.rules.dear.bucket", "own")
            .set("tollgate.rules.dear.key", "global")
            .set("tollgate.rules.dear.cost", "2");

    assertThat(get(wire(app), "/own/dear", 2)).isEqualTo("AR");
  }

  @Test
  void rule_inShadow_refusesNothing() throws Exception {
    var app = rule(plain(), "trial", "/*", "1/h").set("tollgate.rules.trial.mode", "shadow");

    assertThat(get(wire(app), "/x", 3)).isEqualTo("AAA");
  }

  @Test
  void settings_ofTheProgram_areAllThatCounts() throws Exception {
    var settings =
        Settings.of(Map.of("tollgate.rules.all.path", "/*", "tollgate.rules.all.limit", "1/h"));
    var app = plain().gate(new TollgateFilter(settings));

    assertThat(get(wire(app), "/x", 2)).isEqualTo("AR");
  }

  @Test
  void settings_ofTheContext_giveWayToThoseOfTheFilter() throws Exception {
    var app =
        rule(plain(), "all", "/*", "2/h")
            .setInContext("tollgate.rules.all.limit", "1/h")
            .setInContext("tollgate.headers", "triple");
    var wire = wire(app);

    assertThat(wire.call("GET", "/x").header("RateLimit-Limit")).isEqualTo("2");
    assertThat(get(wire, "/x", 2)).isEqualTo("AR");
  }
}
