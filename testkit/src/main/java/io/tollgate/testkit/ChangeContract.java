package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit that changes keeps what was already taken. */
abstract class ChangeContract extends ContractChapter {

  private static final int SEQUENCES = 30;

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

  @ParameterizedTest
  @EnumSource
  void decide_loweredAndRaisedAgain_keepsAllThatWasTaken(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 50);
    for (int i = 0; i < 5; i++) {
      assertThat(calls(limit(algorithm, 10), "alice", 1)).isEqualTo("R");
      assertThat(calls(limit(algorithm, 1), "alice", 1)).isEqualTo("R");
      assertThat(remaining(limit(algorithm, 100), "alice")).isEqualTo(50);
      assertThat(remaining(limit(algorithm, 60), "alice")).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void decide_loweredToNothingAndRaisedAgain_keepsAllThatWasTaken(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 50);
    assertThat(decide(limit(algorithm, 0), "alice", 1).outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(remaining(limit(algorithm, 0), "alice")).isZero();

    assertThat(remaining(limit(algorithm, 100), "alice")).isEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource
  void decide_definitionsInAnyOrder_admitWhatTheLargestHas(Algorithm algorithm) {
    var sizes = List.of(30, 100, 10, 70, 1);
    int admitted = 0;
    for (int i = 0; i < 1_000; i++) {
      var definition = limit(algorithm, sizes.get(i * 7 % 11 % sizes.size()));
      admitted += decide(definition, "alice", 1).allowed() ? 1 : 0;
    }

    assertThat(admitted).isEqualTo(100);
  }

  /** What is beyond the lower limit does not make its callers wait, and is not paid off either. */
  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void decide_loweredForAWhile_paysOffByTheLowerRate(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    decide(limit(algorithm, 100), "alice", 50);
    assertThat(calls(ten, "alice", 1)).isEqualTo("R");
    advance(MINUTE.multipliedBy(6));
    assertThat(calls(ten, "alice", 2)).isEqualTo("AR");
    advance(MINUTE.multipliedBy(18));

    assertThat(remaining(limit(algorithm, 100), "alice")).isEqualTo(53);
  }

  @ParameterizedTest
  @EnumSource
  void decide_loweredUntilAllIsAsNew_forgetsWhatIsBeyond(Algorithm algorithm) {
    decide(limit(algorithm, 100), "alice", 50);
    assertThat(calls(limit(algorithm, 10), "alice", 1)).isEqualTo("R");
    advance(HOUR.multipliedBy(2));
    assertThat(calls(limit(algorithm, 10), "alice", 1)).isEqualTo("A");

    assertThat(remaining(limit(algorithm, 100), "alice")).isEqualTo(99);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void decide_rateChanged_keepsPartsOfATokenToo(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    decide(ten, "alice", 10);
    advance(MINUTE.multipliedBy(3));
    assertThat(remaining(limit(algorithm, 20), "alice")).isEqualTo(10);
    advance(MINUTE.multipliedBy(3).dividedBy(2));

    assertThat(remaining(limit(algorithm, 20), "alice")).isEqualTo(11);
  }

  @Test
  void decide_slidingWindowChanged_goesOnFading() {
    decide(limit(Algorithm.SLIDING_WINDOW, 10), "alice", 8);
    advance(MINUTE.multipliedBy(90));
    assertThat(remaining(limit(Algorithm.SLIDING_WINDOW, 20), "alice")).isEqualTo(16);
    advance(MINUTE.multipliedBy(15));
    assertThat(remaining(limit(Algorithm.SLIDING_WINDOW, 10), "alice")).isEqualTo(8);
    advance(MINUTE.multipliedBy(15));

    assertThat(remaining(limit(Algorithm.SLIDING_WINDOW, 20), "alice")).isEqualTo(20);
  }

  @Test
  void decide_slidingLogChanged_keepsTheTimeOfEachCall() {
    decide(limit(Algorithm.SLIDING_LOG, 10), "alice", 3);
    advance(MINUTE.multipliedBy(20));
    decide(limit(Algorithm.SLIDING_LOG, 20), "alice", 4);
    advance(MINUTE.multipliedBy(40));
    assertThat(remaining(limit(Algorithm.SLIDING_LOG, 10), "alice")).isEqualTo(6);
    advance(MINUTE.multipliedBy(20));

    assertThat(remaining(limit(Algorithm.SLIDING_LOG, 10), "alice")).isEqualTo(10);
  }

  @Test
  void decide_logThatCountsRefusedLoweredAndRaisedAgain_keepsAllThatWasTaken() {
    var hundred = limit(Algorithm.SLIDING_LOG, 100).countingRefused();
    var ten = limit(Algorithm.SLIDING_LOG, 10).countingRefused();
    for (int i = 0; i < 50; i++) {
      decide(hundred, "alice", 1);
    }
    assertThat(calls(ten, "alice", 5)).isEqualTo("RRRRR");

    assertThat(remaining(hundred, "alice")).isEqualTo(45);
  }

  @ParameterizedTest
  @MethodSource("changesOfAlgorithm")
  void decide_loweredAndThenCountedAnotherWay_keepsAllThatWasTaken(
      Algorithm before, Algorithm after) {
    decide(limit(before, 100).named("limit"), "alice", 50);
    assertThat(calls(limit(before, 10).named("limit"), "alice", 1)).isEqualTo("R");
    assertThat(calls(limit(after, 10).named("limit"), "alice", 1)).isEqualTo("R");

    assertThat(remaining(limit(after, 100).named("limit"), "alice")).isEqualTo(50);
  }

  /** What calls had cost more than they took, and the limit had not, is not forgotten. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_changedAfterASettlement_keepsAllThatWasTaken(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    var claim = new Claim(ten, "alice", 10);
    var decision = decide(List.of(claim));
    settle(List.of(Settlement.of(claim, decision, /* actual= */ 18, Duration.ZERO)));
    assertThat(calls(limit(algorithm, 5), "alice", 1)).isEqualTo("R");
    assertThat(calls(ten, "alice", 1)).isEqualTo("R");

