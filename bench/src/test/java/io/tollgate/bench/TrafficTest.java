package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class TrafficTest {

  @Test
  void key_everyCaller_hasTwentyCharactersOfHisOwn() {
    var keys = new HashSet<String>();
    for (int caller = 0; caller < 1_000_000; caller++) {
      keys.add(Traffic.key(caller));
    }

    assertThat(keys).hasSize(1_000_000);
    assertThat(keys.stream().mapToInt(String::length)).containsOnly(20);
  }

  @Test
  void row_manyCalls_followsZipf() {
    int calls = 1_000_000;
    var counts = new int[10_000];
    for (int caller : Traffic.row(counts.length, calls)) {
      counts[caller]++;
    }
    Arrays.sort(counts);

    // The weights 1/r^0.99 of 10,000 ranks add up to 10.2.
    assertThat(counts[9_999] / (double) calls).isCloseTo(0.098, within(0.002));
    assertThat(counts[9_998] / (double) calls).isCloseTo(0.049, within(0.002));
    assertThat(counts[9_990] / (double) calls).isCloseTo(0.010, within(0.001));
  }

  @Test
  void row_hotCallers_areNotNeighbours() {
    var counts = new int[1_000];
    for (int caller : Traffic.row(counts.length, 100_000)) {
      counts[caller]++;
    }
    int hottest = 0;
    for (int caller = 0; caller < counts.length; caller++) {
      hottest = counts[caller] > counts[hottest] ? caller : hottest;
    }

    assertThat(counts[(hottest + 1) % counts.length]).isLessThan(counts[hottest] / 4);
  }
}
