package io.tollgate;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with the settings, so that all of it is said at once. */
final class Problems {

  /** Nobody reads more, and a hostile file could make hundreds of thousands. */
  private static final int MAX_LISTED = 50;

  private static final int MAX_SHOWN_LENGTH = 80;
  private static final int MAX_LINE_LENGTH = 400;

  private final List<String> lines = new ArrayList<>();
  private int unlisted;

  /** Adds a problem; {@code line} holds text from outside only as {@link #shown} makes it. */
  void add(String line) {
    if (isFull()) {
      unlisted++;
    } else {
      lines.add(line);
    }
  }

  /** Tells whether further problems are only counted, so that working out a hint is wasted. */
  boolean isFull() {
    return lines.size() == MAX_LISTED;
  }

  /** Returns all problems, one line for each. */
  List<String> lines() {
    var all = new ArrayList<>(lines);
    if (unlisted > 0) {
      all.add("and " + unlisted + " more");
    }
    return List.copyOf(all);
  }

  /** Returns text from outside in quotes, in one line of bounded length. */
  static String quoted(String text) {
    return '"' + shown(text) + '"';
  }

  /** Returns text from outside in one line of bounded length that no terminal takes for orders. */
  static String shown(String text) {
    return shown(text, MAX_SHOWN_LENGTH);
  }

  /** Returns a message that quotes text from outside in one line likewise. */
  static String oneLine(String message) {
    return shown(message, MAX_LINE_LENGTH);
  }

  private static String shown(String text, int maxLength) {
    var shown = new StringBuilder();
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (i >= maxLength) {
        return shown.append("...").toString();
      }
      int c = text.codePointAt(i);
      if (isHarmless(c)) {
        shown.appendCodePoint(c);
      } else {
        shown.append(String.format("\\u%04X", c));
      }
    }
    return shown.toString();
  }

  private static boolean isHarmless(int codePoint) {
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
