package io.tollgate.bench;

import io.tollgate.bench.rest.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The figures under load as text. */
final class LoadPage {

  static final Section SECTION =
      new Section("<!-- load: written by bench/run load, not by hand -->", "<!-- end of load -->");

  private static final double ONE_LIMIT_KEEPS = 97;
  private static final double THREE_LIMITS_KEEP = 95;

  private final LoadFigures<Variant> figures;
  private final LoadFigures<Variant> inside;
  private final StringBuilder text = new StringBuilder();

  private LoadPage(LoadFigures<Variant> figures, LoadFigures<Variant> inside) {
    this.figures = figures;
    this.inside = inside;
  }

  /**
   * Returns the page.
   *
   * @param inside what was measured without sockets
   */
  static String of(
      String circumstances, LoadFigures<Variant> figures, LoadFigures<Variant> inside) {
    return new LoadPage(figures, inside).write(circumstances);
  }

  private String write(String circumstances) {
    line(circumstances);
    line("\n### Targets under load\n");
    row("wanted", "measured", "verdict");
    row("---", "---:", "---");
    targets().forEach(target -> row(target.wanted(), target.measured(), target.verdict()));
    line("\n### Requests\n");
    row("", "requests/s", "% of no limiter", "server CPU, µs", "more than no limiter, µs");
    row("---", "---:", "---:", "---:", "---:");
    for (var variant : Variant.values()) {
      row(
          variant.label(),
          cell(figures.requestsPerSecond(variant), Spread::text),
          cell(figures.percent(variant, Variant.NONE), LoadPage::tenths),
          cell(figures.cpuMicros(variant), Spread::text),
          cell(figures.cpuMicrosBeyond(variant, Variant.NONE), Spread::text));
    }
    line("\n### Inside Jersey, without sockets\n");
    row("", "µs per call", "more than no limiter, µs");
    row("---", "---:", "---:");
    for (var variant : Variant.values()) {
      row(
          variant.label(),
          cell(inside.cpuMicros(variant), Spread::text),
          cell(inside.cpuMicrosBeyond(variant, Variant.NONE), Spread::text));
    }
    return text.toString();
  }

  private List<Target> targets() {
    var targets = new ArrayList<Target>();
    for (var variant : List.of(Variant.USER, Variant.ADDRESS)) {
      targets.add(keeps(variant, ONE_LIMIT_KEEPS));
    }
    targets.add(keeps(Variant.THREE, THREE_LIMITS_KEEP));
    targets.add(
        target(
            "one limit by user: requests/s, more than % of the filter by hand: 100.0",
            figures.percent(Variant.USER, Variant.BUCKET4J), percent -> percent > 100));
    targets.add(
        target(
            "one limit by user: server CPU per request, less than % of the filter by hand: 100.0",
            figures.cpuPercent(Variant.USER, Variant.BUCKET4J), percent -> percent < 100));
    targets.add(
        target(
            "refused: server CPU per request, less than % of an admitted one: 100.0",
            figures.cpuPercent(Variant.REFUSED, Variant.USER), percent -> percent < 100));
    targets.add(
        target(
            "one limit by user: time inside Jersey, less than % of the filter by hand: 100.0",
            inside.cpuPercent(Variant.USER, Variant.BUCKET4J), percent -> percent < 100));
    targets.add(
        target(
            "refused: time inside Jersey, less than % of an admitted one: 100.0",
            inside.cpuPercent(Variant.REFUSED, Variant.USER), percent -> percent < 100));
    return targets;
  }

  private Target keeps(Variant variant, double wanted) {
    return target(
        unadorned(variant) + ": requests/s, at least % of no limiter: " + tenth(wanted),
        figures.percent(variant, Variant.NONE),
        percent -> percent >= wanted);
  }

  static Target target(String wanted, Optional<Spread> measured, Predicate<Double> isMet) {
    return new Target(
        wanted,
        cell(measured, LoadPage::tenths),
        cell(measured, spread -> Target.verdict(spread, isMet, "fleet")));
  }

  private static String unadorned(Variant variant) {
    return variant.label().replace("**", "").replace("Tollgate, ", "");
  }

  static String cell(Optional<Spread> measured, Function<Spread, String> text) {
    return measured.map(text).orElse(Page.NOT_MEASURED);
  }

  /** Half a percent decides, so tenths are shown of every ratio. */
  static String tenths(Spread spread) {
    return spread.least() == spread.most()
        ? tenth(spread.median())
        : tenth(spread.median()) + " (" + tenth(spread.least()) + "–" + tenth(spread.most()) + ")";
  }

  private static String tenth(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private void row(String... cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
