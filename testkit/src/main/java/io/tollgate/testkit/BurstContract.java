package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One limit, one key: what is admitted, and what is left. */
abstract class BurstContract extends ContractChapter {

  BurstContract(BackendContract contract) {
    super(contract);
  }

  @ParameterizedTest
  @EnumSource
  void decide_untouchedBucket_admitsTheBurstThenRefuses(Algorithm algorithm) {
    assertThat(calls(limit(algorithm, 5), "alice", 7)).isEqualTo("AAAAARR");
  }

  @ParameterizedTest
  @EnumSource
  void decide_wholeBurstInOneCall_isAdmitted(Algorithm algorithm) {
    var limit = limit(algorithm, 5);

    assertThat(decide(limit, "alice", 5).outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(calls(limit, "alice", 1)).isEqualTo("R");
  }

  @ParameterizedTest
  @EnumSource
  void decide_eachCall_leavesOneLess(Algorithm algorithm) {
    var limit = limit(algorithm, 3);

    assertThat(remaining(limit, "alice")).isEqualTo(3);
    assertThat(decide(limit, "alice", 1).remaining()).isEqualTo(2);
    assertThat(decide(limit, "alice", 1).remaining()).isEqualTo(1);
    assertThat(decide(limit, "alice", 1).remaining()).isEqualTo(0);
    assertThat(decide(limit, "alice", 1).remaining()).isEqualTo(0);
  }

  @ParameterizedTest
  @EnumSource
  void decide_allowed_answersTheClaim(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    var decision = decide(limit, "alice", 2);

    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.limit()).isEqualTo(limit);
    assertThat(decision.cost()).isEqualTo(2);
    assertThat(decision.retryAfter()).isEmpty();
    assertThat(decision.each()).hasSize(1);
    assertThat(decision.leases()).hasSize(algorithm == Algorithm.CONCURRENCY ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void decide_refused_answersTheClaim(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    decide(limit, "alice", 4);
    var decision = decide(limit, "alice", 2);

    assertThat(decision.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(decision.limit()).isEqualTo(limit);
    assertThat(decision.cost()).isEqualTo(2);
    assertThat(decision.remaining()).isEqualTo(1);
    assertThat(decision.retryAfter()).get().isNotEqualTo(Duration.ZERO);
    assertThat(decision.delay()).isZero();
    assertThat(decision.each()).hasSize(1);
    assertThat(decision.leases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void decide_refused_changesNothing(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    decide(limit, "alice", 3);
    var first = decide(limit, "alice", 3);
    for (int i = 0; i < 10; i++) {
      var again = decide(limit, "alice", 3);
      assertThat(again.outcome()).isEqualTo(Outcome.REFUSED);
      assertThat(again.remaining()).isEqualTo(2);
      assertThat(again.retryAfter()).isEqualTo(first.retryAfter());
      assertThat(again.reset()).isEqualTo(first.reset());
    }
    assertThat(calls(limit, "alice", 3)).isEqualTo("AAR");
  }

  @ParameterizedTest
  @EnumSource
  void decide_refusedNowAndThen_isAdmittedWhenItWasTold(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    decide(limit, "alice", 5);
    var wait = refused(limit, "alice", 1);
    for (int i = 0; i < 3; i++) {
      advance(wait.dividedBy(4).truncatedTo(ChronoUnit.SECONDS));
      assertThat(calls(limit, "alice", 1)).isEqualTo("R");
    }
    advance(refused(limit, "alice", 1));
    assertThat(calls(limit, "alice", 1)).isEqualTo("A");
  }

  @ParameterizedTest
  @EnumSource
  void decide_oneCallOfCostFour_isFourCallsOfCostOne(Algorithm algorithm) {
    var limit = limit(algorithm, 9);
    advance(Duration.ofMinutes(11));
    decide(limit, "alice", 4);
    assertThat(calls(limit, "bob", 4)).isEqualTo("AAAA");

    for (int i = 0; i < 30; i++) {
      var one = decide(limit, "alice", 0);
      var four = decide(limit, "bob", 0);
      assertThat(one.remaining()).isEqualTo(four.remaining());
      assertThat(one.reset()).isEqualTo(four.reset());
      advance(Duration.ofMinutes(5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_costZero_isAllowedAndTakesNothing(Algorithm algorithm) {
    var limit = limit(algorithm, 2);
    for (int i = 0; i < 3; i++) {
      assertIsFree(decide(limit, "alice", 0), /* remaining= */ 2);
    }
    assertThat(calls(limit, "alice", 3)).isEqualTo("AAR");
    for (int i = 0; i < 3; i++) {
      assertIsFree(decide(limit, "alice", 0), /* remaining= */ 0);
    }
  }

  private static void assertIsFree(Decision decision, long remaining) {
    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.cost()).isEqualTo(0);
    assertThat(decision.remaining()).isEqualTo(remaining);
    assertThat(decision.leases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void decide_costAboveAllThereEverIs_neverFitsAndTakesNothing(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    for (long cost : List.of(6L, 1_000L, 1L << 53, Long.MAX_VALUE)) {
      assertNeverFits(decide(limit, "alice", cost), cost, /* remaining= */ 5);
    }
    assertThat(calls(limit, "alice", 3)).isEqualTo("AAA");
    assertNeverFits(decide(limit, "alice", 6), /* cost= */ 6, /* remaining= */ 2);
    assertThat(calls(limit, "alice", 3)).isEqualTo("AAR");
    assertNeverFits(decide(limit, "alice", 6), /* cost= */ 6, /* remaining= */ 0);
  }

  @ParameterizedTest
  @EnumSource
  void decide_limitZero_admitsNothingEver(Algorithm algorithm) {
    var nothing = limit(algorithm, 0);

    assertIsFree(decide(nothing, "alice", 0), /* remaining= */ 0);
    assertNeverFits(decide(nothing, "alice", 1), /* cost= */ 1, /* remaining= */ 0);
    advance(HOUR.multipliedBy(1_000));
    assertNeverFits(decide(nothing, "alice", 1), /* cost= */ 1, /* remaining= */ 0);
  }

  private static void assertNeverFits(Decision decision, long cost, long remaining) {
    assertThat(decision.outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(decision.cost()).isEqualTo(cost);
    assertThat(decision.remaining()).isEqualTo(remaining);
    assertThat(decision.retryAfter()).isEqualTo(Optional.empty());
    assertThat(decision.leases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void decide_afterLongSilence_hasTheBurstAndNoMore(Algorithm algorithm) {
    var limit = limit(algorithm, 3);
    assertThat(calls(limit, "alice", 4)).isEqualTo("AAAR");
    for (var silence : List.of(HOUR.multipliedBy(3), Duration.ofDays(30), Duration.ofDays(3_650))) {
      advance(silence);
      assertThat(calls(limit, "alice", 4)).isEqualTo("AAAR");
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_largeNumbers_areExact(Algorithm algorithm) {
    long most = 1_000_000_000_000L;
    var limit = limit(algorithm, most);

    assertThat(decide(limit, "alice", most - 1).remaining()).isEqualTo(1);
    assertThat(decide(limit, "alice", 2).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(calls(limit, "alice", 2)).isEqualTo("AR");
  }
}
