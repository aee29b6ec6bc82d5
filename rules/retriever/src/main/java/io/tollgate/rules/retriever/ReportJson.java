package io.tollgate.rules.retriever;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A report in JSON, bounded to what the service takes. */
final class ReportJson {

  private static final int MAX_COUNTS = 4_000;

  /** The service takes 1,000,000 bytes; a fifth is left for endpoints and keys. */
  private static final int MAX_CHARACTERS_OF_COUNTS = 800_000;

  /** So many fit, however long their names are. */
  private static final int FIT_ALWAYS = 500;

  /** Three numbers and their names. */
  private static final int LONGEST_COUNT = 100;

  private static final int MAX_KEYS = 50;
  private static final int MAX_ENDPOINTS = 500;
  private static final int MAX_ITEMS = 10;
  private static final int MAX_TEXT = 200;

  /** At which length the lists of a report end. */
  private static final int MAX_CHARACTERS = 950_000;

  private final StringBuilder json = new StringBuilder("{");

  ReportJson(long version, String started, Health health) {
    json.append("\"version\":").append(version);
    json.append(",\"started\":").append(text(started));
    json.append(",\"health\":").append(text(health.toString()));
  }

  /**
   * Returns the counts that a report takes: by name, and so the same ones each time, since the
   * service sees what has happened by what has changed.
   */
  static Map<String, RuleReport.Count> fitting(Map<String, RuleReport.Count> counts) {
    if (counts.size() <= FIT_ALWAYS) {
      return counts;
    }
    var fitting = new HashMap<String, RuleReport.Count>();
    int room = MAX_CHARACTERS_OF_COUNTS;
    for (var entry : new TreeMap<>(counts).entrySet()) {
      room -= LONGEST_COUNT + text(entry.getKey()).length();
      if (room < 0 || fitting.size() == MAX_COUNTS) {
        return fitting;
      }
      fitting.put(entry.getKey(), entry.getValue());
    }
    return fitting;
  }

  ReportJson counts(Map<String, RuleReport.Count> counts) {
    json.append(",\"counts\":")
        .append(
            counts.entrySet().stream()
                .map(
                    entry ->
                        String.format(
                            "%s:{\"allowed\":%d,\"refused\":%d,\"shadowed\":%d}",
                            text(entry.getKey()),
                            entry.getValue().allowed(),
                            entry.getValue().refused(),
                            entry.getValue().shadowed()))
                .collect(Collectors.joining(",", "{", "}")));
    return this;
  }

  ReportJson refused(RuleReport report) {
    json.append(",\"refused\":")
        .append(
            list(
                report.topRefused(),
                MAX_KEYS,
                one ->
                    String.format(
                        "{\"bucket\":%s,\"key\":%s,\"count\":%d}",
                        text(one.bucket()), text(one.key()), one.refused())));
    return this;
  }

  ReportJson endpoints(List<RuleHost.EndpointLine> endpoints) {
    json.append(",\"endpoints\":")
        .append(
            list(
                endpoints,
                MAX_ENDPOINTS,
                one ->
                    String.format(
                        "{\"name\":%s,\"methods\":%s,\"path\":%s,\"limits\":%s}",
                        text(one.name()),
                        list(one.methods(), MAX_ITEMS, ReportJson::text),
                        text(one.path()),
                        list(one.limits(), MAX_ITEMS, ReportJson::text))));
    return this;
  }

  private <T> String list(List<T> items, int max, Function<T, String> writer) {
    var list = new StringJoiner(",", "[", "]");
    for (var item : items.subList(0, Math.min(items.size(), max))) {
      var written = writer.apply(item);
      if (json.length() + list.length() + written.length() > MAX_CHARACTERS) {
        break;
      }
      list.add(written);
    }
    return list.toString();
  }

  private static String text(String text) {
    var written = new StringBuilder("\"");
    text.chars()
        .limit(MAX_TEXT)
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                written.append('\\').append((char) c);
              } else if (c < ' ' || c > '~') {
                written.append(String.format("\\u%04x", c));
              } else {
                written.append((char) c);
              }
            });
    return written.append('"').toString();
  }

  @Override
  public String toString() {
    return json + "}";
  }
}
