package io.tollgate.rules.envoy;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists, numbers and texts as JSON. */
final class JsonText {

  private JsonText() {}

  static String of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(entry.getKey().toString()) + ": " + of(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof Collection<?> items) {
      return items.stream().map(JsonText::of).collect(Collectors.joining(", ", "[", "]"));
    }
    return value instanceof Number ? value.toString() : quoted(value.toString());
  }

  private static String quoted(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
