package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is different between two shapes of a rule, part by part. */
final class Diff {

  private record Part(String name, JsonNode before, JsonNode after) {

    /** As people write it: text without quotes. */
    private static String shown(JsonNode value) {
      return value.isMissingNode()
          ? "(none)"
          : value.isTextual() ? value.textValue() : value.toString();
    }

    String line() {
      return name + ": " + shown(before) + " -> " + shown(after);
    }
  }

  private final List<Part> parts = new ArrayList<>();

  /** Compares; a rule that is not there is an empty object. */
  Diff(JsonNode before, JsonNode after) {
    var names = new TreeSet<String>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    for (var name : names) {
      if (!before.path(name).equals(after.path(name))) {
        parts.add(new Part(name, before.path(name), after.path(name)));
      }
    }
  }

  /** Returns one line for people. */
  String line() {
    return parts.stream().map(Part::line).collect(Collectors.joining("; "));
  }

  /** Returns {@code [{"part": "limit", "before": …, "after": …}]}. */
  ArrayNode json() {
    var json = Json.mapper().createArrayNode();
    for (var part : parts) {
      var one = json.addObject().put("part", part.name());
      if (!part.before().isMissingNode()) {
        one.set("before", part.before());
      }
      if (!part.after().isMissingNode()) {
        one.set("after", part.after());
      }
    }
    return json;
  }
}
