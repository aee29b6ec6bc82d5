package io.tollgate.rules.envoy;

import io.tollgate.YamlNode.Mark;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that all of it is said at once. */
final class Complaints {

  /** Nobody reads more, and a hostile file could make hundreds of thousands. */
  private static final int MAX_LISTED = 50;

  private static final int MAX_SHOWN = 80;

  private final List<String> lines = new ArrayList<>();

  void add(String source, Mark mark, String message) {
    if (lines.size() < MAX_LISTED) {
      lines.add(source + " " + mark + ": " + message);
    }
  }

  void throwIfAny() {
    if (!lines.isEmpty()) {
      throw new EnvoyException(lines);
    }
  }

  /** Returns text from a file in quotes, in one line of bounded length. */
  static String quoted(String text) {
    var shown = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    return '"' + shown.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]", "?") + '"';
  }
}
