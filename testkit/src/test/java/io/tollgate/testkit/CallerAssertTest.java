package io.tollgate.testkit;

import static io.tollgate.Per.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the assertions accept, and the words in which they fail. */
@ExtendWith(TollgateExtension.class)
final class CallerAssertTest {

  private static final Limit FIVE = Limit.of(5).per(MINUTE).named("search");

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static void assertFails(ThrowingCallable asserting, String message) {
    assertThatThrownBy(asserting).isInstanceOf(AssertionError.class).hasMessage(message.strip());
  }

  @Test
  void chain_asPromised_passes(Callers callers, ManualTicker time) {
    var start = time.instant();
    callers
        .assertThatCaller("alice")
        .of(FIVE)
        .allows(5)
        .thenRefuses()
        .allowsAgainAfter(seconds(12))
        .refuses(3)
        .hasLeft(0)
        .waits(seconds(24))
        .hasLeft(2)
        .costing(2)
        .allows(1)
        .thenRefuses()
        .allowsAgainAfter(seconds(24))
        .costing(6)
        .neverFits();

    assertThat(time.instant()).isEqualTo(start.plusSeconds(60));
    callers.assertThatCaller("bob").of(FIVE).allows(5);
  }

  @Test
  void allows_refused_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).allows(3).waits(seconds(6)).allows(4),
        """
        caller "alice" of search: 5/60s
          should be allowed 4 calls, but call 3 was refused by search, with 0 left, for 6s
          calls so far: AAA +6s AAR
        """);
  }

  @Test
  void allows_neverFits_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).costing(6).allows(1),
        """
        caller "alice" of search: 5/60s
          should be allowed 1 call, but call 1 was refused by search for ever: a cost of 6 exceeds\
         the 5 that there ever are
          calls so far: N6
        """);
  }

  @Test
  void thenRefuses_allowed_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).allows(3).thenRefuses(),
        """
        caller "alice" of search: 5/60s
          should be refused 1 call, but call 1 was allowed, with 1 left
          calls so far: AAAA
        """);
  }

  @Test
  void refuses_neverFits_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).costing(9).refuses(2),
        """
        caller "alice" of search: 5/60s
          should be refused 2 calls, but call 1 was refused by search for ever: a cost of 9 exceeds\
         the 5 that there ever are
          calls so far: N9
        """);
  }

  @Test
  void neverFits_refusedForNow_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).allows(1).costing(5).neverFits(),
        """
        caller "alice" of search: 5/60s
          should cost more than ever fits, but the call was refused by search, with 4 left, for 12s
          calls so far: AR5
        """);
  }

  @ParameterizedTest
  @CsvSource({"11, 11s", "13, 13s", "90, 1m30s"})
  void allowsAgainAfter_toldOtherwise_fails(long wait, String text, Callers callers) {
    assertFails(
        () ->
            callers
                .assertThatCaller("alice")
                .of(FIVE)
                .allows(5)
                .thenRefuses()
                .allowsAgainAfter(seconds(wait)),
        """
        caller "alice" of search: 5/60s
          should be allowed again after %s, but was told to come back after 12s
          calls so far: AAAAAR
        """
            .formatted(text));
  }

  @Test
  void allowsAgainAfter_othersTookTheTokens_fails(Callers callers) {
    var all = Limit.of(1).per(MINUTE).named("all");
    var alice = callers.assertThatCaller("alice").of(all).allows(1).thenRefuses();
    callers.assertThatCaller("alice").of(all).waits(seconds(60)).allows(1);

    assertFails(
        () -> alice.waits(seconds(0)).thenRefuses().allowsAgainAfter(seconds(30)),
        """
        caller "alice" of all: 1/60s
          should be allowed again after 30s, but was told to come back after 1m
          calls so far: AR +0s R
        """);
  }

  @Test
  void allowsAgainAfter_withoutARefusal_isMisuse(Callers callers) {
    var fresh = callers.assertThatCaller("alice").of(FIVE);
    var message = "allowsAgainAfter speaks of the call before it: put thenRefuses() before";

    assertThatThrownBy(() -> fresh.allowsAgainAfter(seconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> fresh.allows(1).allowsAgainAfter(seconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
  }

  @Test
  void allowsAgainAfter_refusedCallsCount_doesNotCallInBetween(Callers callers) {
    var log =
        Limit.of(2).per(MINUTE).algorithm(Algorithm.SLIDING_LOG).countingRefused().named("login");

    callers
        .assertThatCaller("alice")
        .of(log)
        .allows(2)
        .waits(seconds(59))
        .costing(2)
        .thenRefuses()
        .allowsAgainAfter(seconds(60));
  }

  @Test
  void hasLeft_anotherNumber_fails(Callers callers) {
    assertFails(
        () -> callers.assertThatCaller("alice").of(FIVE).costing(2).allows(2).hasLeft(2),
        """
        caller "alice" of search: 5/60s
          should have 2 left, but has 1
          calls so far: A2A2
        """);
  }

  @Test
  void delayedBy_leakyBucket_isTheTimeToTheTurn(Callers callers) {
    var leaky = Limit.of(6).per(MINUTE).algorithm(Algorithm.LEAKY_BUCKET).burst(2).named("mail");

    callers
        .assertThatCaller("alice")
        .of(leaky)
        .allows(1)
        .delayedBy(seconds(0))
        .allows(2)
        .delayedBy(seconds(20))
        .thenRefuses()
        .allowsAgainAfter(seconds(10))
        .delayedBy(seconds(20));
    assertFails(
        () -> callers.assertThatCaller("bob").of(leaky).allows(2).delayedBy(seconds(20)),
        """
        caller "bob" of mail: 6/60s burst 2 leaky_bucket
          should be delayed by 20s, but was delayed by 10s
          calls so far: AA
        """);
    assertThatThrownBy(() -> callers.assertThatCaller("carol").of(leaky).delayedBy(seconds(20)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("delayedBy speaks of the call before it: put allows(1) before");
  }

  @Test
  void finishesOne_callsUnderWay_letsTheNextIn(Callers callers) {
    var two = Limit.concurrent(2).named("export");
    var alice = callers.assertThatCaller("alice").of(two);

    alice.allows(2).thenRefuses().finishesOne().allows(1).thenRefuses();
    alice.finishesOne().finishesOne().hasLeft(2);
    assertThatThrownBy(alice::finishesOne)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "finishesOne() ends a call that these assertions made, and none of them is under way");
    assertFails(
        () -> alice.thenRefuses(),
        """
        caller "alice" of export: 2 at a time, for 300s at most
          should be refused 1 call, but call 1 was allowed, with 1 left
          calls so far: AAR|AR||A
        """);
  }

  @Test
  void of_severalLimits_claimsAllOfThem(Callers callers) {
    var second = Limit.of(2).per(Duration.ofSeconds(1)).named("second");
    var alice = callers.assertThatCaller("alice").of(FIVE, second);

    alice.allows(2).thenRefuses().allowsAgainAfter(Duration.ofMillis(500)).waits(seconds(1));
    assertFails(
        () -> alice.allows(2).waits(seconds(1)).allows(1),
        """
        caller "alice" of search: 5/60s and second: 2/1s
          should be allowed 1 call, but call 1 was refused by search, with 0 left, for 9s500ms
          calls so far: AAR +500ms A +1s AA +1s R
        """);
  }

  @Test
  void of_limiterOfOnesOwn_needsNoExtension() {
    var time = new ManualTicker();
    try (var limiter =
        Limiter.builder().local(WrongBackend.rightBackend(time)).ticker(time).build()) {
      new Callers(limiter, time).assertThatCaller("alice").of(FIVE).allows(5).thenRefuses();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT12S, 12s",
    "PT1M30S, 1m30s",
    "PT25H, 25h",
    "PT0.25S, 250ms",
    "PT1.000000001S, 1s1ns",
    "PT0.333333334S, 333333334ns"
  })
  void duration_inAMessage_isWrittenAsPeopleDo(Duration duration, String text) {
    assertThat(Texts.of(duration)).isEqualTo(text);
  }
}
