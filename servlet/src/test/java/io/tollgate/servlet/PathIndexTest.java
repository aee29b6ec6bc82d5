package io.tollgate.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathIndexTest {

  private static PathIndex index(String... paths) {
    var settings = new HashMap<String, String>();
    for (int i = 0; i < paths.length; i++) {
      int space = paths[i].indexOf(' ');
      settings.put("tollgate.paths.p" + i + ".path", paths[i].substring(space + 1));
      settings.put("tollgate.paths.p" + i + ".limit", "1/s");
      if (space > 0) {
        settings.put("tollgate.paths.p" + i + ".methods", paths[i].substring(0, space));
      }
    }
    return PathIndex.of(Settings.of(settings).paths(), gate(settings));
  }

  private static Gate gate(Map<String, String> settings) {
    var instances =
        new Instances() {
          @Override
          public <T> T of(Class<T> type) {
            return Instances.make(type);
          }
        };
    return new Gate(Settings.of(settings), Limiter::local, Ticker.system(), instances);
  }

  private static String found(PathIndex index, String method, String path) {
    var match = index.find(path, method);
    return match == null ? "nothing" : match.endpoint().name();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  /,              /",
    "GET,  '',             /",
    "GET,  /a,             /a",
    "GET,  /a/,            /a",
    "GET,  //a//,          /a",
    "GET,  /./a,           /a",
    "GET,  /b/../a,        /a",
    "GET,  /../a,          /a",
    "GET,  /a/b,           /a/{x}",
    "GET,  /a/b/c,         /a/*",
    "GET,  /z/b,           /{y}/b",
    "GET,  /z,             /*",
    "GET,  /z/c,           /*",
    "GET,  /A,             /*",
    "GET,  /t/u/v,         /t/{x}/v",
    "GET,  /t/u/w,         /t/{x}/*",
    "GET,  /t/u,           /t/{x}/*",
    "POST, /m,             POST /m",
    "PUT,  /m,             PUT /m",
    "GET,  /m,             /*",
    "POST, /m/x,           /m/*",
  })
  void find_amongSeveral_isTheMostSpecificFromTheLeft(String method, String path, String name) {
    var index =
        index(
            "/",
            "/a",
            "/a/{x}",
            "/a/*",
            "/{y}/b",
            "/*",
            "/t/{x}/v",
            "/t/{x}/*",
            "POST,PUT /m",
            "POST /m/*");

    assertThat(found(index, method, path)).isEqualTo(name.equals("/m/*") ? "POST /m/*" : name);
  }

  @Test
  void find_withoutAnyThatFits_isNothing() {
    var index = index("/a/{x}", "POST /b");

    assertThat(found(index, "GET", "/a")).isEqualTo("nothing");
    assertThat(found(index, "GET", "/a/b/c")).isEqualTo("nothing");
    assertThat(found(index, "GET", "/b")).isEqualTo("nothing");
    assertThat(found(index(), "GET", "/b")).isEqualTo("nothing");
  }

  @Test
  void find_deadEndOfText_triesTheParameter() {
    var index = index("/a/b/c", "/{x}/b/d");

    assertThat(found(index, "GET", "/a/b/d")).isEqualTo("/{x}/b/d");
  }

  @Test
  void find_parameters_areKnownByTheirPlace() {
    var match = Objects.requireNonNull(index("/a/{x}/{y}/*").find("/a/1/2/3", "GET"));

    assertThat(match.parameters()).isEqualTo(Map.of("x", 1, "y", 2));
  }
}
