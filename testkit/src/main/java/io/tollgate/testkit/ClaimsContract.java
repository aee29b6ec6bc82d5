package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several claims in one call: all or nothing. */
abstract class ClaimsContract extends ContractChapter {

  private static final Limit ONE = Limit.of(1).per(Per.HOUR).named("one");
  private static final Limit FIVE = Limit.of(5).per(Per.HOUR).named("five");

  ClaimsContract(BackendContract contract) {
    super(contract);
  }

  /** A claim of each algorithm, with costs 1 to 6 of limits of 10, the given algorithm first. */
  private static List<Claim> oneOfEach(Algorithm first) {
    var algorithms = new ArrayList<>(List.of(Algorithm.values()));
    Collections.swap(algorithms, 0, algorithms.indexOf(first));
    var claims = new ArrayList<Claim>();
    for (var algorithm : algorithms) {
      claims.add(new Claim(limit(algorithm, 10), "alice", /* cost= */ claims.size() + 1));
    }
    return claims;
  }

  private List<Long> balances(List<Claim> claims) {
    var balances = new ArrayList<Long>();
    for (var claim : claims) {
      balances.add(remaining(claim.limit(), claim.key()));
    }
    return balances;
  }

  @ParameterizedTest
  @EnumSource
  void decide_allAllowed_takesEachAndAnswersInOrder(Algorithm first) {
    var claims = oneOfEach(first);
    var decision = decide(claims);

    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(decision.retryAfter()).isEmpty();
    assertThat(decision.each()).hasSameSizeAs(claims);
    for (int i = 0; i < claims.size(); i++) {
      var answer = decision.each().get(i);
      assertThat(answer.outcome()).isEqualTo(Outcome.ALLOWED);
      assertThat(answer.limit()).isEqualTo(claims.get(i).limit());
      assertThat(answer.cost()).isEqualTo(claims.get(i).cost());
      assertThat(answer.remaining()).isEqualTo(10 - claims.get(i).cost());
    }
    assertThat(decision.leases()).hasSize(1);
    assertThat(balances(claims)).isEqualTo(remainingOf(decision));
  }

  private static List<Long> remainingOf(Decision decision) {
    return decision.each().stream().map(Decision::remaining).toList();
  }

  @ParameterizedTest
  @EnumSource
  void decide_refusedByTheFirst_takesNothing(Algorithm refusing) {
    assertThatNothingIsTaken(refusing, /* place= */ 0);
  }

  @ParameterizedTest
  @EnumSource
  void decide_refusedByTheSecond_takesNothing(Algorithm refusing) {
    assertThatNothingIsTaken(refusing, /* place= */ 1);
  }

  @ParameterizedTest
  @EnumSource
  void decide_refusedByTheLast_takesNothing(Algorithm refusing) {
    assertThatNothingIsTaken(refusing, Algorithm.values().length - 1);
  }

