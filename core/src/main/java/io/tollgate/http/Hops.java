package io.tollgate.http;

import io.tollgate.address.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The addresses a request has passed, as proxies have written them into header fields. */
final class Hops {

  private static final Pattern PORT = Pattern.compile(":([0-9]{1,5}|_[A-Za-z0-9._-]+)");
  private static final Pattern QUOTED_PAIR = Pattern.compile("\\\\(.)");

  private Hops() {}

  /**
   * Returns the hops of {@code X-Forwarded-For}, nearest last; one that cannot be read is empty.
   *
   * @param lines all header fields of that name, in order
   */
  static List<Optional<IpAddress>> ofForwardedFor(List<String> lines) {
    var hops = new ArrayList<Optional<IpAddress>>();
    for (var line : lines) {
      int begin = 0;
      for (int comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', begin)) {
        hops.add(node(line.substring(begin, comma).strip()));
        begin = comma + 1;
      }
      hops.add(node(line.substring(begin).strip()));
    }
    return hops;
  }

  /**
   * Returns the hops of {@code Forwarded} (RFC 7239), nearest last.
   *
   * <p>A line that ends inside quotes has no readable last hop: the client has opened them, to make
   * what a proxy appended look like a part of its own hop.
   */
  static List<Optional<IpAddress>> ofForwarded(List<String> lines) {
    var hops = new ArrayList<Optional<IpAddress>>();
    for (var line : lines) {
      var elements = new ArrayList<String>();
      boolean closed = splitOutsideQuotes(line, ',', elements);
      for (int i = 0; i < elements.size(); i++) {
        boolean readable = closed || i < elements.size() - 1;
        hops.add(readable ? forParameter(elements.get(i)) : Optional.empty());
      }
    }
    return hops;
  }

  private static Optional<IpAddress> forParameter(String element) {
    var parameters = new ArrayList<String>();
    splitOutsideQuotes(element, ';', parameters);
    for (var parameter : parameters) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("for")) {
        return node(unquoted(parameter.substring(equals + 1).strip()));
      }
    }
    return Optional.empty();
  }

  /** Adds the parts of a text; returns whether all quotes were closed. */
  private static boolean splitOutsideQuotes(String text, char separator, List<String> parts) {
    boolean quoted = false;
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin));
    return !quoted;
  }

  /** Returns what a value says, without quotes and without the backslashes of quoted pairs. */
  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    if (!quoted) {
      return value;
    }
    var inner = value.substring(1, value.length() - 1);
    return inner.indexOf('\\') < 0 ? inner : QUOTED_PAIR.matcher(inner).replaceAll("$1");
  }

  /**
   * Reads an address with or without a port, which may have a name in its place: {@code
   * 5.5.5.5:80}, {@code [2001:db8::1]:443}, {@code 5.5.5.5:_hidden}.
   */
  private static Optional<IpAddress> node(String node) {
    if (node.startsWith("[")) {
      int end = node.indexOf(']');
      return end > 0 && node.indexOf(':') < end && isPortOrNothing(node.substring(end + 1))
          ? IpAddress.parse(node.substring(1, end))
          : Optional.empty();
    }
    int colon = node.indexOf(':');
    boolean withPort = colon >= 0 && node.indexOf(':', colon + 1) < 0;
    if (withPort) {
      return isPortOrNothing(node.substring(colon))
          ? IpAddress.parse(node.substring(0, colon))
          : Optional.empty();
    }
    return IpAddress.parse(node);
  }

  private static boolean isPortOrNothing(String rest) {
    return rest.isEmpty() || PORT.matcher(rest).matches();
  }
}
