package io.tollgate;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads and writes durations the way people do: {@code 50ms}, {@code 2s}, {@code 1m}. */
public final class Durations {

  /** Enough for every ISO duration; a longer text is none. */
  private static final int MAX_LENGTH = 64;

  private static final Pattern AMOUNT_AND_UNIT = Pattern.compile("([0-9]{1,19}) ?([a-z]+)");

  private static final Map<String, Duration> UNITS = units();

  private Durations() {}

  private static Map<String, Duration> units() {
    var units = new LinkedHashMap<String, Duration>();
    for (var word : new String[] {"s", "sec", "second", "seconds"}) {
      units.put(word, Duration.ofSeconds(1));
    }
    for (var word : new String[] {"min", "minute", "minutes", "m"}) {
      units.put(word, Duration.ofMinutes(1));
    }
    for (var word : new String[] {"h", "hour", "hours"}) {
      units.put(word, Duration.ofHours(1));
    }
    for (var word : new String[] {"day", "days", "d"}) {
      units.put(word, Duration.ofDays(1));
    }
    units.put("ms", Duration.ofMillis(1));
    units.put("us", Duration.ofNanos(1_000));
    units.put("ns", Duration.ofNanos(1));
    return units;
  }

  /** Returns the words for units of time. */
  static Collection<String> unitNames() {
    return UNITS.keySet();
  }

  /** Returns the length of a unit, in lower case, or nothing if it is none. */
  static Optional<Duration> unit(String name) {
    return Optional.ofNullable(UNITS.get(name));
  }

  /** Returns the duration, or nothing if the text is none. */
  public static Optional<Duration> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String lower = text.strip().toLowerCase(Locale.ROOT);
    var match = AMOUNT_AND_UNIT.matcher(lower);
    try {
      if (match.matches()) {
        return unit(match.group(2)).map(unit -> times(unit, match.group(1)));
      }
      return lower.startsWith("p") || lower.startsWith("-p")
          ? Optional.of(Duration.parse(lower))
          : Optional.empty();
    } catch (ArithmeticException | DateTimeParseException e) {
      return Optional.empty(); // the caller says what a duration looks like
    }
  }

  private static Duration times(Duration unit, String amount) {
    return unit.multipliedBy(new BigInteger(amount).longValueExact());
  }

  /** Returns the usual text, which {@link #parse} takes for the same duration. */
  public static String format(Duration duration) {
    long seconds = duration.toSeconds();
    int nanos = duration.toNanosPart();
    if (seconds < 0 || (nanos != 0 && seconds > Integer.MAX_VALUE)) {
      return duration.toString();
    }
    if (nanos != 0) {
      long all = duration.toNanos();
      return all % 1_000_000 == 0
          ? all / 1_000_000 + "ms"
          : all % 1_000 == 0 ? all / 1_000 + "us" : all + "ns";
    }
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    return minutes % 60 != 0
        ? minutes + "m"
        : minutes % 1_440 != 0 ? minutes / 60 + "h" : minutes / 1_440 + "d";
  }
}
