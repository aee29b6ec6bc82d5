package io.tollgate.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses a request has passed, as proxies have written them into header fields. */
final class Hops {

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

  /** Returns the hops of {@code Forwarded} (RFC 7239), nearest last. */
  static List<Optional<IpAddress>> ofForwarded(List<String> lines) {
    var hops = new ArrayList<Optional<IpAddress>>();
    for (var line : lines) {
      for (var element : splitOutsideQuotes(line, ',')) {
        hops.add(forParameter(element));
      }
    }
    return hops;
  }

  private static Optional<IpAddress> forParameter(String element) {
    for (var parameter : splitOutsideQuotes(element, ';')) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("for")) {
        return node(unquoted(parameter.substring(equals + 1).strip()));
      }
    }
    return Optional.empty();
  }

  private static List<String> splitOutsideQuotes(String text, char separator) {
    var parts = new ArrayList<String>();
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
    return parts;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** Reads an address with or without a port: {@code 5.5.5.5:80}, {@code [2001:db8::1]:443}. */
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
    if (rest.isEmpty()) {
      return true;
    }
    boolean port = rest.length() >= 2 && rest.length() <= 6 && rest.charAt(0) == ':';
    for (int i = 1; port && i < rest.length(); i++) {
      port = rest.charAt(i) >= '0' && rest.charAt(i) <= '9';
    }
    return port;
  }
}
