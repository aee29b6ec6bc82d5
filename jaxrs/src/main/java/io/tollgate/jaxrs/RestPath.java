package io.tollgate.jaxrs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.regex.Pattern;

/** Reads the path of a request as resources are matched by it. */
final class RestPath {

  /*
   * Implementations of Jakarta REST split a path at its slashes before they decode it, look away from
   * matrix parameters, and take dots for text: /secret/.. and /secret/%2e%2e are answered by
   * /secret/{id}, and so is /secret/a%2fb. Whoever decoded first, or resolved dots, would see other
   * paths than the one that is served, and rules would not hold for it.
   */

  private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

  private RestPath() {}

  /**
   * Returns a path without matrix parameters and with each segment decoded.
   *
   * @param raw the path as it was sent
   * @param parametersAreSegment whether parameters alone are a segment, which is then called ;
   */
  static String of(String raw, boolean parametersAreSegment) {
    if (raw.indexOf('%') < 0 && raw.indexOf(';') < 0) {
      return raw;
    }
    var path = new StringBuilder(raw.length());
    int begin = 0;
    while (begin <= raw.length()) {
      int slash = raw.indexOf('/', begin);
      int end = slash < 0 ? raw.length() : slash;
      int semicolon = raw.indexOf(';', begin);
      int textEnd = semicolon < 0 ? end : Math.min(semicolon, end);
      if (textEnd > begin) {
        path.append(segment(raw.substring(begin, textEnd)));
      } else if (parametersAreSegment && end > begin) {
        path.append(';');
      }
      if (slash >= 0) {
        path.append('/');
      }
      begin = end + 1;
    }
    return path.toString();
  }

  /**
   * Returns what a part of a template has matched, decoded and without matrix parameters.
   *
   * <p>CXF leaves them in, which would make as many keys as a caller likes; a semicolon that was
   * encoded begins none.
   *
   * @param raw the part as it was sent
   */
  static String value(String raw) {
    var text = raw.indexOf(';') < 0 ? raw : PARAMETERS.matcher(raw).replaceAll("");
    return text.indexOf('%') < 0 ? text : decoded(text);
  }

  /** Returns a segment decoded; a slash that was encoded parts no segments. */
  static String segment(String raw) {
    return raw.indexOf('%') < 0 ? raw : decoded(raw).replace("/", "%2F");
  }

  private static String decoded(String segment) {
    var bytes = new ByteArrayOutputStream(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      int high = c == '%' && i + 2 < segment.length() ? digit(segment, i + 1) : -1;
      int low = high < 0 ? -1 : digit(segment, i + 2);
      if (low >= 0) {
        bytes.write(high * 16 + low);
        i += 2;
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(UTF_8));
      }
    }
    return bytes.toString(UTF_8);
  }

  private static int digit(String text, int at) {
    return Character.digit(text.charAt(at), 16);
  }
}
