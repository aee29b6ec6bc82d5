package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class HostsTest {

  private final Hosts hosts = new Hosts(InstantSource.system());

  private static ObjectNode report() {
    return Json.object().put("started", "s").put("version", 7);
  }

  @Test
  void report_alwaysOfOtherRules_keepsSoMany() {
    for (int i = 0; i < 10; i++) {
      var report = report();
      var counts = report.putObject("counts");
      for (int j = 0; j < 1_000; j++) {
        counts.putObject("rule " + i + ' ' + j).put("allowed", 1);
      }
      hosts.report("a", "", report);
    }

    assertThat(hosts.counted("a")).isEqualTo(4_000);
  }

  @Test
  void report_ofHugeTexts_keepsTheirBeginnings() {
    var report = report().put("health", "x".repeat(100_000));
    report.putObject("counts").putObject("x".repeat(100_000)).put("allowed", 1);
    var endpoints = report.putArray("endpoints");
    for (int i = 0; i < 600; i++) {
      endpoints.addObject().put("name", "x".repeat(1_000)).put("other", "x".repeat(1_000));
    }
    report.putArray("refused").addObject().put("key", "user:" + "x".repeat(100_000));

    assertThat(HostReport.of(report).weight()).isLessThan(150_000);
    hosts.report("a", "", report);
    assertThat(hosts.list().path("hosts").path(0).path("endpoints")).hasSize(500);
  }

  @Test
  void report_withoutEndpoints_keepsThoseOfTheOneBefore() {
    var first = report();
    first.putArray("endpoints").addObject().putArray("limits").add("search: 5 per minute");
    hosts.report("a", "", first);
    hosts.report("a", "", report());

    assertThat(hosts.know("search")).isTrue();
    assertThat(hosts.know("sear")).isFalse();
    hosts.report("b", "", report()); // Of another application, which has no such bucket.
    assertThat(hosts.know("search")).isFalse();
  }

  @Test
  void refused_byASecret_isShownWithoutIt() {
    var report = report();
    var secret = "sk_live_0123456789";
    report.putArray("refused").addObject().put("key", "header:x-api-key:" + secret).put("count", 1);
    hosts.report("a", "", report);

    assertThat(hosts.live(60).toString())
        .contains("header:x-api-key:sk_l…")
        .doesNotContain("0123456789");
  }
}
