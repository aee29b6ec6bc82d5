package io.tollgate.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What is kept of a host's report: bounded, whatever it had, and without secrets.
 *
 * @param started tells one run of the host from the next
 * @param endpoints in JSON, as they are shown; empty if the report had none
 */
record HostReport(
    long version, String started, String health, List<Refused> refused, ArrayNode endpoints) {

  private static final int MAX_KEYS = 50;
  private static final int MAX_ENDPOINTS = 500;
  private static final int MAX_ITEMS = 10;
  private static final int MAX_HEALTH = 400;
  private static final int MAX_STARTED = 40;

  /** How many characters one line of a list has beside its texts, roughly. */
  private static final int LINE = 50;

  /** Who was refused how often, by which bucket. */
  record Refused(String bucket, String key, long count) {}

  static HostReport of(ObjectNode report) {
    var refused = new ArrayList<Refused>();
    report
        .path("refused")
        .valueStream()
        .limit(MAX_KEYS)
        .forEach(
            one ->
                refused.add(
                    new Refused(
                        text(one.path("bucket")),
                        MaskedKey.of(text(one.path("key"))),
                        Math.max(0, one.path("count").asLong()))));
    var endpoints = Json.mapper().createArrayNode();
    report
        .path("endpoints")
        .valueStream()
        .limit(MAX_ENDPOINTS)
        .forEach(one -> endpoints.add(endpoint(one)));
    return new HostReport(
        report.path("version").asLong(),
        Texts.shown(report.path("started").asText(), MAX_STARTED),
        Texts.shown(report.path("health").asText("UP"), MAX_HEALTH),
        List.copyOf(refused),
        endpoints);
  }

  private static ObjectNode endpoint(JsonNode given) {
    var json = Json.object();
    json.put("name", text(given.path("name")));
    items(given.path("methods"), json.putArray("methods"));
    json.put("path", text(given.path("path")));
    items(given.path("limits"), json.putArray("limits"));
    return json;
  }

  private static void items(JsonNode given, ArrayNode kept) {
    given.valueStream().limit(MAX_ITEMS).forEach(item -> kept.add(text(item)));
  }

  private static String text(JsonNode given) {
    return Texts.shown(given.asText(), Rules.MAX_NAME);
  }

  /** Returns this report with the endpoints of an earlier one, if it has none itself. */
  HostReport after(HostReport before) {
    return endpoints.isEmpty()
        ? new HostReport(version, started, health, refused, before.endpoints())
        : this;
  }

  /** Tells whether an annotation or a setting of the host states the size of a bucket. */
  boolean knows(String bucket) {
    return endpoints
        .valueStream()
        .flatMap(endpoint -> endpoint.path("limits").valueStream())
        .map(JsonNode::asText)
        .anyMatch(limit -> limit.equals(bucket) || limit.startsWith(bucket + ": "));
  }

  /** Returns roughly how many characters are kept. */
  int weight() {
    int keys = refused.stream().mapToInt(one -> one.bucket().length() + one.key().length()).sum();
    return LINE * (refused.size() + 1) + keys + endpoints.toString().length();
  }
}
