package io.tollgate.testkit;

import io.tollgate.testkit.ReferenceModel.Answer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * A pause and then a call, in terms that mean something for any limit.
 *
 * @param part how much of what the pause is made of, in thousandths
 * @param share how much of what can be taken, in thousandths
 */
record Step(Pause pause, int part, Price price, int share) {

  /** How long to wait before the call. */
  enum Pause {
    NONE,
    NANO,
    PART_OF_TOKEN,
    PART_OF_WINDOW,
    WINDOWS,
    AS_TOLD,
    ALMOST_AS_TOLD,
    UNTIL_FRESH,
    ALMOST_UNTIL_FRESH
  }

  /** What the call costs. */
  enum Price {
    NOTHING,
    ONE,
    SHARE_OF_REMAINING,
    SHARE_OF_ALL,
    REMAINING,
    ONE_MORE_THAN_REMAINING,
    ALL,
    MORE_THAN_ALL
  }

  static Arbitrary<Step> any() {
    var pauses =
        Arbitraries.frequency(
            Tuple.of(4, Pause.NONE),
            Tuple.of(1, Pause.NANO),
            Tuple.of(6, Pause.PART_OF_TOKEN),
            Tuple.of(6, Pause.PART_OF_WINDOW),
            Tuple.of(1, Pause.WINDOWS),
            Tuple.of(3, Pause.AS_TOLD),
            Tuple.of(2, Pause.ALMOST_AS_TOLD),
            Tuple.of(1, Pause.UNTIL_FRESH),
            Tuple.of(1, Pause.ALMOST_UNTIL_FRESH));
    var prices =
        Arbitraries.frequency(
            Tuple.of(1, Price.NOTHING),
            Tuple.of(6, Price.ONE),
            Tuple.of(4, Price.SHARE_OF_REMAINING),
            Tuple.of(4, Price.SHARE_OF_ALL),
            Tuple.of(2, Price.REMAINING),
            Tuple.of(3, Price.ONE_MORE_THAN_REMAINING),
            Tuple.of(1, Price.ALL),
            Tuple.of(1, Price.MORE_THAN_ALL));
    return Combinators.combine(
            pauses,
            Arbitraries.integers().between(0, 1_000),
            prices,
            Arbitraries.integers().between(0, 1_000))
        .as(Step::new);
  }

  /**
   * Returns how long to wait before the call.
   *
   * @param last the answer to the call before
   */
  long pauseNanos(Counter counter, Answer last) {
    long window = counter.maxWaitNanos();
    long nanos =
        switch (pause) {
          case NONE -> 0;
          case NANO -> 1;
          case PART_OF_TOKEN -> thousandths(window / Math.max(1, counter.maxCost()) * 2, part);
          case PART_OF_WINDOW -> thousandths(window, part);
          case WINDOWS -> part > 990 ? counter.maxPauseNanos() : saturated(window, part / 100);
          case AS_TOLD -> last.waitNanos().longValueExact();
          case ALMOST_AS_TOLD -> last.waitNanos().longValueExact() - 1;
          case UNTIL_FRESH -> last.resetNanos().longValueExact();
          case ALMOST_UNTIL_FRESH -> last.resetNanos().longValueExact() - 1;
        };
    return Math.max(0, Math.min(nanos, counter.maxPauseNanos()));
  }

  /** Returns what the call costs. */
  long cost(Counter counter, long remaining) {
    long max = counter.maxCost();
    return switch (price) {
      case NOTHING -> 0;
      case ONE -> 1;
      case SHARE_OF_REMAINING -> thousandths(remaining, share);
      case SHARE_OF_ALL -> thousandths(max, share);
      case REMAINING -> remaining;
      case ONE_MORE_THAN_REMAINING -> remaining + 1;
      case ALL -> max;
      case MORE_THAN_ALL -> saturated(max + 1, share + 1);
    };
  }

  static long thousandths(long whole, int part) {
    return whole / 1_000 * part + whole % 1_000 * part / 1_000;
  }

  private static long saturated(long value, int times) {
    return Math.multiplyHigh(value, times) == 0 && value * times >= 0
        ? value * times
        : Long.MAX_VALUE;
  }
}
