package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Per;
import io.tollgate.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call really cost, said after it was charged. */
abstract class SettlementContract extends ContractChapter {

  private static final int SEQUENCES = 40;

  SettlementContract(BackendContract contract) {
    super(contract);
  }

  private void settle(Limit limit, Decision decision, long actual, Duration elapsed) {
    settle(List.of(settlement(limit, "alice", decision, actual, elapsed)));
  }

  private static Settlement settlement(
      Limit limit, String key, Decision decision, long actual, Duration elapsed) {
    return Settlement.of(new Claim(limit, key, decision.cost()), decision, actual, elapsed);
  }

  /** What a bucket answers to a call that takes nothing. */
  private String look(Limit limit, String key) {
    var answer = decide(limit, key, 0);
    return answer.remaining() + " left, as new in " + answer.reset();
  }

  /** Bob takes at once what Alice takes too much of or too little. */
  private void assertSettled(Algorithm algorithm, long taken, long actual) {
    var limit = limit(algorithm, 10);
    decide(limit, "alice", 2);
    decide(limit, "bob", 2);
    advance(MINUTE);
    settle(limit, decide(limit, "alice", taken), actual, Duration.ZERO);
    decide(limit, "bob", actual);

    assertThat(look(limit, "alice")).isEqualTo(look(limit, "bob"));
    advance(MINUTE);
    assertThat(calls(limit, "alice", 10)).isEqualTo(calls(limit, "bob", 10));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessAtOnce_isAsIfItHadBeenTaken(Algorithm algorithm) {
    assertSettled(algorithm, /* taken= */ 7, /* actual= */ 3);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_nothingAtOnce_isAsIfNothingHadBeenTaken(Algorithm algorithm) {
    assertSettled(algorithm, /* taken= */ 7, /* actual= */ 0);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_moreAtOnce_isAsIfItHadBeenTaken(Algorithm algorithm) {
    assertSettled(algorithm, /* taken= */ 3, /* actual= */ 7);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_asMuchAsWasTaken_changesNothing(Algorithm algorithm) {
    assertSettled(algorithm, /* taken= */ 5, /* actual= */ 5);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_moreThanThereIs_makesTheNextCallsWait(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var decision = decide(limit, "alice", 6);
    decide(limit, "bob", 10);
    advance(MINUTE);
    settle(limit, decision, /* actual= */ 15, MINUTE);

    assertThat(remaining(limit, "alice")).isZero();
    var wait = refused(limit, "alice", 1);
    assertThat(wait)
        .isGreaterThanOrEqualTo(refused(limit, "bob", 1))
        .isLessThanOrEqualTo(HOUR.multipliedBy(2));
    advance(wait.minus(step));
    assertThat(calls(limit, "alice", 1)).isEqualTo("R");
    advance(step);
    assertThat(calls(limit, "alice", 1)).isEqualTo("A");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_costZeroOfABucketBelowEmpty_isAllowedAndRefusesNobody(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    settle(limit, decide(limit, "alice", 6), /* actual= */ 15, Duration.ZERO);
    var both = List.of(new Claim(limit, "alice", 0), new Claim(limit.named("other"), "alice", 3));

    assertThat(decide(limit, "alice", 0).allowed()).isTrue();
    assertThat(decide(both).each()).extracting(Decision::remaining).containsExactly(0L, 7L);
  }

  @Test
  void settle_moreThanThereIs_isOwedByATokenBucket() {
    var limit = Limit.of(10).per(Duration.ofSeconds(10)).named("limit");
    var decision = decide(limit, "alice", 6);
    settle(limit, decision, /* actual= */ 15, Duration.ZERO);

    // 5 below empty: a sixth second brings the first token.
    assertThat(refused(limit, "alice", 1)).isEqualTo(Duration.ofSeconds(6));
    assertThat(decide(limit, "alice", 0).reset()).isEqualTo(Duration.ofSeconds(15));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_farTooMuch_shutsNobodyOutForLongerThanTwice(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var decision = decide(limit, "alice", 1);
    settle(limit, decision, Long.MAX_VALUE, Duration.ZERO);
    settle(limit, decision, Long.MAX_VALUE, Duration.ZERO);

    assertThat(calls(limit, "alice", 1)).isEqualTo("R");
    advance(HOUR.multipliedBy(2));
    assertThat(calls(limit, "alice", 11)).isEqualTo("AAAAAAAAAAR");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessWhenAllCameBackByItself_givesNothing(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var decision = decide(limit, "alice", 10);
    var reset = decision.reset();
    advance(reset);
    decide(limit, "alice", 8);
    var before = look(limit, "alice");
    settle(limit, decision, /* actual= */ 0, reset);

    assertThat(look(limit, "alice")).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessWhenAlmostAllIsThere_fillsToTheBurstAndNoFurther(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var decision = decide(limit, "alice", 10);
    var elapsed = Duration.ofMinutes(59);
    advance(elapsed);
    settle(limit, decision, /* actual= */ 0, elapsed);

    assertThat(calls(limit, "alice", 11)).isEqualTo("AAAAAAAAAAR");
  }

  @Test
  void settle_lessThatPartlyCameBack_givesTheRestToATokenBucket() {
    var limit = Limit.of(10).per(Duration.ofSeconds(10)).named("limit");
    decide(limit, "alice", 4);
    var decision = decide(limit, "alice", 6);
    advance(Duration.ofSeconds(7));
    // By then 7 are back, of which the call that cost nothing could have had no more than 4.
    decide(limit, "alice", 7);
    settle(limit, decision, /* actual= */ 0, Duration.ofSeconds(7));

    advance(step);
    assertThat(remaining(limit, "alice")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_ofOneKeyAndLimit_leavesOthersAlone(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var other = limit.named("other");
    var decision = decide(limit, "alice", 5);
    decide(limit, "bob", 5);
    decide(other, "alice", 5);
    settle(limit, decision, /* actual= */ 1, Duration.ZERO);
    settle(limit, decision, /* actual= */ 6, Duration.ZERO);

    assertThat(remaining(limit, "bob")).isEqualTo(5);
    assertThat(remaining(other, "alice")).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_severalAtOnce_settlesEach(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var alice = decide(limit, "alice", 5);
    var bob = decide(limit, "bob", 5);
    settle(
        List.of(
            settlement(limit, "alice", alice, /* actual= */ 1, Duration.ZERO),
            settlement(limit, "bob", bob, /* actual= */ 8, Duration.ZERO)));

    assertThat(remaining(limit, "alice")).isEqualTo(9);
    assertThat(remaining(limit, "bob")).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_moreOfAKeyThatIsNotKnown_isTaken(Algorithm algorithm) {
    var limit = limit(algorithm, 10);
    var nothing = decide(limit, "alice", 0);
    settle(limit, nothing, /* actual= */ 4, Duration.ZERO);

    assertThat(remaining(limit, "alice")).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_moreAfterTheLimitChanged_isTakenFromWhatItIsNow(Algorithm algorithm) {
    var decision = decide(limit(algorithm, 10), "alice", 3);
    var raised = limit(algorithm, 20);
    assertThat(remaining(raised, "alice")).isEqualTo(17);
    settle(limit(algorithm, 10), decision, /* actual= */ 5, Duration.ZERO);

    assertThat(remaining(raised, "alice")).isEqualTo(15);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_lessAfterTheLimitWasLowered_freesNobody(Algorithm algorithm) {
    var decision = decide(limit(algorithm, 100), "alice", 40);
    decide(limit(algorithm, 100), "alice", 40);
    var lowered = limit(algorithm, 10);
    assertThat(calls(lowered, "alice", 1)).isEqualTo("R");
    // 40 are still taken, so that 10 have nothing left either way.
    settle(limit(algorithm, 100), decision, /* actual= */ 0, Duration.ZERO);

    assertThat(calls(lowered, "alice", 1)).isEqualTo("R");
  }

  /** Tokens come at the rate of the limit in force, whatever limit a call had that is settled. */
  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
  void settle_afterTheLimitWasLowered_goesOnByTheLowerOne(Algorithm algorithm) {
    var decision = decide(limit(algorithm, 100), "alice", 100);
    var lowered = limit(algorithm, 10);
    assertThat(calls(lowered, "alice", 1)).isEqualTo("R");
    settle(limit(algorithm, 100), decision, /* actual= */ 60, Duration.ZERO);
    advance(MINUTE.multipliedBy(6));

    assertThat(calls(lowered, "alice", 2)).isEqualTo("AR");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 60_000_000_000L})
  void settle_fromAnyOriginOfTheTicker_settles(long origin) {
    for (var algorithm : Algorithm.values()) {
      if (algorithm != Algorithm.CONCURRENCY) {
        beginAgain(origin);
        var limit = limit(algorithm, 10);
        var decision = decide(limit, "alice", 9);
        advance(step);
        settle(limit, decision, /* actual= */ 4, step);
        assertThat(remaining(limit, "alice")).isEqualTo(6);
        advance(step);
        settle(limit, decision, /* actual= */ 12, step.multipliedBy(2));
        assertThat(remaining(limit, "alice")).isEqualTo(3);
      }
    }
  }

  @Test
  void settle_logWithAGap_keepsTheGapFromTheCall() {
    var log =
        Limit.of(5)
            .per(Per.HOUR)
            .algorithm(Algorithm.SLIDING_LOG)
            .minimumGap(Duration.ofSeconds(10))
            .named("log");
    var decision = decide(log, "alice", 1);
    advance(Duration.ofSeconds(9));
    settle(log, decision, /* actual= */ 2, Duration.ofSeconds(9));

    assertThat(refused(log, "alice", 1)).isEqualTo(SECOND);
    advance(SECOND);
    assertThat(calls(log, "alice", 1)).isEqualTo("A");
    assertThat(remaining(log, "alice")).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_randomCallsAtOnce_answersAsIfTheyHadCostIt(Algorithm algorithm) {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      beginAgain(/* origin= */ 0);
      RandomSettlements.of(algorithm, seed, step).playAtOnce(backend(), time());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void settle_randomCallsLater_admitsNoMoreThanIfTheyHadCostIt(Algorithm algorithm) {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      beginAgain(/* origin= */ 0);
      RandomSettlements.of(algorithm, seed, step).playLater(backend(), time());
    }
  }
}
