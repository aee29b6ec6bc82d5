package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/**
 * What holds for every algorithm, whatever its numbers, its callers and the origin of its clock.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // The edges are among what is generated.
abstract class AlgorithmProperties {

  /**
   * A call of a cost above 0 that was admitted.
   *
   * @param reading what the caller took for the time, which may be late
   * @param counted when the call counts: no earlier than what the bucket had seen before
   */
  record Admitted(BigInteger reading, BigInteger counted, long cost) {}

  /** Returns algorithms with random numbers, and with those at the edge of what they take. */
  @Provide
  abstract Arbitrary<Subject> subjects();

  /** Fails if more was admitted than was promised. */
  abstract void assertPromiseKept(Subject subject, List<Admitted> admitted);

  /** Tells whether the subject lets one call at a time pass. */
  boolean hasGap(Subject subject) {
    return false;
  }

  /** Tells whether a refused call counts like an admitted one. */
  boolean countsRefused(Subject subject) {
    return false;
  }

  /** Returns the longest that a bucket can have nothing left. */
  long longestUsedUpNanos(Counter counter) {
    return counter.maxWaitNanos();
  }

  /** Returns when a call counts that was admitted after those that count until {@code last}. */
  BigInteger counted(Subject subject, BigInteger reading, Answer answer, BigInteger last) {
    return reading.max(last);
  }

  @Provide
  Arbitrary<Long> origins() {
    return Arbitraries.oneOf(
        Arbitraries.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE),
        Arbitraries.longs().between(0, 1L << 40).map(before -> Long.MAX_VALUE - before),
        Arbitraries.longs().between(0, 1L << 40).map(before -> (1L << 62) - before),
        Arbitraries.longs());
  }

  @Provide
  Arbitrary<List<Step>> walks() {
    return Step.any().list().ofMinSize(1).ofMaxSize(24);
  }

  /** How late each reader of a walk is, in thousandths of a tenth of a window. */
  @Provide
  Arbitrary<List<Integer>> lateness() {
    var late = Arbitraries.integers().between(0, 1_000);
    return Arbitraries.frequencyOf(Tuple.of(2, Arbitraries.just(0)), Tuple.of(1, late))
        .list()
        .ofSize(24);
  }

  @Property
  void decide_anyCalls_answersLikeTheModel(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    var model = subject.model();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          assertThat(counter.peek(nanos.longValue(), cost)).isEqualTo(model.peek(nanos, cost));
          var answer = counter.decide(nanos.longValue(), cost);
          assertThat(answer).isEqualTo(model.decide(nanos, cost));
          return answer;
        });
  }

  @Property
  void decide_refused_isAdmittedAfterTheWaitAndNotBefore(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var answer = counter.decide(now, cost);
          long wait = answer.waitNanos().longValueExact();
          assertThat(wait).isBetween(0L, counter.maxWaitNanos());
          assertThat(wait > 0).isEqualTo(!answer.allowed() && !answer.neverFits());
          if (wait > 0) {
            assertThat(counter.peek(now + wait - 1, cost).waitNanos()).isEqualTo(1);
            assertThat(counter.peek(now + wait, cost).allowed()).isTrue();
          }
          return answer;
        });
  }

  @Property
  void decide_afterTheReset_isAsIfNobodyHadCalled(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          var answer = counter.decide(nanos.longValue(), cost);
          long reset = answer.resetNanos().longValueExact();
          long then = nanos.longValue() + reset;
          assertThat(reset).isNotNegative();
          if (reset > 0) {
            assertThat(counter.peek(then - 1, cost).resetNanos()).isEqualTo(1);
          }
          assertThat(look(counter, then)).isEqualTo(look(subject.counter(then), then));
          return answer;
        });
  }

  @Property
  void decide_refused_changesNothing(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var before = counter.copy();
          var answer = counter.decide(now, cost);
          if (cost == 0 || answer.neverFits() || (!answer.allowed() && !countsRefused(subject))) {
            assertThat(look(counter, now)).isEqualTo(look(before, now));
          }
          return answer;
        });
  }

  @Property
  void decide_costOfN_isTheSameAsNCallsOfOne(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll @IntRange(min = 1, max = 12) int n) {
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var whole = counter.copy();
          var ones = counter.copy();
          if (!hasGap(subject) && whole.decide(now, n).allowed()) {
            for (int i = 0; i < n; i++) {
              assertThat(ones.decide(now, /* cost= */ 1).allowed()).isTrue();
            }
            assertThat(look(ones, now)).isEqualTo(look(whole, now));
          }
          return counter.decide(now, cost);
        });
  }

  @Property
  void decide_lateReaders_getNoMoreThanPromised(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps,
      @ForAll("lateness") List<Integer> lateness) {
    var admitted = new ArrayList<Admitted>();
    var late = lateness.iterator();
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long back = Step.thousandths(counter.maxWaitNanos() / 10, late.next());
          var reading = nanos.subtract(BigInteger.valueOf(back));
          var answer = counter.decide(reading.longValue(), cost);
          if (answer.allowed() && cost > 0) {
            var last =
                admitted.isEmpty()
                    ? BigInteger.valueOf(origin)
                    : admitted.get(admitted.size() - 1).counted;
            var counted = counted(subject, reading, answer, last);
            assertThat(counted).isBetween(reading, nanos.max(last));
            admitted.add(new Admitted(reading, counted, cost));
          }
          return answer;
        });
    assertPromiseKept(subject, admitted);
  }

  @Property
  void giveBack_atOnce_leavesWhatWasThere(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long origin,
      @ForAll("walks") List<Step> steps) {
    Walk.take(
        subject,
        origin,
        steps,
        (counter, nanos, cost) -> {
          long now = nanos.longValue();
          var before = counter.copy();
          var answer = counter.decide(now, cost);
          if (answer.allowed()) {
            var after = counter.copy();
            after.giveBack(counter, now, cost);
            assertThat(look(after, now)).isEqualTo(look(before, now));
          }
          return answer;
        });
  }

  @Property
  void charged_upToAll_isAsIfItHadJustBeenTaken(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long now,
      @ForAll @IntRange(min = 0, max = 1_000) int share) {
    var charged = subject.counter(now);
    var taken = subject.counter(now);
    long cost = Step.thousandths(taken.maxCost(), share);
    taken.decide(now, cost);
    charged.charge(now, cost);

    assertThat(look(charged, now)).isEqualTo(look(taken, now));
  }

  @Property
  void charged_moreThanAll_hasNothingLeftAndComesBack(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long now,
      @ForAll @IntRange(min = 0, max = 1_000) int share) {
    var counter = subject.counter(now);
    long max = counter.maxCost();
    counter.charge(now, max + Step.thousandths(max, share));
    var answer = counter.peek(now, /* cost= */ 1);

    assertThat(answer.allowed()).isFalse();
    assertThat(answer.remaining()).isZero();
    assertThat(answer.waitNanos().longValueExact()).isLessThanOrEqualTo(counter.maxWaitNanos());
  }

  @Property
  void usedUpUntil_anyTime_admitsThenAndNotBefore(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long now,
      @ForAll @IntRange(min = 0, max = 1_000) int part) {
    var counter = subject.counter(now);
    long wait = Step.thousandths(longestUsedUpNanos(counter), part);
    counter.useUp(now, now + wait);
    var answer = counter.peek(now, Math.min(1, counter.maxCost()));

    assertThat(answer.waitNanos()).isEqualTo(counter.maxCost() == 0 ? 0 : wait);
    assertThat(answer.remaining()).isEqualTo(wait == 0 ? counter.maxCost() : 0);
  }

  @Property
  void usedUpUntil_timeThatIsOver_isUntouched(
      @ForAll("subjects") Subject subject,
      @ForAll("origins") long now,
      @ForAll @IntRange(min = 0, max = 1_000) int ago) {
    var counter = subject.counter(now);
    counter.useUp(now, now - ago);

    assertThat(look(counter, now)).isEqualTo(look(subject.counter(now), now));
  }

  /** Returns how a bucket answers calls of several costs, now and later. */
  static List<Answer> look(Counter counter, long now) {
    long max = counter.maxCost();
    long window = counter.maxWaitNanos();
    var answers = new ArrayList<Answer>();
    for (long later : new long[] {0, 1, window / 3, window - 1, window}) {
      for (long cost : new long[] {0, 1, max / 2, max}) {
        answers.add(counter.peek(now + later, cost));
      }
    }
    return answers;
  }
}
