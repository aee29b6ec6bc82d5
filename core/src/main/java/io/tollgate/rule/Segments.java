package io.tollgate.rule;

import java.util.ArrayList;
import java.util.List;

/** Takes paths apart. */
public final class Segments {

  private Segments() {}

  /**
   * Returns the segments of a path; empty ones make no difference and are left out.
   *
   * <p>Dots and semicolons are text: whoever serves a path has dealt with those that are not.
   */
  public static List<String> of(String path) {
    var segments = new ArrayList<String>(8);
    int length = path.length();
    for (int begin = 0; begin < length; ) {
      int slash = path.indexOf('/', begin);
      int end = slash < 0 ? length : slash;
      if (end > begin) {
        segments.add(path.substring(begin, end));
      }
      begin = end + 1;
    }
    return segments;
  }

  /** Tells whether a segment of a rule's path stands for any text. */
  public static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }
}
