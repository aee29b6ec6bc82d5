package io.tollgate;

import java.util.Collection;
import java.util.Map;

/** Writes texts, numbers, booleans, and maps and lists of them as JSON. */
final class Json {

  private Json() {}

  static String write(Object value) {
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> map) {
      char before = '{';
      for (var entry : map.entrySet()) {
        quote(String.valueOf(entry.getKey()), text.append(before));
        write(entry.getValue(), text.append(':'));
        before = ',';
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Collection<?> items) {
      char before = '[';
      for (var item : items) {
        write(item, text.append(before));
        before = ',';
      }
      text.append(items.isEmpty() ? "[]" : "]");
    } else if (value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      quote(value.toString(), text);
    }
  }

  static String quoted(String value) {
    var text = new StringBuilder();
    quote(value, text);
    return text.toString();
  }

  /** All but printable ASCII is escaped, so that no reader takes any of it for something else. */
  private static void quote(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c >= ' ' && c <= '~') {
        text.append(c);
      } else {
        text.append(String.format("\\u%04x", (int) c));
      }
    }
    text.append('"');
  }
}
