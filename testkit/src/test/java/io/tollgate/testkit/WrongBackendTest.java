package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.testkit.BackendContract.Bursts;
import io.tollgate.testkit.BackendContract.Changes;
import io.tollgate.testkit.BackendContract.Claims;
import io.tollgate.testkit.BackendContract.Keys;
import io.tollgate.testkit.BackendContract.Leases;
import io.tollgate.testkit.BackendContract.Sequences;
import io.tollgate.testkit.BackendContract.Settlements;
import io.tollgate.testkit.BackendContract.Waits;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The contract fails for backends that are wrong on purpose, in the test that is meant to. */
final class WrongBackendTest {

  /** Makes the backend of {@link AnyContract}, which runs on the thread that starts it. */
  private static final ThreadLocal<Function<ManualTicker, Backend>> MAKING =
      ThreadLocal.withInitial(() -> WrongBackend::rightBackend);

  /** The contract, for whatever backend is tried. */
  static final class AnyContract extends BackendContract {

    @Override
    protected Backend create(ManualTicker time) {
      return MAKING.get().apply(time);
    }
  }

  private static Arguments wrong(
      Function<ManualTicker, Backend> wrong, Class<?> chapter, String test) {
    var name = wrong.apply(new ManualTicker()).getClass().getSimpleName();
    return argumentSet(name, wrong, chapter, test);
  }

