package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Lease;
import io.tollgate.Limit;
import io.tollgate.Per;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls under way. */
abstract class LeaseContract extends ContractChapter {

  private static final Limit TWO = Limit.concurrent(2).lease(HOUR).named("two");
  private static final Limit ONE = Limit.concurrent(1).lease(HOUR).named("one");

  LeaseContract(BackendContract contract) {
    super(contract);
  }

  @Test
  void leases_allowed_nameTheBucket() {
    var decision = decide(TWO, "alice", 1);

    assertThat(decision.leases()).extracting(Lease::limit).containsExactly(TWO);
    assertThat(decision.leases()).extracting(Lease::key).containsExactly("alice");
  }

  @Test
  void leases_takenAtOneInstant_areDifferent() {
    var leases = new ArrayList<Lease>();
    for (int i = 0; i < 50; i++) {
      leases.addAll(decide(Limit.concurrent(50).named("fifty"), "alice", 1).leases());
    }
    assertThat(leases).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void leases_givenBackAndTakenAgainAtOneInstant_areDifferent() {
    var leases = new ArrayList<Lease>();
    for (int i = 0; i < 50; i++) {
      var decision = decide(ONE, "alice", 1);
      leases.addAll(decision.leases());
      release(decision.leases());
    }
    assertThat(leases).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void leases_refusedOrFree_areNone() {
    assertThat(decide(ONE, "alice", 0).leases()).isEmpty();
    decide(ONE, "alice", 1);
    assertThat(decide(ONE, "alice", 0).leases()).isEmpty();
    assertThat(decide(ONE, "alice", 1).leases()).isEmpty();
    assertThat(decide(ONE, "alice", 2).leases()).isEmpty();
  }

  @Test
  void release_oneOfTwo_letsOneIn() {
    var first = decide(TWO, "alice", 1);
    decide(TWO, "alice", 1);
    assertThat(calls(TWO, "alice", 1)).isEqualTo("R");

    release(first.leases());
    assertThat(calls(TWO, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void release_inAnyOrder_letsAsManyIn() {
    var held = new ArrayList<Decision>();
    var five = Limit.concurrent(5).named("five");
    for (int i = 0; i < 5; i++) {
      held.add(decide(five, "alice", 1));
      advance(SECOND);
    }
    for (int i : List.of(2, 4, 0, 3, 1)) {
      release(held.get(i).leases());
      advance(SECOND);
      assertThat(calls(five, "alice", 2)).isEqualTo("AR");
    }
  }

  @Test
  void release_again_doesNothing() {
    var first = decide(TWO, "alice", 1);
    decide(TWO, "alice", 1);
    release(first.leases());
    release(first.leases());
    assertThat(remaining(TWO, "alice")).isEqualTo(1);

    decide(TWO, "alice", 1);
    release(first.leases());
    assertThat(remaining(TWO, "alice")).isEqualTo(0);
  }

  @Test
  void release_againWithNobodyUnderWay_doesNotMakeRoomForMore() {
    var first = decide(ONE, "alice", 1);
    for (int i = 0; i < 3; i++) {
      release(first.leases());
    }
    assertThat(remaining(ONE, "alice")).isEqualTo(1);
    assertThat(calls(ONE, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void release_sameLeaseTwiceInOneList_countsOnce() {
    var first = decide(TWO, "alice", 1);
    decide(TWO, "alice", 1);
    var lease = first.leases().get(0);
    release(List.of(lease, lease));

    assertThat(remaining(TWO, "alice")).isEqualTo(1);
  }

  @Test
  void release_none_doesNothing() {
    decide(ONE, "alice", 1);
    release(List.of());

    assertThat(remaining(ONE, "alice")).isEqualTo(0);
  }

  @Test
  void release_ofOneKey_leavesOthersAlone() {
    // Taken at the same instant, so that a lease may well have the same number in each bucket.
    var alice = decide(ONE, "alice", 1);
    decide(ONE, "bob", 1);
    decide(TWO, "alice", 2);
    release(alice.leases());

    assertThat(remaining(ONE, "alice")).isEqualTo(1);
    assertThat(remaining(ONE, "bob")).isEqualTo(0);
    assertThat(remaining(TWO, "alice")).isEqualTo(0);
  }

  @Test
  void release_leaseThatNeverWas_doesNothing() {
    long id = decide(ONE, "alice", 1).leases().get(0).id();
    decide(ONE, "bob", 1);
    release(
        List.of(
            new Lease(ONE, "nobody", id),
            new Lease(Limit.concurrent(1).named("nothing"), "alice", id),
            new Lease(ONE, "alice", id + 1),
            new Lease(ONE, "alice", id - 1),
            new Lease(ONE, "alice", 0)));

    assertThat(remaining(ONE, "alice")).isEqualTo(0);
    assertThat(remaining(ONE, "bob")).isEqualTo(0);
    assertThat(remaining(ONE, "nobody")).isEqualTo(1);
  }

  @Test
  void release_ofHigherCost_givesAllOfItBack() {
    var ten = Limit.concurrent(10).named("ten");
    var seven = decide(ten, "alice", 7);
    assertThat(seven.leases()).hasSize(1);
    decide(ten, "alice", 2);
    release(seven.leases());

    assertThat(remaining(ten, "alice")).isEqualTo(8);
  }

  @Test
  void release_severalAtOnce_endsThemAll() {
    var leases = new ArrayList<Lease>();
    for (var key : List.of("alice", "bob", "carol")) {
      leases.addAll(decide(ONE, key, 1).leases());
      leases.addAll(decide(TWO, key, 2).leases());
    }
    release(leases);
    for (var key : List.of("alice", "bob", "carol")) {
      assertThat(remaining(ONE, key)).isEqualTo(1);
      assertThat(remaining(TWO, key)).isEqualTo(2);
    }
  }

  @Test
  void lease_neverGivenBack_endsByItself() {
    decide(TWO, "alice", 1);
    advance(MINUTE);
    decide(TWO, "alice", 1);

    advance(HOUR.minus(MINUTE).minus(step));
    assertThat(calls(TWO, "alice", 1)).isEqualTo("R");
    advance(step);
    assertThat(calls(TWO, "alice", 2)).isEqualTo("AR");
    advance(MINUTE);
    assertThat(calls(TWO, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void lease_takenLater_endsLater() {
    // A bucket that is used all the time still lets go of the lease that was forgotten.
    decide(TWO, "alice", 1);
    for (int minutes = 0; minutes < 60; minutes += 10) {
      advance(Duration.ofMinutes(10));
      var decision = decide(TWO, "alice", 1);
      assertThat(decision.allowed()).isTrue();
      release(decision.leases());
    }
    assertThat(remaining(TWO, "alice")).isEqualTo(2);
  }

  @Test
  void release_afterTheLeaseEndedByItself_doesNotEndAnothers() {
    var forgotten = decide(ONE, "alice", 1);
    advance(HOUR);
    decide(ONE, "alice", 1);
    release(forgotten.leases());

    assertThat(calls(ONE, "alice", 1)).isEqualTo("R");
  }

  @Test
  void decide_refusedByAnotherLimit_holdsNoLease() {
    var spent = Limit.of(1).per(Per.HOUR).named("spent");
    decide(spent, "alice", 1);
    for (var claims :
        List.of(
            List.of(new Claim(ONE, "alice"), new Claim(spent, "alice")),
            List.of(new Claim(spent, "alice"), new Claim(ONE, "alice")))) {
      assertThat(decide(claims).allowed()).isFalse();
      assertThat(remaining(ONE, "alice")).isEqualTo(1);
    }
    assertThat(calls(ONE, "alice", 2)).isEqualTo("AR");
  }

  @Test
  void decide_refusedWhileALeaseIsHeld_doesNotEndIt() {
    var spent = Limit.of(1).per(Per.HOUR).named("spent");
    decide(spent, "alice", 1);
    decide(TWO, "alice", 1);
    var refused = decide(List.of(new Claim(TWO, "alice"), new Claim(spent, "alice")));
    release(refused.leases());
    refused.each().forEach(answer -> release(answer.leases()));

    assertThat(remaining(TWO, "alice")).isEqualTo(1);
  }
}
