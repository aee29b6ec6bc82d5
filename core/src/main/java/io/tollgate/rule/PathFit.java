package io.tollgate.rule;

import java.util.List;

/** Compares one path with one call. */
public final class PathFit {

  private PathFit() {}

  /** Tells whether a path of a rule or a template fits the segments of a call. */
  public static boolean fits(String path, List<String> segments) {
    return fits(Segments.of(path), segments);
  }

  /**
   * Tells whether a path of a rule fits the segments of a call.
   *
   * @param expected the segments of the path
   */
  public static boolean fits(List<String> expected, List<String> segments) {
    for (int i = 0; i < expected.size(); i++) {
      var segment = expected.get(i);
      if (segment.equals("*")) {
        return true;
      }
      boolean same =
          i < segments.size() && (Segments.isParameter(segment) || segment.equals(segments.get(i)));
      if (!same) {
        return false;
      }
    }
    return expected.size() == segments.size();
  }

  /** Returns a text that comes before that of a less specific path which fits the same calls. */
  public static String shape(String path) {
    return Specificity.shape(path);
  }
}
