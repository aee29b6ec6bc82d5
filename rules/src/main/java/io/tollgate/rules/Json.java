package io.tollgate.rules;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;

/** How JSON is read and written here: strictly, and with bounds on everything. */
final class Json {

  /** More than any rule needs, and far less than a stack holds. */
  private static final int MAX_DEPTH = 50;

  private static final int MAX_DIGITS = 100;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_DIGITS)
                          .maxStringLength(BodyLimit.MAX_BYTES)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // A number that no double holds is shown as it was written, not as Infinity.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  static ObjectMapper mapper() {
    return MAPPER;
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Returns JSON that we have written ourselves. */
  static JsonNode read(String own) {
    try {
      return MAPPER.readTree(own);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("JSON that was kept can no longer be read", e);
    }
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
