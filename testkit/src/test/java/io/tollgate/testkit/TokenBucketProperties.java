package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A bucket that starts full, is refilled evenly, and refuses only what it does not hold. */
final class TokenBucketProperties extends AlgorithmProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    return Rate.any()
        .map(
            rate -> {
              var kept = Rate.keptBy(rate.bucket());
              return new Subject(
                  rate,
                  rate.bucket(),
                  () -> new TokenBucketModel(kept.tokens(), kept.periodNanos(), kept.burst()));
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
  void decide_anyCalls_refusesOnlyWhatWouldBreakThePromise(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    var kept = Rate.keptBy(((Rate) subject.numbers()).bucket());
    var admitted = new ArrayList<Admitted>();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          var answer = counter.decide(nanos.longValue(), cost);
          if (cost > 0) {
            admitted.add(new Admitted(nanos, nanos, cost));
            assertThat(answer.allowed()).isEqualTo(isPromised(admitted, kept));
            if (!answer.allowed()) {
              admitted.remove(admitted.size() - 1);
            }
          }
          return answer;
        });
  }

  /** Tells whether every stretch that ends now has no more than {@code burst + rate * d}. */
  private static boolean isPromised(List<Admitted> calls, Rate rate) {
    var now = calls.get(calls.size() - 1).counted();
    var period = BigInteger.valueOf(rate.periodNanos());
    var room = BigInteger.valueOf(rate.burst());
    var sum = BigInteger.ZERO;
    for (int i = calls.size() - 1; i >= 0; i--) {
      sum = sum.add(BigInteger.valueOf(calls.get(i).cost()));
      var gained = now.subtract(calls.get(i).counted()).multiply(BigInteger.valueOf(rate.tokens()));
      if (sum.multiply(period).compareTo(room.multiply(period).add(gained)) > 0) {
        return false;
      }
    }
    return true;
  }
}
