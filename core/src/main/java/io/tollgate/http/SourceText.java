package io.tollgate.http;

import io.tollgate.RequestPart;
import java.util.List;

/**
 * Where something is found out from: {@code header:CF-IPCountry}, {@code role:gold,silver}.
 *
 * @param kind what stands before the colon
 * @param value what stands after it
 */
record SourceText(String kind, String value) {

  /**
   * Reads a source.
   *
   * @param examples one for each kind that may stand before the colon
   * @throws IllegalArgumentException if the text is none, saying what to write instead
   */
  static SourceText parse(String text, List<String> examples) {
    int colon = text.indexOf(':');
    var kind = text.substring(0, Math.max(colon, 0)).strip();
    var value = text.substring(colon + 1).strip();
    boolean known = examples.stream().anyMatch(example -> example.startsWith(kind + ':'));
    if (colon < 0 || kind.isEmpty() || value.isEmpty() || !known) {
      throw new IllegalArgumentException(
          "\"" + text + "\" does not say where to look; write " + String.join(" or ", examples));
    }
    return new SourceText(kind, value);
  }

  /**
   * Checks that the value can name a header field.
   *
   * @throws IllegalArgumentException if it cannot
   */
  SourceText checkedHeader() {
    RequestPart.checkedHeader(value);
    return this;
  }

  @Override
  public String toString() {
    return kind + ':' + value;
  }
}
