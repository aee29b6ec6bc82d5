package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.bench.LoadFigures.Slice;
import io.tollgate.bench.rest.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LoadPageTest {

  private static final long SECOND = 1_000_000_000;

  private final LoadFigures<Variant> figures = new LoadFigures<>();

  @Test
  void percent_slowMoments_areTakenWithinARound() {
    figures.beginFleet();
    // The machine was half as fast in the second round, and one slice of the third was disturbed.
    add(Variant.NONE, 1_000, 500, 1_000);
    add(Variant.USER, 980, 490, 100);

    assertThat(figures.percent(Variant.USER, Variant.NONE)).contains(Spread.of(98));
  }

  @Test
  void percent_severalFleets_spreadsOverThem() {
    for (int kept : new int[] {960, 990, 980}) {
      figures.beginFleet();
      add(Variant.NONE, 1_000, 1_000, 1_000);
      add(Variant.USER, kept, kept, kept);
    }

    assertThat(figures.percent(Variant.USER, Variant.NONE)).contains(Spread.of(96, 98, 99));
    assertThat(LoadFigures.confidencePercent(3)).isEqualTo(75);
    assertThat(LoadFigures.confidencePercent(13)).isEqualTo(99.9);
  }

  @Test
  void cpuMicros_ofRounds_isTheirTotal() {
    figures.beginFleet();
    figures.add(Variant.NONE, new Slice(/* requests= */ 1_000, SECOND, /* cpuNanos= */ 10_000_000));
    figures.add(Variant.NONE, new Slice(/* requests= */ 3_000, SECOND, /* cpuNanos= */ 70_000_000));
    figures.add(Variant.USER, new Slice(/* requests= */ 1_000, SECOND, /* cpuNanos= */ 25_000_000));

    assertThat(figures.cpuMicros(Variant.NONE)).contains(Spread.of(20));
    assertThat(figures.cpuMicrosBeyond(Variant.USER, Variant.NONE)).contains(Spread.of(5));
    assertThat(figures.cpuPercent(Variant.USER, Variant.NONE)).contains(Spread.of(125));
  }

  @Test
  void of_targets_saysWhetherTheyAreMet() {
    for (int kept : new int[] {960, 980, 990}) {
      figures.beginFleet();
      add(Variant.NONE, 1_000);
      add(Variant.USER, kept);
      add(Variant.ADDRESS, 970);
      add(Variant.THREE, 949);
      add(Variant.BUCKET4J, kept);
      figures.add(Variant.REFUSED, new Slice(/* requests= */ 1_100, SECOND, SECOND));
    }

    assertThat(LoadPage.of("Today.", figures, new LoadFigures<>()))
        .startsWith("Today.\n")
        .contains(
            "| one limit by user: requests/s, at least % of no limiter: 97.0 | 98.0 (96.0–99.0) |"
                + " met at the median, in 2 of 3 fleets |")
        .contains("by address: requests/s, at least % of no limiter: 97.0 | 97.0 | met |")
        .contains("at least % of no limiter: 95.0 | 94.9 | **missed** |")
        .contains("requests/s, more than % of the filter by hand: 100.0 | 100.0 | **missed** |")
        .contains("less than % of an admitted one: 100.0 | 89.1 (87.3–90.0) | met |")
        .contains("time inside Jersey, less than % of an admitted one: 100.0 | – | – |")
        .contains("| no limiter | 1,000 | 100.0 | 1,000 | 0.00 |")
        .contains("| no limiter, a second time | – | – | – | – |");
  }

  @Test
  void page_ofAllServersOfAFleet_lacksNothing() {
    for (var together : Load.SERVERS) {
      figures.beginFleet();
      together.forEach(variant -> add(variant, 1_000));
    }

    // Two that share no server cannot be compared, and would have no figure.
    assertThat(LoadPage.of("Today.", figures, figures)).doesNotContain("| – |");
  }

  @Test
  void section_ofThePublishedPage_isThere() throws IOException {
    var page = Files.readString(Path.of("..", "docs", "benchmarks.md"));

    assertThat(LoadPage.SECTION.replace(page, "new figures\n")).contains("\n\nnew figures\n\n");
  }

  /** A second for each round, and all of it spent in the server. */
  private void add(Variant variant, long... requests) {
    for (long each : requests) {
      figures.add(variant, new Slice(each, SECOND, SECOND));
    }
  }
}
