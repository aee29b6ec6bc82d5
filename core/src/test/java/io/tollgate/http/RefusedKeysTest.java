package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.RuleReport.RefusedKey;
import org.junit.jupiter.api.Test;

final class RefusedKeysTest {

  @Test
  void top_fewKeysAmongAFlood_areFound() {
    var keys = new RefusedKeys();
    for (int i = 0; i < 20_000; i++) {
      keys.add("search", "user:" + i);
      if (i % 10 == 0) {
        keys.add("search", "eve");
        keys.add("login", "mallory");
      }
    }

    var top = keys.top();
    assertThat(top).hasSize(20);
    assertThat(top)
        .extracting(one -> one.bucket() + " " + one.key())
        .startsWith("login mallory", "search eve");
    assertThat(top.get(0).refused()).as("never too low").isGreaterThanOrEqualTo(2_000);
  }

  @Test
  void top_withinTheCapacity_isExact() {
    var keys = new RefusedKeys();
    keys.add("a", "x");
    keys.add("a", "y");
    keys.add("a", "y");

    assertThat(keys.top())
        .containsExactly(new RefusedKey("a", "y", 2), new RefusedKey("a", "x", 1));
  }
}
