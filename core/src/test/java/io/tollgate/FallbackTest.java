package io.tollgate;

import static io.tollgate.Per.DAY;
import static io.tollgate.Per.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Decision.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** One of three hosts decides without their backend, by its part of each limit. */
final class FallbackTest {

  private static final Limit TEN = Limit.of(10).per(DAY).named("ten");

  private final FailingHosts world = new FailingHosts(3);
  private final Limiter limiter = world.limiters.get(0);

  private String calls(Limit limit, int count) {
    var row = new StringBuilder();
    for (int i = 0; i < count; i++) {
      row.append(limiter.decide(limit, "alice").allowed() ? 'A' : 'R');
    }
    return row.toString();
  }

  private long remaining() {
    return limiter.decide(TEN, "alice", 0).remaining();
  }

  @Test
  void decide_backendFails_speaksForTheLimitWithWhatIsLeftOfThePart() {
    world.fail();
    var decision = limiter.decide(TEN, "alice");

    assertThat(decision.limit()).isSameAs(TEN);
    assertThat(decision.remaining()).isEqualTo(2);
    assertThat(calls(TEN, 3)).isEqualTo("AAR");
  }

  @Test
  void decide_costAboveThePart_passesOnceThePartIsFull() {
    world.fail();
    var perMinute = Limit.of(10).per(MINUTE).named("perMinute");
    var large = limiter.decide(perMinute, "alice", 10);
    var second = limiter.decide(perMinute, "alice", 10);

    assertThat(large.allowed()).isTrue();
    assertThat(large.cost()).isEqualTo(10);
    assertThat(large.remaining()).isZero();
    assertThat(second.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(second.retryAfter()).contains(Duration.ofSeconds(3 * 3 * 6));
    world.advance(second.retryAfter().orElseThrow());
    assertThat(limiter.decide(perMinute, "alice", 10).allowed()).isTrue();
  }

  @Test
  void decide_costAboveTheLimit_neverFits() {
    world.fail();

    assertThat(limiter.decide(TEN, "alice", 11).outcome()).isEqualTo(Outcome.NEVER_FITS);
    assertThat(remaining()).isEqualTo(3);
  }

  @Test
  void decide_severalClaims_takesAllPartsOrNone() {
    var two = Limit.of(2).per(DAY).named("two");
    world.fail();
    var claims = List.of(new Claim(TEN, "alice"), new Claim(two, "alice"));

    assertThat(limiter.decide(claims).allowed()).isTrue();
    var refused = limiter.decide(claims);
    assertThat(refused.limit()).isSameAs(two);
    assertThat(refused.each()).extracting(Decision::limit).containsExactly(TEN, two);
    assertThat(remaining()).isEqualTo(2);
  }

  @Test
  void decide_hostsComeAndGoDuringTheOutage_keepsThePart() {
    world.fail();
    for (int i = 0; i < 5; i++) {
      limiter.decide(TEN, "bob");
    }
    world.seem(1);
    assertThat(calls(TEN, 4)).isEqualTo("AAAR");
    world.advance(Duration.ofSeconds(10));
    assertThat(calls(TEN, 4)).isEqualTo("RRRR");
  }

  @Test
  void decide_hostsChangeBeforeTheBreakerOpens_keepsWhatWasTaken() {
    world.fail();
    assertThat(calls(TEN, 2)).isEqualTo("AA");
    world.seem(2);
    assertThat(calls(TEN, 2)).isEqualTo("AA");
    assertThat(remaining()).isEqualTo(1);
  }

  @Test
  void decide_hostsCannotBeTold_decidesByTheNumberFromBefore() {
    var broken =
        new Backend() {
          @Override
          public CompletionStage<Decision> decideAsync(List<Claim> claims) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public CompletionStage<Void> releaseAsync(List<Lease> leases) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public CompletionStage<Void> settleAsync(List<Settlement> all) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public int hosts() {
            throw new IllegalStateException("on purpose");
          }
        };
    try (var alone = Limiter.builder().backend(broken).build()) {
      assertThat(alone.decide(TEN, "alice", 10).allowed()).isTrue();
    }
  }

  @Test
  void release_leaseOfAPart_makesRoomInIt() {
    var calls = Limit.concurrent(6).named("calls");
    world.fail();
    var first = limiter.decide(calls, "alice");
    limiter.decide(calls, "alice");
    assertThat(limiter.decide(calls, "alice").allowed()).isFalse();

    limiter.release(first);
    assertThat(limiter.decide(calls, "alice").allowed()).isTrue();
    assertThat(limiter.decide(calls, "alice").allowed()).isFalse();
  }

  @Test
  void settle_decidedHere_goesToThePart() {
    world.fail();
    settle(2, 1);
    assertThat(remaining()).isEqualTo(2);
    settle(1, 2);
    assertThat(remaining()).isZero();
  }

  @Test
  void settle_chargedLessThanItCost_comesBackToWhatItReallyCost() {
    world.fail();
    settle(10, 4);
    assertThat(remaining()).isZero();
    world.advance(Duration.ofDays(3));
    settle(10, 1);
    assertThat(remaining()).isEqualTo(2);
  }

  @Test
  void settle_twoClaimsChargedTogetherLess_neverComesBackMoreThanWasTaken() {
    world.fail();
    var twice = List.of(new Claim(TEN, "alice", 5), new Claim(TEN, "alice", 4));
    limiter.settle(twice, limiter.decide(twice), /* actual= */ 0, Duration.ZERO);

    assertThat(remaining()).isZero();
  }

  @Test
  void settle_decidedByTheBackendBeforeItFailed_countsItsPart() {
    var claims = List.of(new Claim(TEN, "alice", 6));
    var decision = limiter.decide(claims);
    world.fail();
    for (int i = 0; i < 5; i++) {
      limiter.decide(TEN, "bob", 0);
    }
    assertThat(remaining()).isEqualTo(1);
    limiter.settle(claims, decision, /* actual= */ 3, Duration.ZERO);
    assertThat(remaining()).isEqualTo(2);
    limiter.settle(claims, decision, /* actual= */ 8, Duration.ZERO);
    assertThat(remaining()).isZero();
  }

  private void settle(long cost, long actual) {
    var claims = List.of(new Claim(TEN, "alice", cost));
    limiter.settle(claims, limiter.decide(claims), actual, Duration.ZERO);
  }
}
