package io.tollgate.rule;

import java.util.ArrayList;
import java.util.List;

/** Takes paths apart. */
public final class Segments {

  private Segments() {}

  /**
   * Returns the segments of a path; what makes no difference is left out: empty segments, dots, and
   * what stands behind a semicolon.
   */
  public static List<String> of(String path) {
    var segments = new ArrayList<String>(8);
    int length = path.length();
    for (int begin = 0; begin < length; ) {
      int slash = path.indexOf('/', begin);
      int end = slash < 0 ? length : slash;
      if (end > begin) {
        add(path, begin, end, segments);
      }
      begin = end + 1;
    }
    return segments;
  }

  private static void add(String path, int begin, int end, List<String> segments) {
    int semicolon = path.indexOf(';', begin);
    int to = semicolon >= 0 && semicolon < end ? semicolon : end;
    boolean dot = path.charAt(begin) == '.';
    if (dot && to - begin == 2 && path.charAt(begin + 1) == '.') {
      if (!segments.isEmpty()) {
        segments.remove(segments.size() - 1);
      }
    } else if (to > begin && !(dot && to - begin == 1)) {
      segments.add(path.substring(begin, to));
    }
  }

  /** Tells whether a segment of a rule's path stands for any text. */
  public static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }
}
