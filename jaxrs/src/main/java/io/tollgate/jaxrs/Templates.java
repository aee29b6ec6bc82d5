package io.tollgate.jaxrs;

import io.tollgate.http.Overridden;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes the templates of Jakarta REST the way rules write paths. */
public final class Templates {

  private static final Pattern PLAIN_PARAMETER =
      Pattern.compile("\\{\\s*([A-Za-z][A-Za-z0-9_]*)\\s*}");

  private Templates() {}

  /** Returns the path of a method of a root resource; empty for sub-resources. */
  static Optional<String> of(Class<?> type, Method method) {
    return Overridden.lineage(type).stream()
        .filter(at -> at.isAnnotationPresent(Path.class))
        .findFirst()
        .map(at -> at.getAnnotation(Path.class).value())
        .map(root -> plain(root + "/" + ofMethod(type, method)));
  }

  private static String ofMethod(Class<?> type, Method method) {
    return Overridden.declarations(type, method).stream()
        .filter(at -> at.isAnnotationPresent(Path.class))
        .findFirst()
        .map(at -> at.getAnnotation(Path.class).value())
        .orElse("");
  }

  /**
   * Returns a template in which a parameter is one segment and {@code *} all that follow: from
   * where a regular expression begins, anything may follow.
   */
  public static String plain(String template) {
    var plain = new StringBuilder();
    for (var segment : template.split("/", -1)) {
      if (segment.isEmpty()) {
        continue;
      }
      if (segment.indexOf('{') < 0) {
        plain.append('/').append(segment);
      } else if (PLAIN_PARAMETER.matcher(segment).matches()) {
        plain.append('/').append(PLAIN_PARAMETER.matcher(segment).replaceFirst("{$1}"));
      } else {
        return plain.append("/*").toString();
      }
    }
    return plain.length() == 0 ? "/" : plain.toString();
  }
}
