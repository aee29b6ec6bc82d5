package io.tollgate;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A part of a rule for a path: {@code tollgate.paths.NAME.limit}. */
enum PathPart {
  PATH,
  METHODS,
  LIMIT,
  BUCKET,
  KEY,
  BY,
  COST,
  REFUNDERRORS,
  SHADOW,
  ONLIMIT,
  MAXWAIT,
  UNLIMITED;

  private static final ValueKind<String> TEXT = new ValueKind.Text();
  private static final ValueKind<List<String>> ITEMS = new ValueKind.Items();
  private static final ValueKind<Long> COUNT = new ValueKind.Whole(0, Long.MAX_VALUE);
  private static final ValueKind<Boolean> FLAG = new ValueKind.Flag();
  private static final ValueKind<OnLimit> WAY = ValueKind.Choice.of(OnLimit.class);
  private static final ValueKind.Choice<Key> KEYS = ValueKind.Choice.of(Key.class);
  private static final ValueKind<Duration> WAIT =
      new ValueKind.Span(Duration.ofMillis(1), Duration.ofHours(1));

  private static final Pattern METHOD = Pattern.compile("[A-Z]+");

  private static final List<String> NAMES = Arrays.stream(values()).map(PathPart::spelled).toList();

  /** Returns the names of the parts, as settings write them. */
  static Collection<String> names() {
    return NAMES;
  }

  /** Returns the name of this part, as settings write it. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the part of that name, or nothing if there is none. */
  static Optional<PathPart> named(String name) {
    int index = NAMES.indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(values()[index]);
  }

  /**
   * Reads a value into a rule.
   *
   * @throws IllegalArgumentException if the value does not fit, saying what to write instead
   */
  void read(RawValue raw, PathDraft rule) {
    switch (this) {
      case PATH -> rule.path(PathPattern.checked(parse(raw, TEXT).strip()));
      case METHODS -> rule.methods(parse(raw, ITEMS).stream().map(PathPart::method).toList());
      case LIMIT -> rule.limit(LimitText.parse(parse(raw, TEXT)));
      case BUCKET -> rule.bucket(parse(raw, TEXT).strip());
      case KEY -> rule.keys(parse(raw, ITEMS).stream().map(PathPart::key).toList());
      case BY -> rule.by(parse(raw, ITEMS));
      case COST -> rule.cost(parse(raw, COUNT));
      case REFUNDERRORS -> rule.refundErrors(parse(raw, FLAG));
      case SHADOW -> rule.shadow(parse(raw, FLAG));
      case ONLIMIT -> rule.onLimit(parse(raw, WAY));
      case MAXWAIT -> rule.maxWait(parse(raw, WAIT));
      case UNLIMITED -> rule.unlimited(parse(raw, FLAG));
    }
  }

  private static String method(String text) {
    var method = text.toUpperCase(Locale.ROOT);
    if (!METHOD.matcher(method).matches()) {
      throw new IllegalArgumentException(
          Problems.quoted(text) + " is not an HTTP method; write GET, POST and so on");
    }
    if (method.equals("HEAD")) {
      throw new IllegalArgumentException("HEAD counts as GET; write GET");
    }
    return method;
  }

  private static Key key(String text) {
    return KEYS.parse(text, Problems.quoted(text));
  }

  private static <T> T parse(RawValue raw, ValueKind<T> kind) {
    return raw.parse(kind, /* secret= */ false);
  }

  /** What a path may look like. */
  private static final class PathPattern {

    private static final Pattern PARAMETER = Pattern.compile("\\{[A-Za-z][A-Za-z0-9_]*}");

    private PathPattern() {}

    static String checked(String path) {
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException(
            Problems.quoted(path)
                + " is not a path; write /report, /items/{id} or /static/*, beginning with a slash");
      }
      var segments = path.substring(1).split("/", -1);
      for (int i = 0; i < segments.length; i++) {
        boolean last = i == segments.length - 1;
        check(path, segments[i], last);
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
}
