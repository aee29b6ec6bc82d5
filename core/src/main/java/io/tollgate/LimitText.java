package io.tollgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a limit from one line of text.
 *
 * <pre>
 *   limit  = tokens ("/" | "per") [count] unit { option }     100/min    2 per 3s
 *          | calls "at a time" [ "," ] { option }             5 at a time
 *   option = "burst" tokens                                   20/min burst 40
 *          | algorithm                                        20/min sliding_window
 *          | "gap" count unit                                 20/min sliding_log gap 2s
 *          | "counting refused"                               20/min sliding_log counting refused
 *          | "for" count unit "at most"                       5 at a time, for 30s at most
 * </pre>
 *
 * <p>Options come in any order, each once. What {@link Limit#toString} prints can be read again.
 */
final class LimitText {

  private static final Pattern WORD = Pattern.compile("[0-9]+|[a-z_]+|\\S");

  private static final String FORMS =
      "write 100/min, 2 per 3s, 20/min burst 40 sliding_window or 5 at a time";

  private static final ValueKind.Choice<Algorithm> ALGORITHMS =
      ValueKind.Choice.of(Algorithm.class);

  private final String text;
  private final List<String> words;
  private final Set<String> seen = new HashSet<>();
  private final LimitDraft limit = new LimitDraft();
  private int position;

  private LimitText(String text) {
    this.text = text;
    this.words = WORD.matcher(text.toLowerCase(Locale.ROOT)).results().map(r -> r.group()).toList();
  }

  /**
   * Returns the limit that a text states.
   *
   * @throws IllegalArgumentException if it states none, saying what to write instead
   */
  static LimitDraft parse(String text) {
    var reading = new LimitText(text);
    reading.amount();
    while (reading.position < reading.words.size()) {
      reading.option();
    }
    return reading.limit;
  }

  /** Returns the numbers of a limit as people write them, which {@link #parse} reads again. */
  static String write(Limit limit) {
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      return limit.tokens() + " at a time, for " + span(limit.period()) + " at most";
    }
    var text =
        new StringBuilder().append(limit.tokens()).append('/').append(period(limit.period()));
    if (limit.burst() != limit.tokens()) {
      text.append(" burst ").append(limit.burst());
    }
    if (limit.algorithm() != Algorithm.TOKEN_BUCKET) {
      text.append(' ').append(limit.algorithm().name().toLowerCase(Locale.ROOT));
    }
    if (!limit.minimumGap().isZero()) {
      text.append(" gap ").append(span(limit.minimumGap()));
    }
    return text.append(limit.countsRefused() ? " counting refused" : "").toString();
  }

  private static String period(Duration period) {
    return switch (span(period)) {
      case "1s" -> "s";
      case "1min" -> "min";
      case "1h" -> "h";
      case "1day" -> "day";
      default -> span(period);
    };
  }

  private static String span(Duration span) {
    if (span.toNanosPart() != 0) {
      return span.toNanosPart() % 1_000_000 == 0 ? span.toMillis() + "ms" : span.toNanos() + "ns";
    }
    long seconds = span.toSeconds();
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    return seconds % 3_600 != 0
        ? seconds / 60 + "min"
        : seconds % 86_400 != 0 ? seconds / 3_600 + "h" : seconds / 86_400 + "day";
  }

  private void amount() {
    if (!isNumber()) {
      throw notALimit();
    }
    limit.tokens(number());
    if (take("at")) {
      if (!take("a") || !take("time")) {
        throw notALimit();
      }
      once("algorithm");
      limit.algorithm(Algorithm.CONCURRENCY);
      take(",");
    } else if (take("/") || take("per")) {
      if (isNumber()) {
        limit.every(number());
      }
      limit.unit(unit());
    } else {
      throw notALimit();
    }
  }

  private void option() {
    if (take("burst")) {
      once("burst");
      limit.burst(number());
    } else if (take("gap")) {
      once("gap");
      limit.gap(duration());
    } else if (take("counting")) {
      once("counting");
      if (!take("refused")) {
        throw new IllegalArgumentException(quoted() + ": write counting refused");
      }
      limit.countsRefused(true);
    } else if (take("for")) {
      once("for");
      limit.lease(duration());
      if (!take("at") || !take("most")) {
        throw new IllegalArgumentException(quoted() + ": write for 30s at most");
      }
    } else {
      algorithm();
    }
  }

  private void algorithm() {
    String word = words.get(position++);
    var algorithm = ALGORITHMS.choices().get(word);
    if (algorithm == null) {
      var known = new ArrayList<>(List.of("burst", "gap", "counting refused", "for 30s at most"));
      known.addAll(ALGORITHMS.choices().keySet());
      throw new IllegalArgumentException(
          String.format(
              "%s: %s is not known here%s",
              quoted(), Problems.quoted(word), Nearest.hint(word, known)));
    }
    once("algorithm");
    limit.algorithm(algorithm);
  }

  private void once(String option) {
    if (!seen.add(option)) {
      throw new IllegalArgumentException(quoted() + ": " + option + " is given twice; remove one");
    }
  }

  /** Digits of other scripts count, so that they are told what is wrong with them. */
  private boolean isNumber() {
    return position < words.size() && Character.isDigit(words.get(position).charAt(0));
  }

  private long number() {
    if (position == words.size()) {
      throw new IllegalArgumentException(quoted() + ": a number is missing; " + FORMS);
    }
    String digits = words.get(position++);
    if (digits.charAt(0) < '0' || digits.charAt(0) > '9') {
      throw new IllegalArgumentException(
          String.format(
              "%s: %s is not a number; write it with the digits 0 to 9",
              quoted(), Problems.quoted(digits)));
    }
    return ValueKind.Whole.parse(digits)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "%s: the number %s is too large; write at most %d",
                        quoted(), Problems.shown(digits), Long.MAX_VALUE)));
  }

  private Duration unit() {
    if (position == words.size()) {
      throw new IllegalArgumentException(
          quoted() + ": the unit is missing; write s, min, h or day");
    }
    String word = words.get(position++);
    return Durations.unit(word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "%s: %s is not a unit of time such as s, min, h or day%s",
                        quoted(),
                        Problems.quoted(word),
                        Nearest.hint(word, Durations.unitNames()))));
  }

  private Duration duration() {
    long count = number();
    var unit = unit();
    try {
      return unit.multipliedBy(count);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(quoted() + ": the time is too long to be counted", e);
    }
  }

  private boolean take(String word) {
    boolean isThere = position < words.size() && words.get(position).equals(word);
    if (isThere) {
      position++;
    }
    return isThere;
  }

  private String quoted() {
    return Problems.quoted(text);
  }

  private IllegalArgumentException notALimit() {
    return new IllegalArgumentException(quoted() + " is not a limit; " + FORMS);
  }
}
