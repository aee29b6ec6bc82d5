package io.tollgate.testkit;

import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/**
 * Calls and the passing of time as a row of text: {@code "AAAR +1s A2 A R"}.
 *
 * <pre>
 *   A R N     a call of cost 1 that is allowed, refused, never fits
 *   A3        the same at cost 3
 *   +20s      time passes; units are ns, ms, s, m, h, and step for what the backend can tell apart
 *   +20s-step a step less than that
 * </pre>
 */
final class Rows {

  private static final Pattern PART =
      Pattern.compile(
          "(?<gap>\\s+)|(?<letter>[ARN])(?<cost>\\d*)|\\+(?<step>step)"
              + "|\\+(?<count>\\d+)(?<unit>ns|ms|s|m|h)(?<less>-step)?");

  private Rows() {}

  /** Returns the limit that a text states, as settings state it, under the name {@code row}. */
  static Limit limit(String text) {
    var limit = Settings.of(Map.of("tollgate.limits.row", text)).limits().get("row");
    if (limit == null) {
      throw new AssertionError("settings with one limit have it");
    }
    return limit;
  }

  /**
   * Plays a row and returns what it became: the same row if everything happened as it says.
   *
   * @param call decides a call of a cost
   */
  static String play(String row, LongFunction<Decision> call, ManualTicker time, Duration step) {
    var played = new StringBuilder();
    var parts = PART.matcher(row);
    while (parts.lookingAt()) {
      if (parts.group("letter") != null) {
        var cost = parts.group("cost");
        var decision = call.apply(cost.isEmpty() ? 1 : Long.parseLong(cost));
        played.append(Answers.letter(decision)).append(cost);
      } else {
        played.append(parts.group());
      }
      if (parts.group("step") != null) {
        time.advance(step);
      } else if (parts.group("count") != null) {
        var duration = duration(Long.parseLong(parts.group("count")), parts.group("unit"));
        time.advance(parts.group("less") == null ? duration : duration.minus(step));
      }
      parts.region(parts.end(), row.length());
    }
    if (parts.regionStart() != row.length()) {
      throw new IllegalArgumentException(
          "\"" + row + "\" is no row from character " + (parts.regionStart() + 1) + " on");
    }
    return played.toString();
  }

  private static Duration duration(long count, String unit) {
    return switch (unit) {
      case "ns" -> Duration.ofNanos(count);
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> throw new AssertionError(unit);
    };
  }
}
