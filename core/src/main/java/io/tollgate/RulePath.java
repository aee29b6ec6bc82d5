package io.tollgate;

import java.util.regex.Pattern;

/** What the path of a rule may look like. */
final class RulePath {

  private static final Pattern PARAMETER = Pattern.compile("\\{[A-Za-z][A-Za-z0-9_]*}");

  private RulePath() {}

  /**
   * Returns a path that is one.
   *
   * @throws IllegalArgumentException if it is none, saying what to write instead
   */
  static String checked(String path) {
    if (path.startsWith("!")) {
      throw new IllegalArgumentException(
          Problems.quoted(path)
              + " excludes a path; write the path, and a rule with allow for what it excludes");
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          Problems.quoted(path)
              + " is not a path; write /report, /items/{id} or /static/*, beginning with a slash");
    }
    var segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      check(path, segments[i], /* last= */ i == segments.length - 1);
    }
    return path;
  }

  private static void check(String path, String segment, boolean last) {
    if (segment.isEmpty()) {
      if (!last) {
        throw new IllegalArgumentException(
            Problems.quoted(path) + " has two slashes in a row, which a path never has");
      }
    } else if (segment.contains("*")) {
      if (!segment.equals("*") || !last) {
        throw new IllegalArgumentException(
            Problems.quoted(path) + " has a * elsewhere than alone at its end; write /static/*");
      }
    } else if (segment.contains("{") || segment.contains("}")) {
      if (!PARAMETER.matcher(segment).matches()) {
        throw new IllegalArgumentException(
            Problems.quoted(path) + " has more than a name between slashes; write /items/{id}");
      }
    } else if (segment.equals(".") || segment.equals("..")) {
      throw new IllegalArgumentException(
          Problems.quoted(path) + " has dots that the container resolves; leave them out");
    } else if (segment.contains("%") || segment.contains(";") || segment.contains("?")) {
      throw new IllegalArgumentException(
          Problems.quoted(path)
              + " is compared with what the container has decoded; write it without %, ; and ?");
    }
  }
}
