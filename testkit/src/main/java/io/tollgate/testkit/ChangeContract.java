package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** A limit that changes keeps what was already taken. */
abstract class ChangeContract extends ContractChapter {

  ChangeContract(BackendContract contract) {
    super(contract);
  }

  @ParameterizedTest
  @EnumSource
  void decide_loweredBelowWhatWasTaken_isRefusedWithNothingLeft(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 50);
    var decision = decide(limit(algorithm, 10), "alice", 1);

    assertThat(decision.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(decision.remaining()).isEqualTo(0);
  }

  @ParameterizedTest
  @EnumSource
  void retryAfter_lowered_isHonest(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    decide(limit(algorithm, 100), "alice", 50);
    var wait = refused(ten, "alice", 1);

    advance(wait.minus(step));
    assertThat(calls(ten, "alice", 1)).isEqualTo("R");
    advance(step);
    assertThat(calls(ten, "alice", 1)).isEqualTo("A");
  }

  @ParameterizedTest
  @EnumSource
  void decide_lowered_leavesWhatTheNewLimitHasLeft(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 4);

    assertThat(decide(limit(algorithm, 10), "alice", 1).remaining()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void decide_raised_leavesWhatTheNewLimitHasLeft(Algorithm algorithm) {
    decide(limit(algorithm, 10), "alice", 10);
    var decision = decide(limit(algorithm, 100), "alice", 1);

    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.remaining()).isEqualTo(89);
  }

  @ParameterizedTest
  @EnumSource
  void decide_changedToAndFro_freesNothing(Algorithm algorithm) {
    decide(limit(algorithm, 10), "alice", 6);
    for (int i = 0; i < 5; i++) {
      assertThat(remaining(limit(algorithm, 11), "alice")).isEqualTo(5);
      assertThat(remaining(limit(algorithm, 10), "alice")).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_equalLimitMadeAnew_isTheSame(Algorithm algorithm) {
    advance(MINUTE);
    decide(limit(algorithm, 7), "alice", 6);
    advance(SECOND);
    var before = decide(limit(algorithm, 7), "alice", 0);
    var after = decide(limit(algorithm, 7), "alice", 0);

    assertThat(after.remaining()).isEqualTo(before.remaining());
    assertThat(after.reset()).isEqualTo(before.reset());
  }

  @ParameterizedTest
  @EnumSource
  void decide_loweredToNothing_neverFits(Algorithm algorithm) {
    decide(limit(algorithm, 10), "alice", 5);
    var decision = decide(limit(algorithm, 0), "alice", 1);

    assertThat(decision.outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(decision.remaining()).isEqualTo(0);
  }

  @ParameterizedTest
  @EnumSource
  void decide_lowered_isLoweredForEveryKey(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 50);
    decide(limit(algorithm, 100), "bob", 8);
    assertThat(calls(limit(algorithm, 10), "alice", 1)).isEqualTo("R");
    assertThat(calls(limit(algorithm, 10), "bob", 3)).isEqualTo("AAR");
    assertThat(remaining(limit(algorithm, 10), "carol")).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource
  void decide_loweredAmongSeveralClaims_isRefusedAndTakesNothing(Algorithm algorithm) {
    var other = Limit.of(5).per(Per.HOUR).named("other");
    decide(limit(algorithm, 100), "alice", 50);
    var decision =
        decide(List.of(new Claim(other, "alice"), new Claim(limit(algorithm, 10), "alice")));

    assertThat(decision.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(decision.each()).extracting(Decision::remaining).containsExactly(5L, 0L);
    assertThat(remaining(other, "alice")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_periodChanged_keepsWhatWasTaken(Algorithm algorithm) {
    // At the start of a day, so that no window ends.
    var daily = Limit.of(10).per(Per.DAY).algorithm(algorithm).named(limit(algorithm, 10).name());
    var shift = daily.maxCost() - 10;
    advance(HOUR.multipliedBy(12));
    decide(limit(algorithm, 10), "alice", 6);

    assertThat(remaining(daily, "alice")).isEqualTo(4 + shift);
  }

  static Stream<Arguments> changesOfAlgorithm() {
    var changes = new ArrayList<Arguments>();
    for (var before : Algorithm.values()) {
      for (var after : Algorithm.values()) {
        if (before != after) {
          changes.add(Arguments.of(before, after));
        }
      }
    }
    return changes.stream();
  }

  @ParameterizedTest
  @MethodSource("changesOfAlgorithm")
  void decide_algorithmChanged_keepsWhatWasTaken(Algorithm before, Algorithm after) {
    decide(limit(before, 10).named("limit"), "alice", 6);
    var changed = limit(after, 10).named("limit");

    assertThat(remaining(changed, "alice")).isEqualTo(4);
    assertThat(calls(changed, "alice", 5)).isEqualTo("AAAAR");
    assertThat(remaining(changed, "bob")).isEqualTo(10);
  }

  @Test
  void release_limitChanged_findsTheLease() {
    var held = decide(Limit.concurrent(2).named("calls"), "alice", 1);
    var lowered = Limit.concurrent(1).named("calls");
    assertThat(calls(lowered, "alice", 1)).isEqualTo("R");

    release(held.leases());
    assertThat(calls(lowered, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void lease_limitChanged_endsWhenItWouldHave() {
    decide(Limit.concurrent(1).lease(HOUR).named("calls"), "alice", 1);
    var longer = Limit.concurrent(1).lease(HOUR.multipliedBy(2)).named("calls");
    advance(MINUTE);

    assertThat(refused(longer, "alice", 1)).isEqualTo(HOUR.minus(MINUTE));
  }

  @Test
  void lease_shortened_isShorterForNewCalls() {
    decide(Limit.concurrent(2).lease(HOUR).named("calls"), "alice", 1);
    var shorter = Limit.concurrent(2).lease(MINUTE).named("calls");
    advance(SECOND);
    decide(shorter, "alice", 1);
    advance(MINUTE);

    assertThat(calls(shorter, "alice", 2)).isEqualTo("AR");
  }
}
