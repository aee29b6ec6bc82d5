package io.tollgate.rules.retriever;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tollgate.Question;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A question of the service, as it comes in a header field: {@code ID?method=GET&path=%2Fsearch}.
 *
 * @param id what the answer is to name
 */
record AskedQuestion(String id, Question question) {

  private static final String HEADER = "header.";

  /**
   * Reads a question.
   *
   * @throws IllegalArgumentException if it is none
   */
  static AskedQuestion read(String text) {
    int mark = text.indexOf('?');
    if (mark <= 0) {
      throw new IllegalArgumentException("a question has an identifier before its ?");
    }
    var fields = new HashMap<String, String>();
    for (var field : text.substring(mark + 1).split("&", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(field.substring(0, equals)), decoded(field.substring(equals + 1)));
      }
    }
    var question =
        new Question(
            fields.getOrDefault("method", "GET"),
            fields.getOrDefault("path", "/"),
            stated(fields, "endpoint"),
            stated(fields, "user"),
            stated(fields, "address"),
            stated(fields, "plan"),
            stated(fields, "country"),
            headers(fields));
    return new AskedQuestion(text.substring(0, mark), question);
  }

  private static Optional<String> stated(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name));
  }

  private static Map<String, String> headers(Map<String, String> fields) {
    var headers = new HashMap<String, String>();
    fields.forEach(
        (name, value) -> {
          if (name.startsWith(HEADER)) {
            headers.put(name.substring(HEADER.length()), value);
          }
        });
    return headers;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }
}
