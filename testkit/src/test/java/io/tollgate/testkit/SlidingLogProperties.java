package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.algorithm.SlidingLog;
import io.tollgate.testkit.ReferenceModel.Answer;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;

/** At most the limit in any window, exactly, with and without a gap and counting of refusals. */
final class SlidingLogProperties extends RecordProperties {

  @Provide
  @Override
  Arbitrary<Subject> subjects() {
    var gaps = Arbitraries.of(0, 0, 0, 1, 100, 300, 1_000);
    var counts = Arbitraries.of(false, false, true);
    return Combinators.combine(amounts(), windows(), gaps, counts)
        .as(
            (limit, window, part, countsRefused) -> {
              long gap = Step.thousandths(window, part);
              return Subject.of(
                  new SlidingLog(limit, window, gap, countsRefused),
                  () -> new SlidingLogModel(limit, window, gap, countsRefused));
            });
  }

  @Override
  boolean hasGap(Subject subject) {
    return numbers(subject).gapNanos() > 0;
  }

  @Override
  boolean countsRefused(Subject subject) {
    return numbers(subject).countsRefused();
  }

  /** A log is untouched again one window after the last call that counts. */
  @Override
  BigInteger counted(Subject subject, BigInteger reading, Answer answer, BigInteger last) {
    var window = BigInteger.valueOf(numbers(subject).windowNanos());
    var counted = reading.add(answer.resetNanos()).subtract(window);
    assertThat(counted).isGreaterThanOrEqualTo(last);
    return counted;
  }

  @Override
  void assertPromiseKept(Subject subject, List<Admitted> admitted) {
    var numbers = numbers(subject);
    Promises.assertInAnyWindow(
        admitted, BigInteger.valueOf(numbers.limit()), numbers.windowNanos());
    Promises.assertApart(admitted, numbers.gapNanos());
  }

  private static SlidingLog numbers(Subject subject) {
    return (SlidingLog) subject.algorithm();
  }
}
