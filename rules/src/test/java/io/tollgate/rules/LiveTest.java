package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LiveTest {

  private final Live live = new Live();

  private String allowed(String rule, long now, int seconds) {
    var json = Json.object();
    live.write(json, now, seconds);
    return json.path("rules").path(rule).path("allowed").toString();
  }

  @Test
  void write_atTheSameAndLaterSeconds_showsTheOldestFirst() {
    live.add("a", 1_000, 1, 0, 0);
    live.add("a", 1_001, 2, 0, 0);
    live.add("a", 1_001, 3, 0, 0);

    assertThat(allowed("a", 1_001, 3)).isEqualTo("[0,1,5]");
    assertThat(allowed("a", 1_003, 3)).isEqualTo("[5,0,0]");
  }

  @Test
  void write_afterTheRingWentRound_hasForgotten() {
    live.add("a", 1_000, 1, 0, 0);
    live.add("a", 1_000 + Live.SECONDS, 7, 0, 0);

    assertThat(allowed("a", 1_000 + Live.SECONDS, 2)).isEqualTo("[0,7]");
    assertThat(allowed("a", 5_000, 2)).isEmpty();
  }

  @Test
  void add_ofMoreRulesThanAreToldApart_sumsTheOthers() {
    for (int i = 0; i < 1_000; i++) {
      live.add("rule " + i, 1_000, i < 500 ? 1 : 1_000, 0, 0);
    }

    assertThat(allowed("(others)", 1_000, 1)).isEqualTo("[500000]");
  }

  @Test
  void add_whenOldRulesAreSilent_makesRoom() {
    for (int i = 0; i < 500; i++) {
      live.add("old " + i, 1_000, 1, 0, 0);
    }

    live.add("new", 1_000 + Live.SECONDS, 3, 0, 0);

    assertThat(allowed("new", 1_000 + Live.SECONDS, 1)).isEqualTo("[3]");
  }
}