  private void assertThatNothingIsTaken(Algorithm refusing, int place) {
    var claims = oneOfEach(refusing);
    Collections.rotate(claims, place);
    var refuser = claims.get(place);
    decide(refuser.limit(), "alice", 10);
    advance(MINUTE);
    // Something was taken of the others too, so that what is given back is seen.
    for (var claim : claims) {
      decide(claim.limit(), "alice", refuser.equals(claim) ? 0 : 2);
    }
    var before = balances(claims);

    var decision = decide(claims);
    assertThat(decision.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(decision.limit()).isEqualTo(refuser.limit());
    assertThat(decision.delay()).isZero();
    assertThat(decision.leases()).isEmpty();
    assertThat(decision.each()).hasSameSizeAs(claims);
    for (int i = 0; i < claims.size(); i++) {
      var answer = decision.each().get(i);
      assertThat(answer.limit()).isEqualTo(claims.get(i).limit());
      assertThat(answer.allowed()).as("%s", answer).isEqualTo(i != place);
      assertThat(answer.delay()).as("%s", answer).isGreaterThanOrEqualTo(Duration.ZERO);
      assertThat(answer.leases()).as("%s", answer).isEmpty();
    }
    assertThat(remainingOf(decision)).isEqualTo(before);
    assertThat(balances(claims)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void decide_refusedAndAdmittedLater_tookNothingInBetween(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    var both = List.of(new Claim(limit, "alice", 2), new Claim(ONE, "alice"));
    decide(ONE, "alice", 1);
    for (int i = 0; i < 10; i++) {
      assertThat(decide(both).outcome()).isEqualTo(Outcome.REFUSED);
      advance(MINUTE);
    }
    assertThat(decide(limit, "alice", 0).reset()).isZero();
    advance(HOUR);
    assertThat(remainingOf(decide(both))).containsExactly(3L, 0L);
  }

  @ParameterizedTest
  @EnumSource
  void retryAfter_refusedByTwo_isTheLongerWaitAndHonest(Algorithm algorithm) {
    var limit = limit(algorithm, 5);
    var shorter = Limit.of(1).per(Per.MINUTE).named("shorter");
    var both = List.of(new Claim(shorter, "alice"), new Claim(limit, "alice", 4));
    decide(shorter, "alice", 1);
    decide(limit, "alice", 5);
    var decision = decide(both);
    assertThat(decision.limit()).isEqualTo(limit);
    assertThat(decision.each()).extracting(Decision::allowed).containsExactly(false, false);
    assertThat(decision.each().get(0).retryAfter()).contains(MINUTE);
    assertThat(decision.each().get(1).retryAfter()).isEqualTo(decision.retryAfter());

    advance(Answers.waitOf(decision).minus(step));
    assertThat(decide(both).allowed()).isFalse();
    advance(step);
    assertThat(decide(both).allowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void decide_oneNeverFits_takesNothingAndSaysSo(Algorithm algorithm) {
    var limit = limit(algorithm, 3);
    var claims =
        List.of(new Claim(FIVE, "alice", 2), new Claim(limit, "alice", 4), new Claim(ONE, "alice"));
    decide(ONE, "alice", 1);
    var decision = decide(claims);

    assertThat(decision.outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(decision.limit()).isEqualTo(limit);
    assertThat(decision.retryAfter()).isEmpty();
    assertThat(decision.each())
        .extracting(Decision::outcome)
        .containsExactly(Outcome.ALLOWED, Outcome.NEVER_FITS, Outcome.REFUSED);
    assertThat(remainingOf(decision)).containsExactly(5L, 3L, 0L);
    assertThat(balances(claims)).containsExactly(5L, 3L, 0L);
  }

  @ParameterizedTest
  @EnumSource
  void decide_claimOfCostZero_isAllowedAndRefusesNobody(Algorithm algorithm) {
    var limit = limit(algorithm, 2);
    decide(limit, "alice", 2);
    var decision = decide(List.of(new Claim(limit, "alice", 0), new Claim(FIVE, "alice", 3)));

    assertThat(decision.outcome()).isEqualTo(Outcome.ALLOWED);
    assertThat(remainingOf(decision)).containsExactly(0L, 2L);
    assertThat(decision.leases()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void decide_oneLimitManyKeys_takesFromEachKey(Algorithm algorithm) {
    var limit = limit(algorithm, 3);
    var claims = new ArrayList<Claim>();
    for (int i = 0; i < 20; i++) {
      claims.add(new Claim(limit, "key" + i, 1 + i % 3));
    }
    assertThat(remainingOf(decide(claims))).isEqualTo(balances(claims)).startsWith(2L, 1L, 0L);
    assertThat(decide(claims).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(balances(claims)).startsWith(2L, 1L, 0L);
  }

  @Test
  void decide_allowed_speaksForTheLimitNearestToRefusing() {
    var hundred = Limit.of(100).per(Per.HOUR).named("hundred");
    var claims = List.of(new Claim(hundred, "alice", 30), new Claim(FIVE, "alice"));

    assertThat(decide(claims).limit()).isEqualTo(hundred);
    decide(FIVE, "alice", 3);
    var nearest = decide(claims);
    assertThat(nearest.limit()).isEqualTo(FIVE);
    assertThat(nearest.remaining()).isEqualTo(0);
  }

  @Test
  void delay_twoLeakyBuckets_isTheLongerOne() {
    var slow = Limit.of(2).per(Per.MINUTE).algorithm(Algorithm.LEAKY_BUCKET).named("slow");
    var fast = Limit.of(6).per(Per.MINUTE).algorithm(Algorithm.LEAKY_BUCKET).named("fast");
    var both = List.of(new Claim(fast, "alice"), new Claim(slow, "alice"));

    assertThat(decide(both).delay()).isZero();
    var second = decide(both);
    assertThat(second.delay()).isEqualTo(Duration.ofSeconds(30));
    assertThat(second.each())
        .extracting(Decision::delay)
        .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(30));
  }

  @Test
  void leases_severalLimitsOnCallsUnderWay_areAllGivenAndAllComeBack() {
    var limits = List.of(Limit.concurrent(1).named("one"), Limit.concurrent(2).named("two"));
    var claims = limits.stream().map(limit -> new Claim(limit, "alice")).toList();
    var held = decide(claims);
    assertThat(held.leases()).hasSize(2);
    assertThat(held.each()).allSatisfy(each -> assertThat(each.leases()).hasSize(1));
    assertThat(decide(claims).allowed()).isFalse();
    assertThat(balances(claims)).containsExactly(0L, 1L);

    release(held.leases());
    assertThat(balances(claims)).containsExactly(1L, 2L);
  }

  @Test
  void decide_logThatCountsRefusedCalls_countsThoseItRefusesItself() {
    var log =
        Limit.of(2)
            .per(Per.HOUR)
            .algorithm(Algorithm.SLIDING_LOG)
            .countingRefused()
            .named("counting");
    var both = List.of(new Claim(log, "alice"), new Claim(ONE, "alice"));
    decide(ONE, "alice", 1);

    // Refused by the other limit: the log would have admitted it, and does not count it.
    assertThat(decide(both).each()).extracting(Decision::allowed).containsExactly(true, false);
    assertThat(remaining(log, "alice")).isEqualTo(2);

    // Refused by both: the log counts it, and the other limit still takes nothing.
    decide(log, "alice", 2);
    advance(Duration.ofMinutes(59));
    assertThat(decide(both).outcome()).isEqualTo(Outcome.REFUSED);
    advance(MINUTE);
    assertThat(remaining(log, "alice")).isEqualTo(1);
    assertThat(remaining(ONE, "alice")).isEqualTo(1);
  }
}
