package io.tollgate.rules;

import java.util.Optional;
import java.util.stream.Stream;

/** Text from outside, before it is kept or shown. */
final class Texts {

  private static final char BACKSLASH = '\\';

  private Texts() {}

  /** Returns the text in one line of at most {@code max} characters that any database takes. */
  static String shown(String text, int max) {
    var shown = new StringBuilder();
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      shown.appendCodePoint(isPlain(c) ? c : '\uFFFD');
    }
    return shown.length() <= max ? shown.toString() : cut(shown, max);
  }

  private static String cut(StringBuilder text, int max) {
    int end = Character.isHighSurrogate(text.charAt(max - 2)) ? max - 2 : max - 1;
    return text.substring(0, end) + "…";
  }

  /**
   * Returns what is wrong with a name, if anything is. A name may be any text that can be seen and
   * put into a path.
   */
  static Optional<String> mistakeInName(String name, int max) {
    if (name.isBlank() || name.length() > max || !name.equals(name.strip())) {
      return Optional.of("has 1 to " + max + " characters, without spaces around them");
    }
    if (name.indexOf(BACKSLASH) >= 0) {
      return Optional.of("has a backslash, which no path can have; write - or / instead");
    }
    if (Stream.of(name.split("/", -1)).anyMatch(Texts::isDots)) {
      return Optional.of("is lost in a path; write something else than dots between slashes");
    }
    return name.codePoints().allMatch(Texts::isPlain)
        ? Optional.empty()
        : Optional.of("has a character that cannot be seen; leave it out");
  }

  private static boolean isDots(String segment) {
    return !segment.isEmpty() && segment.chars().allMatch(c -> c == '.');
  }

  /** Returns a name made of any text, which is not blank, so that it can be put into a path. */
  static String name(String text, int max) {
    var name = shown(text, max).replace(BACKSLASH, '-').strip();
    return Stream.of(name.split("/", -1)).anyMatch(Texts::isDots) ? name.replace('/', '-') : name;
  }

  private static boolean isPlain(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
