package io.tollgate.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The statements in {@code statements.sql}, by name. */
final class Sql {

  private static final String FILE = "sql/statements.sql";
  private static final String BEGIN = "-- name: ";
  private static final Map<String, String> STATEMENTS = read();

  private Sql() {}

  /** Returns the statement of that name. */
  static String named(String name) {
    var statement = STATEMENTS.get(name);
    if (statement == null) {
      throw new IllegalArgumentException(FILE + " has no statement named " + name);
    }
    return statement;
  }

  private static Map<String, String> read() {
    try (InputStream file = Sql.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is missing on the class path");
      }
      return parse(new String(file.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> parse(String text) {
    var statements = new HashMap<String, String>();
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int line = text.indexOf('\n', begin);
      int next = text.indexOf(BEGIN, line);
      var name = text.substring(begin + BEGIN.length(), line).strip();
      statements.put(name, text.substring(line, next < 0 ? text.length() : next).strip());
      begin = next;
    }
    return Collections.unmodifiableMap(statements);
  }
}
