package io.tollgate.testkit;

import io.tollgate.Decision;
import java.time.Duration;

/** Words for the messages of failed assertions. */
final class Texts {

  private Texts() {}

  /** Returns a duration as people write it: {@code 12s}, {@code 1m30s}, {@code 250ms}. */
  static String of(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    var text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    int nanos = duration.toNanosPart();
    append(text, nanos % 1_000_000 == 0 ? nanos / 1_000_000 : 0, "ms");
    append(text, nanos % 1_000_000 == 0 ? 0 : nanos, "ns");
    return text.toString();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count != 0) {
      text.append(count).append(unit);
    }
  }

  static String calls(int count) {
    return count == 1 ? "1 call" : count + " calls";
  }

  /** Returns what became of a call, to end a sentence with "was". */
  static String of(Decision decision) {
    return switch (decision.outcome()) {
      case ALLOWED -> "allowed, with " + decision.remaining() + " left";
      case REFUSED ->
          "refused by "
              + decision.limit().name()
              + ", with "
              + decision.remaining()
              + " left, for "
              + of(Answers.waitOf(decision));
      case NEVER_FITS ->
          "refused by "
              + decision.limit().name()
              + " for ever: a cost of "
              + decision.cost()
              + " exceeds the "
              + decision.limit().maxCost()
              + " that there ever are";
      case UNAVAILABLE -> "not decided, because the backend failed";
    };
  }
}
