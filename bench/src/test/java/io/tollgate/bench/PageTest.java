package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.bench.Figures.Subject;
import io.tollgate.bench.HotBucketBenchmark.Path;
import io.tollgate.bench.Traffic.Population;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {

  private final Figures figures = new Figures();

  @Test
  void spread_ofRounds_showsMedianAndEnds() {
    assertThat(Spread.of(3, 1, 2).text()).isEqualTo("2.00 (1.00–3.00)");
    assertThat(Spread.of(10, 20, 30, 1_000).text()).isEqualTo("25.0 (10.0–1,000)");
    assertThat(Spread.of(7).text()).isEqualTo("7.00");
  }

  @Test
  void of_ratios_areTakenWithinARound() {
    // The machine was three times as slow in the second round: the ratio does not care.
    add(KeyedPeer.TOLLGATE, 6, 2);
    add(KeyedPeer.BUCKET4J, 3, 1);

    assertThat(page())
        .contains("| Bucket4j in Caffeine, bound and expiry | 2.00 (1.00–3.00) | 2.00 |");
  }

  @Test
  void of_targets_saysMetOnlyIfEveryRoundMeetsThem() {
    add(KeyedPeer.TOLLGATE, 3, 3, 2);
    add(KeyedPeer.BUCKET4J, 1, 1, 1);

    assertThat(page())
        .contains(
            "| 10,000 keys, 1 thread: × Bucket4j in Caffeine, at least 2.50 | 3.00 (2.00–3.00) |"
                + " met at the median, in 2 of 3 rounds |");
  }

  @Test
  void of_hotTarget_comparesWithWhoeverWasFastestInEachRound() {
    addHot(HotPeer.TOLLGATE, 2, 2);
    addHot(HotPeer.GUAVA, 1, 4);
    addHot(HotPeer.FAILSAFE_BURSTY, 4, 1);
    // Refilled by a timer, so not counted.
    addHot(HotPeer.RESILIENCE4J_SEMAPHORE, 100, 100);

    assertThat(page())
        .contains(
            "| hot bucket, admitted, 1 thread: × the fastest that refills on call, at least 1.00 |"
                + " 0.50 | **missed** |");
  }

  @Test
  void of_aPeerThatIsFaster_isSaid() {
    addHot(HotPeer.TOLLGATE, 1);
    addHot(HotPeer.RESILIENCE4J_SEMAPHORE, 4);

    assertThat(page())
        .contains(
            "- hot bucket, admitted, 1 thread: 0.25 × apart: Resilience4j semaphore, refilled by a timer");
  }

  @Test
  void of_memory_comparesBytesWithTheKey() {
    var bytes =
        Map.of(
            KeyedPeer.TOLLGATE, new BytesPerKey(/* withKey= */ 120, /* withoutKey= */ 56),
            KeyedPeer.BUCKET4J, new BytesPerKey(/* withKey= */ 240, /* withoutKey= */ 176));

    assertThat(Page.of("Today.", figures, Map.of(Population.MILLION, bytes)))
        .contains("| Bucket4j in Caffeine, bound and expiry | 1,000,000 | 240 | 176 | 0.50 |")
        .contains("at most 0.40 | 0.50 | **missed** |");
  }

  @Test
  void replaceFigures_aPageWithMarks_keepsWhatIsAround() {
    var page =
        """
        Before
        <!-- figures: written by bench/run, not by hand -->
        old
        <!-- end of figures -->
        After
        """;

    assertThat(Page.replaceFigures(Page.replaceFigures(page, "new\n"), "newer\n"))
        .isEqualTo(
            """
            Before
            <!-- figures: written by bench/run, not by hand -->

            newer

            <!-- end of figures -->
            After
            """);
    assertThatThrownBy(() -> Page.replaceFigures("no marks", "new"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the page has no place for figures");
  }

  private String page() {
    return Page.of("Today.", figures, Map.of());
  }

  private void add(KeyedPeer peer, double... rounds) {
    for (double callsPerMicro : rounds) {
      for (int threads : Target.THREADS) {
        figures.add(
            Subject.keyed(peer, Population.TEN_THOUSAND, threads),
            callsPerMicro,
            /* bytesPerCall= */ 64);
      }
    }
  }

  private void addHot(HotPeer peer, double... rounds) {
    for (double callsPerMicro : rounds) {
      for (int threads : Target.THREADS) {
        figures.add(
            Subject.hot(peer, Path.ADMITTED, threads), callsPerMicro, /* bytesPerCall= */ 0);
      }
    }
  }
}
