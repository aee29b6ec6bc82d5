package io.tollgate.rules;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that was sent, with the places of its fields, so that a mistake can be shown where
 * it stands.
 */
final class Body {

  private record Place(int line, int column) {}

  private final ObjectNode json;
  private final Map<String, Place> places;

  private Body(ObjectNode json, Map<String, Place> places) {
    this.json = json;
    this.places = places;
  }

  /**
   * Reads a body.
   *
   * @throws ProblemException if it is no JSON object, saying where
   */
  static Body read(byte[] bytes) throws IOException {
    try {
      if (Json.mapper().readTree(bytes) instanceof ObjectNode object) {
        return new Body(object, places(bytes));
      }
    } catch (JsonProcessingException e) {
      throw notJson(e);
    }
    throw new ProblemException(400, "the body is no JSON object; write {…}");
  }

  private static ProblemException notJson(JsonProcessingException e) {
    var message = "not JSON that can be read: " + Texts.shown(e.getOriginalMessage(), 300);
    var fault = Fault.of("", message);
    var place = e.getLocation();
    return ProblemException.invalid(
        List.of(place == null ? fault : fault.at(place.getLineNr(), place.getColumnNr())));
  }

  private static Map<String, Place> places(byte[] bytes) throws IOException {
    var places = new HashMap<String, Place>();
    try (JsonParser parser = Json.mapper().createParser(bytes)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        JsonLocation location = parser.currentTokenLocation();
        places.put(parser.currentName(), new Place(location.getLineNr(), location.getColumnNr()));
        parser.nextToken();
        parser.skipChildren();
      }
    }
    return places;
  }

  ObjectNode json() {
    return json;
  }

  /** Returns the mistake with the place of its field. */
  Fault placed(Fault fault) {
    var dot = fault.field().indexOf('.');
    var place = places.get(dot < 0 ? fault.field() : fault.field().substring(0, dot));
    return place == null ? fault.at(0, 0) : fault.at(place.line(), place.column());
  }

  ProblemException mistake(String field, String message) {
    return ProblemException.invalid(List.of(placed(Fault.of(field, message))));
  }

  /** Refuses fields that mean nothing here. */
  Body only(String... known) {
    json.fieldNames()
        .forEachRemaining(
            field -> {
              if (!List.of(known).contains(field)) {
                throw mistake(field, "is not known here; write " + String.join(", ", known));
              }
            });
    return this;
  }

  Optional<String> text(String field) {
    return present(field)
        .map(
            value -> {
              if (!value.isTextual()) {
                throw mistake(field, "is to be text");
              }
              return value.textValue();
            });
  }

  String requiredText(String field) {
    return text(field).filter(text -> !text.isBlank()).orElseThrow(() -> missing(field));
  }

  long requiredWhole(String field) {
    var value = present(field).orElseThrow(() -> missing(field));
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw mistake(field, "is to be a whole number");
    }
    return value.longValue();
  }

  private ProblemException missing(String field) {
    return mistake(field, "is missing");
  }

  private Optional<JsonNode> present(String field) {
    @Nullable JsonNode value = json.get(field);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }
}
