package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.algorithm.LeakyBucket;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A queue that calls leave at a fixed rate, in which only so many may wait. */
final class LeakyBucketProperties extends AlgorithmProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    // One call leaves while the queue waits, so the queue is one shorter than the bucket.
    return Rate.any()
        .map(
            rate -> {
              long queue = Math.max(0, rate.burst() - 1);
              var leaky = LeakyBucket.of(rate.tokens(), rate.periodNanos(), queue);
              var kept = Rate.keptBy(leaky.tokens());
              long tokens = Math.min(rate.tokens(), kept.tokens());
              return new Subject(
                  rate, leaky, () -> new LeakyBucketModel(tokens, kept.periodNanos(), queue));
            });
  }

  @Override
  long longestUsedUpNanos(Counter counter) {
    var empty = counter.copy();
    empty.charge(/* now= */ 0, counter.maxCost());
    return empty.peek(/* now= */ 0, Math.min(1, counter.maxCost())).waitNanos().longValueExact();
  }

  @Override
  void assertPromiseKept(Subject subject, List<Admitted> admitted) {
    var rate = (Rate) subject.numbers();
    Promises.assertInAnyStretch(admitted, rate.tokens(), rate.periodNanos(), rate.burst());
  }

  @Property
  void decide_callsOfOne_leaveInTurnWhileNoMoreThanTheBurstWait(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    var rate = (Rate) subject.numbers();
    var leaving = new ArrayList<BigInteger>();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          var answer = counter.decide(nanos.longValue(), /* cost= */ 1);
          if (answer.allowed()) {
            leaving.add(nanos.add(answer.delayNanos()));
            var waiting = leaving.stream().filter(turn -> turn.compareTo(nanos) > 0).count();
            assertThat(waiting).isLessThan(rate.burst());
          }
          return answer;
        });
    for (int i = 1; i < leaving.size(); i++) {
      // A turn is rounded up to a nanosecond, so two may be less than one closer than they are.
      var apart = leaving.get(i).subtract(leaving.get(i - 1)).add(BigInteger.ONE);
      assertThat(apart.multiply(BigInteger.valueOf(rate.tokens())))
          .isGreaterThan(BigInteger.valueOf(rate.periodNanos()));
    }
  }
}
