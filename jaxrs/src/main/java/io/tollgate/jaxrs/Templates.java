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

  private static final Pattern PARAMETER_NAME = Pattern.compile("\\{\\s*[A-Za-z_][\\w.-]*\\s*");

  private static final Pattern OUTER_SLASHES = Pattern.compile("^/+|/+$");

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

  /** Returns the path of a method below its class; parameters count by what they match alone. */
  static String shape(Class<?> type, Method method) {
    var path = OUTER_SLASHES.matcher(ofMethod(type, method)).replaceAll("");
    return PARAMETER_NAME.matcher(path).replaceAll("{");
  }

  /**
   * Returns a template in which a parameter is one segment and {@code *} all that follow: from
   * where a regular expression begins, anything may follow. Text is decoded as that of a {@link
   * RestPath} is, with which it is compared.
   */
  public static String plain(String template) {
    var plain = new StringBuilder();
    for (var segment : template.split("/", -1)) {
      if (segment.isEmpty()) {
        continue;
      }
      if (segment.indexOf('{') < 0) {
        plain.append('/').append(RestPath.segment(segment));
      } else if (PLAIN_PARAMETER.matcher(segment).matches()) {
        plain.append('/').append(PLAIN_PARAMETER.matcher(segment).replaceFirst("{$1}"));
      } else {
        return plain.append("/*").toString();
      }
    }
    return plain.length() == 0 ? "/" : plain.toString();
  }
}
