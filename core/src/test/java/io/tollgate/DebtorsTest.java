package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DebtorsTest {

  private static final Limit LIMIT = Limit.of(1).per(Per.DAY).named("limit");

  private final Debtors debtors = new Debtors(/* maxKeys= */ 2);

  @Test
  void recall_nobodyWritten_isNow() {
    assertThat(debtors.recall(LIMIT, "alice", /* now= */ 7)).isEqualTo(7);
  }

  @Test
  void recall_written_staysUntilItsTime() {
    debtors.remember(LIMIT, "alice", /* now= */ 0, /* until= */ 100);

    assertThat(debtors.recall(LIMIT, "bob", /* now= */ 1)).isEqualTo(1);
    assertThat(debtors.recall(LIMIT, "alice", /* now= */ 1)).isEqualTo(100);
    assertThat(debtors.recall(LIMIT, "alice", /* now= */ 99)).isEqualTo(100);
    assertThat(debtors.recall(LIMIT, "alice", /* now= */ 101)).isEqualTo(101);
  }

  @Test
  void remember_noPlaceLeft_keepsTheEarlier() {
    for (int i = 0; i < 8; i++) {
      debtors.remember(LIMIT, "early" + i, /* now= */ 0, /* until= */ 100);
    }
    debtors.remember(LIMIT, "late", /* now= */ 0, /* until= */ 200);

    assertThat(debtors.recall(LIMIT, "late", /* now= */ 1)).isEqualTo(1);
    for (int i = 0; i < 8; i++) {
      assertThat(debtors.recall(LIMIT, "early" + i, /* now= */ 1)).isEqualTo(100);
    }
  }

  @Test
  void remember_theirTimeHasCome_takesTheirPlace() {
    for (int i = 0; i < 8; i++) {
      debtors.remember(LIMIT, "early" + i, /* now= */ 0, /* until= */ 100);
    }
    debtors.remember(LIMIT, "late", /* now= */ 100, /* until= */ 200);

    assertThat(debtors.recall(LIMIT, "late", /* now= */ 101)).isEqualTo(200);
  }

  @Test
  void remember_nameAndKeySharedOut_areNotMistaken() {
    debtors.remember(Limit.of(1).per(Per.DAY).named("r:a"), "b", /* now= */ 0, /* until= */ 9);

    assertThat(debtors.recall(Limit.of(1).per(Per.DAY).named("r"), "a:b", /* now= */ 1))
        .isEqualTo(1);
    assertThat(debtors.recall(Limit.of(1).per(Per.DAY).named("r:a"), "", /* now= */ 1))
        .isEqualTo(1);
  }
}
