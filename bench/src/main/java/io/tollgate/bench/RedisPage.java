package io.tollgate.bench;

import static io.tollgate.bench.RedisPeer.BARE;
import static io.tollgate.bench.RedisPeer.BUCKET4J;
import static io.tollgate.bench.RedisPeer.REDISSON;
import static io.tollgate.bench.RedisPeer.TOLLGATE;
import static io.tollgate.bench.RedisPeer.TOLLGATE_LEASED;
import static io.tollgate.bench.RedisPeer.TOLLGATE_THREE;

import io.tollgate.bench.RedisFigures.Case;
import io.tollgate.bench.RedisFigures.Crowd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The figures over Redis as text. */
final class RedisPage {

  static final Section SECTION =
      new Section(
          "<!-- redis: written by bench/run redis, not by hand -->", "<!-- end of redis -->");

  static final int[] THREADS = {1, 8, 64};

  private static final double SHARE_OF_BARE = 0.8;
  private static final double THREE_OF_ONE = 0.5;
  private static final double MANY_TIMES_BUCKET4J = 30;
  private static final double MANY_TIMES_REDISSON = 4;
  private static final double LEASED_MANY_TIMES_EXACT = 50;

  private final RedisFigures figures;
  private final StringBuilder text = new StringBuilder();

  private RedisPage(RedisFigures figures) {
    this.figures = figures;
  }

  static String of(String circumstances, RedisFigures figures) {
    return new RedisPage(figures).write(circumstances);
  }

  private String write(String circumstances) {
    line(circumstances);
    line("\n### Targets over Redis\n");
    row("wanted", "measured", "verdict");
    row("---", "---:", "---");
    targets().forEach(target -> row(target.wanted(), target.measured(), target.verdict()));
    for (var crowd : Crowd.values()) {
      table(crowd);
    }
    return text.toString();
  }

  private void table(Crowd crowd) {
    line("\n### Over Redis, " + crowd.label() + "\n");
    var head = new ArrayList<>(List.of(""));
    var rule = new ArrayList<>(List.of("---"));
    for (int threads : THREADS) {
      head.add(Target.threads(threads) + ": decisions/s");
      head.add("p99, ms");
      rule.addAll(List.of("---:", "---:"));
    }
    head.add("scripts per decision, 64 threads");
    rule.add("---:");
    row(head);
    row(rule);
    for (var peer : RedisPeer.values()) {
      var cells = new ArrayList<>(List.of(peer.label()));
      for (int threads : THREADS) {
        var which = new Case(crowd, threads);
        cells.add(cell(figures.perSecond(which, peer)));
        cells.add(cell(figures.p99Millis(which, peer)));
      }
      cells.add(cell(figures.scriptsPerDecision(new Case(crowd, 64), peer)));
      row(cells);
    }
  }

  private List<Target> targets() {
    var targets = new ArrayList<Target>();
    for (var crowd : Crowd.values()) {
      for (int threads : THREADS) {
        var which = new Case(crowd, threads);
        targets.add(wanted(which, TOLLGATE, "a bare script", BARE, SHARE_OF_BARE));
        targets.add(
            wanted(which, TOLLGATE_THREE, "the throughput of one limit", TOLLGATE, THREE_OF_ONE));
      }
    }
    var hottest = new Case(Crowd.ONE, 64);
    targets.add(wanted(hottest, TOLLGATE, "Bucket4j", BUCKET4J, MANY_TIMES_BUCKET4J));
    targets.add(wanted(hottest, TOLLGATE, "Redisson", REDISSON, MANY_TIMES_REDISSON));
    for (int threads : THREADS) {
      targets.add(
          wanted(
              new Case(Crowd.ONE, threads),
              TOLLGATE_LEASED,
              "exact",
              TOLLGATE,
              LEASED_MANY_TIMES_EXACT));
    }
    return targets;
  }

  private Target wanted(Case which, RedisPeer ours, String name, RedisPeer theirs, double atLeast) {
    return Target.atLeast(
        which.crowd().label()
            + ", "
            + Target.threads(which.threads())
            + ": "
            + ours.label().replace("**", "")
            + ", × "
            + name,
        atLeast,
        figures.ratio(which, ours, theirs),
        "fleet");
  }

  private static String cell(Optional<Spread> spread) {
    return spread.map(Spread::text).orElse(Page.NOT_MEASURED);
  }

  private void row(String... cells) {
    row(List.of(cells));
  }

  private void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
