package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.RuleReport.RefusedKey;
import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RefusedKeysTest {

  private final Random random = new Random(7);
  private final RefusedKeys keys = new RefusedKeys(random::nextLong);

  @Test
  void top_fewKeysAmongAFlood_areFound() {
    for (int i = 0; i < 20_000; i++) {
      keys.add("search", "user:" + i);
      if (i % 10 == 0) {
        keys.add("search", "eve");
        keys.add("login", "mallory");
      }
    }

    var top = keys.top();
    assertThat(top).hasSize(20);
    assertThat(top.subList(0, 2))
        .extracting(one -> one.bucket() + " " + one.key())
        .containsExactlyInAnyOrder("login mallory", "search eve");
    assertThat(top.get(0).refused()).isBetween(1_900L, 2_100L);
    assertThat(top.get(1).refused()).isBetween(1_900L, 2_100L);
  }

  /** Who comes when all counters are taken is found as well. */
  @Test
  void top_oftenRefusedSinceLater_isFound() {
    for (int i = 0; i < 20_000; i++) {
      keys.add("search", "user:" + i);
    }
    for (int i = 0; i < 1_000; i++) {
      keys.add("search", "eve");
      keys.add("search", "someone:" + i);
    }

    assertThat(keys.top().get(0).key()).isEqualTo("eve");
  }

  /** Taking over looks through all counters. */
  @Test
  void add_floodOfKeys_takesOverMoreAndMoreRarely() {
    var takenOver = new ArrayList<Integer>();
    var last = new AtomicLong();
    var drawing =
        new RefusedKeys(
            bound -> {
              last.set(random.nextLong(bound));
              return last.get();
            });
    for (int i = 0; i < 100_000; i++) {
      drawing.add("search", "user:" + i);
      if (last.get() == 0) {
        takenOver.add(i);
      }
    }

    assertThat(takenOver).startsWith(IntStream.range(0, 128).boxed().toArray(Integer[]::new));
    assertThat(takenOver).hasSizeBetween(4_000, 6_000);
    assertThat(takenOver).filteredOn(i -> i >= 90_000).hasSizeBetween(150, 400);
  }

  @Test
  void top_withinTheCapacity_isExact() {
    keys.add("a", "x");
    keys.add("a", "y");
    keys.add("a", "y");

    assertThat(keys.top())
        .containsExactly(new RefusedKey("a", "y", 2), new RefusedKey("a", "x", 1));
  }
}
