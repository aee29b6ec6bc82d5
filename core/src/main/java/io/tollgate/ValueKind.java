package io.tollgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a setting may hold: how its text is read and written.
 *
 * <p>Where a text cannot be read, {@link IllegalArgumentException} says what to write instead.
 */
interface ValueKind<T> {

  /** Returns the name of this kind, for the tables in the documentation. */
  String title();

  /**
   * Returns the value of a text.
   *
   * @param shown stands for the text in messages, because it may be secret
   */
  T parse(String text, String shown);

  /** Returns the value of a list of texts. */
  default T parse(List<String> items) {
    throw new IllegalArgumentException("this is a list; write one value");
  }

  /** Tells whether a blank text is a value and not a mistake. */
  default boolean takesBlank() {
    return false;
  }

  /** Returns a text that is read as {@code value}. */
  String format(T value);

  /** Any text that is not blank. */
  record Text() implements ValueKind<String> {

    @Override
    public String title() {
      return "text";
    }

    @Override
    public String parse(String text, String shown) {
      return text;
    }

    @Override
    public String format(String value) {
      return value;
    }
  }

  /** A duration within bounds. */
  record Span(Duration min, Duration max) implements ValueKind<Duration> {

    @Override
    public String title() {
      return "duration";
    }

    @Override
    public Duration parse(String text, String shown) {
      var duration =
          Durations.parse(text)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          shown + " is not a duration; write 50ms, 2s, 1m or PT2S"));
      if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
        throw new IllegalArgumentException(
            String.format(
                "%s is out of range; write %s to %s",
                shown, Durations.format(min), Durations.format(max)));
      }
      return duration;
    }

    @Override
    public String format(Duration value) {
      return Durations.format(value);
    }
  }

  /** A whole number within bounds. */
  record Whole(long min, long max) implements ValueKind<Long> {

    private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]{1,19}");

    @Override
    public String title() {
      return "whole number";
    }

    @Override
    public Long parse(String text, String shown) {
      return parse(text.strip())
          .filter(number -> number >= min && number <= max)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      String.format("%s is not a whole number from %d to %d", shown, min, max)));
    }

    /** Returns the number, or nothing if the text is none or does not fit into 64 bits. */
    static Optional<Long> parse(String text) {
      try {
        return DIGITS.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.empty(); // 19 digits may still be too many
      }
    }

    @Override
    public String format(Long value) {
      return value.toString();
    }
  }

  /** Yes or no. */
  record Flag() implements ValueKind<Boolean> {

    @Override
    public String title() {
      return "true or false";
    }

    @Override
    public Boolean parse(String text, String shown) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new IllegalArgumentException(shown + " is neither true nor false");
      };
    }

    @Override
    public String format(Boolean value) {
      return value.toString();
    }
  }

  /** One of a few words, in upper or lower case. */
  record Choice<T>(Map<String, T> choices) implements ValueKind<T> {

    static <E extends Enum<E>> Choice<E> of(Class<E> type) {
      var choices = new LinkedHashMap<String, E>();
      for (E each : type.getEnumConstants()) {
        choices.put(each.name().toLowerCase(Locale.ROOT), each);
      }
      return new Choice<>(choices);
    }

    @Override
    public String title() {
      return String.join(", ", choices.keySet());
    }

    @Override
    public T parse(String text, String shown) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      var choice = choices.get(word);
      if (choice == null) {
        throw new IllegalArgumentException(
            shown + " is not one of " + title() + Nearest.hint(word, choices.keySet()));
      }
      return choice;
    }

    @Override
    public String format(T value) {
      return choices.entrySet().stream()
          .filter(entry -> entry.getValue().equals(value))
          .findFirst()
          .orElseThrow()
          .getKey();
    }
  }

  /** Texts, separated by commas or as a list of YAML. */
  record Items() implements ValueKind<List<String>> {

    @Override
    public String title() {
      return "list";
    }

    @Override
    public List<String> parse(String text, String shown) {
      if (text.isBlank()) {
        return List.of();
      }
      var items = new ArrayList<String>();
      int start = 0;
      for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', start)) {
        items.add(text.substring(start, comma));
        start = comma + 1;
      }
      items.add(text.substring(start));
      return parse(items);
    }

    @Override
    public List<String> parse(List<String> items) {
      var stripped = items.stream().map(String::strip).toList();
      if (stripped.contains("")) {
        throw new IllegalArgumentException(
            "item " + (stripped.indexOf("") + 1) + " is empty; remove it");
      }
      return stripped;
    }

    @Override
    public boolean takesBlank() {
      return true;
    }

    @Override
    public String format(List<String> value) {
      return String.join(",", value);
    }
  }

  /** A value that a module reads into a type of its own. */
  record Own<T, U>(ValueKind<T> kind, String title, Function<T, U> reader, Function<U, T> writer)
      implements ValueKind<U> {

    @Override
    public U parse(String text, String shown) {
      return read(kind.parse(text, shown));
    }

    @Override
    public U parse(List<String> items) {
      return read(kind.parse(items));
    }

    /** What a module quotes in its message may come from outside. */
    private U read(T value) {
      try {
        return reader.apply(value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(Problems.oneLine(String.valueOf(e.getMessage())), e);
      }
    }

    @Override
    public boolean takesBlank() {
      return kind.takesBlank();
    }

    @Override
    public String format(U value) {
      return kind.format(writer.apply(value));
    }
  }

  /** A value that may be left out. */
  record Maybe<T>(ValueKind<T> kind) implements ValueKind<Optional<T>> {

    @Override
    public String title() {
      return kind.title();
    }

    @Override
    public Optional<T> parse(String text, String shown) {
      return Optional.of(kind.parse(text, shown));
    }

    @Override
    public Optional<T> parse(List<String> items) {
      return Optional.of(kind.parse(items));
    }

    @Override
    public boolean takesBlank() {
      return kind.takesBlank();
    }

    @Override
    public String format(Optional<T> value) {
      return value.map(kind::format).orElse("");
    }
  }
}
