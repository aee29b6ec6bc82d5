package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RulesTest {

  private static ObjectNode large(int number) {
    return Json.object().put("limit", "5/min").put("user", number + "x".repeat(90_000));
  }

  @Test
  void candidates_thatAreOnlyLookedAt_areNotRemembered() {
    long before = Rules.remembered();
    for (int i = 0; i < 5; i++) {
      assertThat(Rules.faultsOfChange(Map.of(), "looked at", large(i))).isEmpty();
      assertThat(Rules.descriptionOfCandidate("looked at", large(i))).isNotEmpty();
    }

    assertThat(Rules.remembered()).isEqualTo(before);
  }

  @Test
  void rules_howeverManyAndLong_areRememberedWithinBounds() {
    for (int i = 0; i < 120; i++) {
      Rules.rule("long", large(i));
    }

    assertThat(Rules.remembered()).isBetween((long) Rules.MAX_SET_BYTES, 2L * Rules.MAX_SET_BYTES);
  }
}
