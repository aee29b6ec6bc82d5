package io.tollgate.jaxrs.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Other spellings of a path that a rule denies: whatever the application takes for that path is
 * denied.
 *
 * <p>A subclass starts an application that answers {@code guarded} at {@code /admin}, below {@code
 * /secret}, at {@code /vault/{id}}, at {@code /café} and {@code /a b}, and {@code open} at {@code
 * /open}.
 */
public abstract class GuardedPathsContract {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "tollgate.rules.exact.path", "/admin,/café,/a b",
          "tollgate.rules.exact.deny", "true",
          "tollgate.rules.below.path", "/secret/*",
          "tollgate.rules.below.deny", "true",
          "tollgate.rules.one.path", "/vault/{id}",
          "tollgate.rules.one.deny", "true",
          // Whoever leaves a deny by a more specific path would come here.
          "tollgate.rules.more.path", "/secret/{id}",
          "tollgate.rules.more.limit", "1000/s");

  /** What may stand before a path. */
  private static final List<String> BEFORE =
      List.of(
          "",
          "/",
          "/.",
          "/;",
          "/;a=b",
          "/%2e",
          "/x/..",
          "/x/%2e%2e",
          "/x/..;",
          "/x/%2E.",
          "/x/..;a=b",
          "/x%2f..",
          "/.%2f",
          "/open/..",
          "/open/..;/.",
          "http://other.example",
          "/\\..",
          "/x%5c..");

  /** What may stand behind it. */
  private static final List<String> BEHIND =
      List.of(
          "",
          "/",
          "//",
          "/.",
          "/%2e",
          ";",
          ";a=b",
          ";a=b/",
          "/;",
          "/;a",
          "?a",
          "?/../open",
          "%2f",
          "%2f.",
          "%00",
          "%20",
          "%3b",
          "%3ba=b",
          "/x/..",
          "/x/%2e%2e",
          "/x/..;/",
          "/x%2f..",
          "%5c",
          "%0a",
          "%09",
          ".",
          "..",
          "#x",
          "%23",
          "%3f",
          "%2e",
          "%252f");

  private static final List<String> SOME_BEFORE = List.of("/x/..", "/x/..;");
  private static final List<String> SOME_BEHIND =
      List.of("", "/", "/;", ";a=b", "%3b", "%2f", "/x/..");

  private static final List<String> PLAIN = List.of("/admin", "/secret/1", "/vault/1");

  /** Ways to the guarded places. */
  private static final List<String> PATHS =
      List.of(
          "/admin",
          "/%61dmin",
          "/%61%64%6d%69%6e",
          "/ADMIN",
          "/%2561dmin",
          "/admi%6E",
          "/caf%C3%A9",
          "/c%61f%c3%a9",
          "/a%20b",
          "/%61%20b",
          "/a+b",
          "/admin;x",
          "/secret",
          "/secret/1",
          "/s%65cret/1",
          "/secret/..",
          "/secret/%2e%2e",
          "/secret/.%2e",
          "/secret/%2e",
          "/secret/..;",
          "/secret/..;a",
          "/secret/%2e%2e;a",
          "/secret/x%2f..%2f..",
          "/secret/..%2f",
          "/secret/..%2f..",
          "/secret/%2e%2e%2f%2e%2e",
          "/secret/%2e%2e%2fopen",
          "/secret/a%2fb",
          "/secret/%2f",
          "/secret/%2f..%2f..",
          "/secret/..%3b",
          "/secret/%3b",
          "/secret;/1",
          "/secret;a=/../1",
          "/secret/1/../..",
          "/secret//..",
          "/secret/x/%2e%2e/%2e%2e/open",
          "/secret/x/../../open",
          "/secret/.",
          "/secret/...",
          "/secret/..%00",
          "/vault/1",
          "/vault/a%2fb",
          "/vault/%2e%2e",
          "/vault/%2f",
          "/vault/a%2f",
          "/vault/%2fa",
          "/vault/..%2fa",
          "/vault/a%2f..%2fb%2fc",
          "/vault/a;b%2fc",
          "/vault/a%3bb",
          "/vault/%2e",
          "/vault/;",
          "/vault/;a",
          "/vault/..");

  /** Makes the contract. */
  protected GuardedPathsContract() {}

  /** Starts the application with these settings. */
  protected abstract Host.Running start(Map<String, String> settings) throws Exception;

  @Test
  void denial_ofAPath_isForAllItsSpellings() throws Exception {
    var passed = new ArrayList<String>();
    try (var running = start(SETTINGS);
        var wire = new Wire(running.port())) {
      assertThat(wire.call("GET", "/open").body()).isEqualTo("open");
      for (var path : PATHS) {
        for (var spelling : spellings(path)) {
          if (isServed(running.port(), spelling)) {
            passed.add(spelling);
          }
        }
      }
    }
    assertThat(passed).isEmpty();
  }

  /** All of them for the plain paths, and a few for those that are odd themselves. */
  private static List<String> spellings(String path) {
    var spellings = new ArrayList<String>();
    boolean plain = PLAIN.contains(path);
    (plain ? BEFORE : SOME_BEFORE).forEach(before -> spellings.add(before + path));
    (plain ? BEHIND : SOME_BEHIND).forEach(behind -> spellings.add(path + behind));
    return spellings;
  }

  /** On a connection of its own: a server may close it on a path that it cannot read. */
  private static boolean isServed(int port, String path) throws Exception {
    try (var wire = new Wire(port)) {
      return wire.call("GET", path, "Connection: close").body().contains("guarded");
    } catch (EOFException e) {
      return false; // Closed without an answer.
    }
  }

  @Test
  void application_withoutRules_servesTheGuardedPlaces() throws Exception {
    try (var running = start(Map.of());
        var wire = new Wire(running.port())) {
      for (var path :
          List.of("/admin", "/secret/1", "/secret/1/2", "/vault/1", "/caf%C3%A9", "/a%20b")) {
        assertThat(wire.call("GET", path).body()).as(path).isEqualTo("guarded");
      }
    }
  }
}