  static Stream<Arguments> wrongBackends() {
    return Stream.of(
        wrong(
            WrongCounting.StartsEmpty::new,
            Bursts.class,
            "decide_untouchedBucket_admitsTheBurstThenRefuses"),
        wrong(
            WrongCounting.KeepsTheLastToken::new,
            Bursts.class,
            "decide_untouchedBucket_admitsTheBurstThenRefuses"),
        wrong(
            WrongCounting.GivesOneTokenMore::new,
            Bursts.class,
            "decide_untouchedBucket_admitsTheBurstThenRefuses"),
        wrong(WrongCounting.TakesOnRefusal::new, Bursts.class, "decide_refused_changesNothing"),
        wrong(
            WrongCounting.IgnoresCosts::new,
            Bursts.class,
            "decide_oneCallOfCostFour_isFourCallsOfCostOne"),
        wrong(
            WrongCounting.ChargesForNothing::new,
            Bursts.class,
            "decide_costZero_isAllowedAndTakesNothing"),
        wrong(
            WrongCounting.NeverSaysNever::new,
            Bursts.class,
            "decide_costAboveAllThereEverIs_neverFitsAndTakesNothing"),
        wrong(
            WrongCounting.CutsCostsToTheBurst::new,
            Bursts.class,
            "decide_costAboveAllThereEverIs_neverFitsAndTakesNothing"),
        wrong(
            WrongCounting.TakesZeroForUnlimited::new,
            Bursts.class,
            "decide_limitZero_admitsNothingEver"),
        wrong(
            WrongCounting.TellsWhatWasLeftBefore::new,
            Bursts.class,
            "decide_eachCall_leavesOneLess"),
        wrong(
            WrongCounting.AlignsWindowsToItself::new,
            Sequences.class,
            "decide_recordedCalls_answersAsRecorded"),
        wrong(
            WrongCounting.KeepsLogsTooLong::new,
            Sequences.class,
            "decide_recordedCalls_answersAsRecorded"),
        wrong(
            WrongCounting.TakesALogForAWindow::new,
            Sequences.class,
            "decide_recordedCalls_answersAsRecorded"),
        wrong(
            WrongCounting.NeverCountsRefusedCalls::new,
            Sequences.class,
            "decide_recordedCalls_answersAsRecorded"),
        wrong(
            WrongCounting.ForgetsAfterAnHour::new,
            Sequences.class,
            "decide_randomCallsOfAllAlgorithms_answersAsTheModels"),
        wrong(
            WrongCounting.DoesNotKnowNegativeTime::new,
            Sequences.class,
            "decide_randomCallsFromAnyOriginOfTheTicker_answersAsTheModels"),
        wrong(
            WrongTokenBuckets.CountsInFloatingPoint::new,
            Sequences.class,
            "decide_randomCallsOfOneAlgorithm_answersAsTheModel"),
        wrong(
            WrongTokenBuckets.LosesPartsOfTokens::new,
            Waits.class,
            "retryAfter_timePasses_shrinksByIt"),
        wrong(
            WrongWaits.TellsToComeTooEarly::new,
            Waits.class,
            "retryAfter_waitedFor_admitsAndNotAStepBefore"),
        wrong(
            WrongWaits.TellsToComeTooLate::new,
            Waits.class,
            "retryAfter_waitedFor_admitsAndNotAStepBefore"),
        wrong(
            WrongWaits.TellsWholeSeconds::new,
            Waits.class,
            "retryAfter_waitedFor_admitsAndNotAStepBefore"),
        wrong(
            WrongWaits.TellsTheResetAsTheWait::new,
            Waits.class,
            "retryAfter_waitedFor_admitsAndNotAStepBefore"),
        wrong(
            WrongWaits.TellsAnEarlyReset::new,
            Waits.class,
            "reset_waitedFor_findsAllAsNewAndNotAStepBefore"),
        wrong(
            WrongWaits.TellsNoDelay::new,
            Waits.class,
            "delay_leakyBucket_isTheTimeUntilAllBeforeHaveLeft"),
        wrong(WrongKeys.IgnoresKeys::new, Keys.class, "decide_manyKeys_haveABucketEach"),
        wrong(WrongKeys.JoinsByColon::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.CutsKeys::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.StripsKeys::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.LowersKeys::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.WritesLatin1::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.WritesUtf8::new, Keys.class, "decide_twoBuckets_doNotMix"),
        wrong(WrongKeys.RunsWhatItIsSent::new, Keys.class, "decide_hostileKey_isAKeyLikeAnyOther"),
        wrong(
            WrongClaims.ForgetsToRollBack::new,
            Claims.class,
            "decide_refusedByTheSecond_takesNothing"),
        wrong(
            WrongClaims.HoldsLeasesOfRefusedCalls::new,
            Leases.class,
            "decide_refusedByAnotherLimit_holdsNoLease"),
        wrong(
            WrongClaims.StopsAtTheFirstRefusal::new,
            Claims.class,
            "decide_refusedByTheFirst_takesNothing"),
        wrong(
            WrongClaims.AnswersBackwards::new,
            Claims.class,
            "decide_allAllowed_takesEachAndAnswersInOrder"),
        wrong(
            WrongClaims.TellsWhatWouldBeLeft::new,
            Claims.class,
            "decide_refusedByTheLast_takesNothing"),
        wrong(
            WrongClaims.CountsWhatOthersRefuse::new,
            Claims.class,
            "decide_logThatCountsRefusedCalls_countsThoseItRefusesItself"),
        wrong(WrongLeases.EndsEveryLease::new, Leases.class, "release_oneOfTwo_letsOneIn"),
        wrong(
            WrongLeases.KnowsLeasesByNumberOnly::new,
            Leases.class,
            "release_ofOneKey_leavesOthersAlone"),
        wrong(WrongLeases.OnlyCounts::new, Leases.class, "release_again_doesNothing"),
        wrong(WrongLeases.IgnoresReleases::new, Leases.class, "release_oneOfTwo_letsOneIn"),
        wrong(
            WrongLeases.GivesOneBackOnly::new,
            Leases.class,
            "release_ofHigherCost_givesAllOfItBack"),
        wrong(WrongLeases.NeverEndsLeases::new, Leases.class, "lease_neverGivenBack_endsByItself"),
        wrong(WrongLeases.ProlongsAllLeases::new, Leases.class, "lease_takenLater_endsLater"),
        wrong(
            WrongLeases.ReusesNumbers::new,
            Leases.class,
            "leases_givenBackAndTakenAgainAtOneInstant_areDifferent"),
        wrong(
            WrongSettlements.SettlesNothing::new,
            Settlements.class,
            "settle_lessAtOnce_isAsIfItHadBeenTaken"),
        wrong(
            WrongSettlements.SettlesTheFirst::new,
            Settlements.class,
            "settle_severalAtOnce_settlesEach"),
        wrong(
            WrongSettlements.TakesNothingMore::new,
            Settlements.class,
            "settle_moreAtOnce_isAsIfItHadBeenTaken"),
        wrong(
            WrongSettlements.TakesOnlyWhatIsThere::new,
            Settlements.class,
            "settle_moreThanThereIs_makesTheNextCallsWait"),
        wrong(
            WrongSettlements.StopsAtEmpty::new,
            Settlements.class,
            "settle_moreThanThereIs_isOwedByATokenBucket"),
        wrong(
            WrongSettlements.GivesBackHoweverLate::new,
            Settlements.class,
            "settle_lessWhenAllCameBackByItself_givesNothing"),
        wrong(
            WrongSettlements.GivesBackAllOrNothing::new,
            Settlements.class,
            "settle_randomCallsLater_admitsNoMoreThanIfTheyHadCostIt"),
        wrong(
            WrongSettlements.RisesAboveTheBurst::new,
            Settlements.class,
            "settle_lessWhenAlmostAllIsThere_fillsToTheBurstAndNoFurther"),
        wrong(
            WrongSettlements.BringsOldLimitsBack::new,
            Settlements.class,
            "settle_afterTheLimitWasLowered_goesOnByTheLowerOne"),
        wrong(
            WrongChanges.KeepsTheOldNumbers::new,
            Changes.class,
            "decide_loweredBelowWhatWasTaken_isRefusedWithNothingLeft"),
        wrong(
            WrongChanges.StartsAnewWithOtherNumbers::new,
            Changes.class,
            "decide_loweredBelowWhatWasTaken_isRefusedWithNothingLeft"),
        wrong(
            WrongChanges.StartsAnewWithAnotherAlgorithm::new,
            Changes.class,
            "decide_algorithmChanged_keepsWhatWasTaken"),
        wrong(
            WrongChanges.FillsWhenRaised::new,
            Changes.class,
            "decide_raised_leavesWhatTheNewLimitHasLeft"),
        wrong(
            WrongChanges.ForgivesWhatIsBeyond::new,
            Changes.class,
            "decide_loweredAndRaisedAgain_keepsAllThatWasTaken"),
        wrong(
            WrongChanges.ForgivesWhatIsBeyond::new,
            Changes.class,
            "decide_slidingWindowChanged_goesOnFading"),
        wrong(
            WrongChanges.ForgivesWhatIsBeyond::new,
            Changes.class,
            "decide_randomDefinitions_answersAsTheModel"),
        wrong(
            WrongChanges.ForgivesWhatIsBeyond::new,
            Changes.class,
            "decide_looksUnderOtherDefinitions_changeNothing"));
  }

