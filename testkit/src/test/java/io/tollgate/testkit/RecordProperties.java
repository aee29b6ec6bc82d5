package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** What holds for every algorithm whose bucket is a record. */
abstract class RecordProperties extends AlgorithmProperties {

  /** Returns numbers of tokens. */
  static Arbitrary<Long> amounts() {
    return Arbitraries.oneOf(
        Arbitraries.of(0L, 1L, 2L, 1_000_000_000_000L, Long.MAX_VALUE / 4),
        Arbitraries.longs().between(1, 12),
        Arbitraries.longs().between(1, 12),
        Arbitraries.longs().between(1, 1_000_000));
  }

  /** Returns lengths of windows. */
  static Arbitrary<Long> windows() {
    return Arbitraries.oneOf(
        Arbitraries.of(1L, 2L, 7L, 1_000_000_000L, 86_400_000_000_000L, 1L << 59),
        Arbitraries.longs().between(1, 100),
        Arbitraries.longs().between(1, 1L << 50));
  }

  /** A log of refused calls keeps no more of them than matter, which giving back may change. */
  @Provide
  Arbitrary<Subject> subjectsThatForgetRefusals() {
    return subjects().filter(subject -> !countsRefused(subject));
  }

  @Property
  void giveBack_afterOtherCalls_leavesWhatTheseTook(
      @ForAll("subjectsThatForgetRefusals") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll @IntRange(min = 0, max = 8) int number) {
    var oneCall = new OneCall(number);
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var before = counter.copy();
          var answer = counter.decide(now, cost);
          if (answer.allowed() && cost > 0) {
            oneCall.seen(before, counter.copy(), now, cost);
          }
          oneCall.assertGivenBack(counter, now);
          return answer;
        });
  }

  /** One call of a walk that is given back, and the bucket of a world in which it never came. */
  private static final class OneCall {

    private int callsBefore;
    private @Nullable Counter taken;
    private @Nullable Counter without;
    private long cost;

    OneCall(int callsBefore) {
      this.callsBefore = callsBefore;
    }

    void seen(Counter before, Counter after, long now, long cost) {
      if (without != null) {
        assertThat(without.decide(now, cost).allowed()).isTrue();
      } else if (callsBefore-- == 0) {
        this.without = before;
        this.taken = after;
        this.cost = cost;
      }
    }

    void assertGivenBack(Counter counter, long now) {
      if (taken != null && without != null) {
        var given = counter.copy();
        given.giveBack(taken, now, cost);
        assertThat(look(given, now)).isEqualTo(look(without, now));
      }
    }
  }
}
