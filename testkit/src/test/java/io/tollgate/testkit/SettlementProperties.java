package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/**
 * Settling at once is as if a call had cost that; settling later never admits more than if it had.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // The edges are among what is generated.
final class SettlementProperties {

  /** A call under way. */
  private record Open(int number, BigInteger at, long taken, long resetNanos) {}

  @Provide
  Arbitrary<Subject> subjects() {
    return Arbitraries.oneOf(
        new TokenBucketProperties().subjects(),
        new LeakyBucketProperties().subjects(),
        new FixedWindowProperties().subjects(),
        new SlidingWindowProperties().subjects(),
        new SlidingLogProperties().subjects());
  }

  @Provide
  Arbitrary<Long> origins() {
    return new TokenBucketProperties().origins();
  }

  @Provide
  Arbitrary<List<Step>> walks() {
    return new TokenBucketProperties().walks();
  }

  /** Numbers to choose calls and costs by, more than a walk needs. */
  @Provide
  Arbitrary<List<Integer>> dice() {
    return Arbitraries.integers().between(0, 1_000).list().ofSize(200);
  }

  @Property
  void settle_atOnce_isAsIfTheCallHadCostIt(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll("dice") List<Integer> dice) {
    var reference = new SettledCalls(subject::model);
    var die = dice.iterator();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var expected = reference.peek(nanos, cost);
          var answer = counter.decide(now, cost);
          assertThat(answer.allowed()).isEqualTo(expected.allowed());
          if (cost > 0 && !answer.neverFits()) {
            int number = reference.decided(nanos, cost, answer.allowed());
            if (answer.allowed()) {
              var call = new Open(number, nanos, cost, answer.resetNanos().longValueExact());
              settle(counter, reference, call, nanos, die);
            }
          }
          var settled = counter.peek(now, /* cost= */ 0);
          var promised = reference.peek(nanos, /* cost= */ 0);
          assertThat(settled.remaining()).isEqualTo(Math.max(0, promised.remaining()));
          assertThat(settled.resetNanos()).isEqualTo(promised.resetNanos());
          return answer;
        });
  }

  @Property
  void settle_later_admitsNoMoreThanIfTheCallHadCostIt(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll("dice") List<Integer> dice) {
    var reference = new SettledCalls(subject::model);
    var open = new ArrayList<Open>();
    var die = dice.iterator();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          while (!open.isEmpty() && die.next() < 400) {
            settle(counter, reference, open.remove(die.next() % open.size()), nanos, die);
          }
          var expected = reference.peek(nanos, cost);
          var answer = counter.decide(nanos.longValue(), cost);
          if (answer.allowed()) {
            assertThat(expected.allowed()).isTrue();
          }
          if (cost > 0 && !answer.neverFits()) {
            int number = reference.decided(nanos, cost, answer.allowed());
            if (answer.allowed()) {
              open.add(new Open(number, nanos, cost, answer.resetNanos().longValueExact()));
            }
          }
          assertThat(counter.peek(nanos.longValue(), /* cost= */ 0).remaining())
              .isLessThanOrEqualTo(Math.max(0, reference.peek(nanos, /* cost= */ 0).remaining()));
          return answer;
        });
  }

  private static void settle(
      Counter counter, SettledCalls reference, Open call, BigInteger nanos, Iterator<Integer> die) {
    long now = nanos.longValue();
    int share = die.next();
    if (share < 300) {
      long more = Step.thousandths(counter.mostMore(now), die.next());
      counter.chargeMore(now, more);
      reference.settle(call.number, call.taken + more);
    } else {
      long less = Step.thousandths(call.taken, die.next());
      long elapsed = nanos.subtract(call.at).longValueExact();
      if (elapsed < call.resetNanos) {
        counter.refund(now, elapsed, call.resetNanos, call.taken, less);
      }
      reference.settle(call.number, call.taken - less);
    }
  }
}
