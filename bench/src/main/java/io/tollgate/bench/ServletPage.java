package io.tollgate.bench;

import io.tollgate.bench.servlet.ServletVariant;

/** The figures of servlets under load as text. */
final class ServletPage {

  static final Section SECTION =
      new Section(
          "<!-- servlet: written by bench/run servlet, not by hand -->", "<!-- end of servlet -->");

  private static final double FILTER_KEEPS = 97;

  private ServletPage() {}

  /** Returns the page. */
  static String of(
      String circumstances,
      LoadFigures<ServletVariant> figures,
      LoadFigures<ServletVariant> inside) {
    var text = new StringBuilder(circumstances).append("\n\n");
    row(text, "wanted", "measured", "verdict");
    row(text, "---", "---:", "---");
    var target =
        LoadPage.target(
            "one limit by address: requests/s, at least % of no limiter: 97.0",
            figures.percent(ServletVariant.FILTER, ServletVariant.NONE),
            percent -> percent >= FILTER_KEEPS);
    row(text, target.wanted(), target.measured(), target.verdict());
    text.append('\n');
    row(text, "", "requests/s", "% of the same without", "server CPU, µs", "more, µs");
    row(text, "---", "---:", "---:", "---:", "---:");
    for (var variant : ServletVariant.values()) {
      var without = variant.without();
      row(
          text,
          variant.label(),
          LoadPage.cell(figures.requestsPerSecond(variant), Spread::text),
          LoadPage.cell(figures.percent(variant, without), LoadPage::tenths),
          LoadPage.cell(figures.cpuMicros(variant), Spread::text),
          LoadPage.cell(figures.cpuMicrosBeyond(variant, without), Spread::text));
    }
    text.append("\nInside the filter, from its call until it hands the request on:\n\n");
    row(text, "", "median of all calls, µs");
    row(text, "---", "---:");
    for (var variant : ServletLoad.WATCHED) {
      var label = variant == ServletVariant.NONE ? "the stopwatch itself" : variant.label();
      row(text, label, LoadPage.cell(inside.cpuMicros(variant), Spread::text));
    }
    return text.toString();
  }

  private static void row(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