    assertThat(remaining(limit(algorithm, 20), "alice")).isEqualTo(2);
  }

  /** What a call took before a change may be paid off, or beyond: it does not come back. */
  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void settle_lessAfterTheLimitChangedToAndFro_givesNothingBack(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    var claim = new Claim(ten, "alice", 10);
    var decision = decide(List.of(claim));
    decide(limit(algorithm, 100), "alice", 45);
    assertThat(remaining(ten, "alice")).isZero();
    settle(List.of(Settlement.of(claim, decision, /* actual= */ 0, Duration.ZERO)));

    assertThat(remaining(ten, "alice")).isZero();
    assertThat(remaining(limit(algorithm, 100), "alice")).isEqualTo(45);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void settle_lessAfterAFasterLimitWasFull_givesNothingBack(Algorithm algorithm) {
    var ten = limit(algorithm, 10);
    var fast = Limit.of(1_000).per(SECOND).named(ten.name());
    var claim = new Claim(ten, "alice", 5);
    var decision = decide(List.of(claim));
    assertThat(remaining(fast, "alice")).isEqualTo(995);
    var pause = Duration.ofMillis(10);
    advance(pause);
    assertThat(remaining(fast, "alice")).isEqualTo(1_000);
    decide(ten, "alice", 3);
    settle(List.of(Settlement.of(claim, decision, /* actual= */ 0, pause)));

    assertThat(remaining(ten, "alice")).isEqualTo(7);
  }

  static List<List<Algorithm>> algorithmsThatCount() {
    var all = new ArrayList<>(List.of(Algorithm.values()));
    all.remove(Algorithm.CONCURRENCY);
    var choices = new ArrayList<List<Algorithm>>();
    all.forEach(algorithm -> choices.add(List.of(algorithm)));
    choices.add(List.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET));
    choices.add(List.copyOf(all));
    return choices;
  }

  @ParameterizedTest
  @MethodSource("algorithmsThatCount")
  void decide_randomDefinitions_answersAsTheModel(List<Algorithm> algorithms) {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      beginAgain(/* origin= */ 0);
      RandomChanges.of(algorithms, seed, step).play(new ComparedCalls(backend(), time(), step));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 60_000_000_000L})
  void decide_randomDefinitionsFromAnyOriginOfTheTicker_answersAsTheModel(long origin) {
    for (var algorithms : algorithmsThatCount()) {
      for (long seed = 0; seed < SEQUENCES / 6; seed++) {
        beginAgain(origin);
        RandomChanges.of(algorithms, seed, step).play(new ComparedCalls(backend(), time(), step));
      }
    }
  }

  /** Of the windows and the log only one at a time: from one to another goes what is taken. */
  static List<List<Algorithm>> algorithmsThatGoOn() {
    return List.of(
        List.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET),
        List.of(Algorithm.FIXED_WINDOW),
        List.of(Algorithm.SLIDING_WINDOW),
        List.of(Algorithm.SLIDING_LOG),
        List.of(Algorithm.CONCURRENCY));
  }

  @ParameterizedTest
  @MethodSource("algorithmsThatGoOn")
  void decide_looksUnderOtherDefinitions_changeNothing(List<Algorithm> algorithms) {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      beginAgain(/* origin= */ 0);
      RandomChanges.ofOneWindow(algorithms, seed, step)
          .playWithLooks(new ComparedCalls(backend(), time(), step), backend());
    }
  }
}