  @ParameterizedTest
  @MethodSource("wrongBackends")
  void contract_wrongBackend_failsInTheTestThatIsMeantTo(
      Function<ManualTicker, Backend> wrong, Class<?> chapter, String test) {
    var failed = run(wrong, chapter).failed().stream().toList();

    assertThat(failed).extracting(WrongBackendTest::methodName).contains(test);
    assertThat(failed)
        .filteredOn(event -> methodName(event).equals(test))
        .allSatisfy(event -> assertThat(cause(event)).isInstanceOf(AssertionError.class));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Bursts.class,
        Waits.class,
        Keys.class,
        Claims.class,
        Leases.class,
        Settlements.class,
        Changes.class,
        Sequences.class
      })
  void contract_rightBackend_passesTheSameChapter(Class<?> chapter) {
    assertPasses(WrongBackend::rightBackend, chapter);
  }

  /** What the wrong backends share is right, so that each is wrong in its own way only. */
  private static final class Restating extends WrongBackend {
    Restating(ManualTicker time) {
      super(time);
    }

    @Override
    Decision decide(List<Claim> claims) {
      return answerAs(claims, claims);
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Bursts.class,
        Waits.class,
        Keys.class,
        Claims.class,
        Leases.class,
        Settlements.class,
        Changes.class,
        Sequences.class
      })
  void contract_rightBackendInTheClothesOfAWrongOne_passesTheSameChapter(Class<?> chapter) {
    assertPasses(Restating::new, chapter);
  }

  private static void assertPasses(Function<ManualTicker, Backend> right, Class<?> chapter) {
    var tests = run(right, chapter);

    assertThat(tests.failed().stream()).extracting(WrongBackendTest::methodName).isEmpty();
    assertThat(tests.succeeded().count()).isEqualTo(tests.started().count()).isGreaterThan(15);
  }

  @Test
  void contract_randomCallsDiffer_tellsTheSeedAndAllThatHappened() {
    var failed = run(WrongCounting.NeverSaysNever::new, Sequences.class).failed().stream().toList();

    assertThat(failed)
        .filteredOn(event -> methodName(event).startsWith("decide_randomCallsOfAll"))
        .singleElement()
        .extracting(event -> cause(event).getMessage())
        .asString()
        .matches(
            """
            seed \\d+: event \\d+ differs from the models
            expected: .*NEVER_FITS, \\d+ left, again in 0, .*
             but was: .*REFUSED, \\d+ left, again in \\d+, .*
            the events until then:
            (?s) +1\\. .*\\d+\\. (alice|bob)? claims \\d+ of .* -> REFUSED""");
  }

  private static Events run(Function<ManualTicker, Backend> making, Class<?> chapter) {
    MAKING.set(making);
    try {
      return EngineTestKit.engine("junit-jupiter")
          .selectors(selectNestedClass(List.of(AnyContract.class), chapter))
          .execute()
          .testEvents();
    } finally {
      MAKING.remove();
    }
  }

  private static String methodName(Event event) {
    return event
        .getTestDescriptor()
        .getSource()
        .map(org.junit.platform.engine.support.descriptor.MethodSource.class::cast)
        .orElseThrow()
        .getMethodName();
  }

  private static Throwable cause(Event event) {
    return event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow(() -> new AssertionError("a failed test has a cause"));
  }
}
