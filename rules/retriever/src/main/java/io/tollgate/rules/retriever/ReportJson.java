package io.tollgate.rules.retriever;

import io.tollgate.Health;
import io.tollgate.RuleHost;
import io.tollgate.RuleReport;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A report in JSON, bounded to what the service takes. */
final class ReportJson {

  private static final int MAX_COUNTS = 4_000;
  private static final int MAX_KEYS = 50;
  private static final int MAX_ENDPOINTS = 500;
  private static final int MAX_TEXT = 200;

  private final StringBuilder json = new StringBuilder("{");

  ReportJson(long version, String started, Health health) {
    json.append("\"version\":").append(version);
    json.append(",\"started\":").append(text(started));
    json.append(",\"health\":").append(text(health.toString()));
  }

  ReportJson counts(Map<String, RuleReport.Count> counts) {
    json.append(",\"counts\":")
        .append(
            counts.entrySet().stream()
                .limit(MAX_COUNTS)
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
                report.topRefused().subList(0, Math.min(report.topRefused().size(), MAX_KEYS)),
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
                endpoints.subList(0, Math.min(endpoints.size(), MAX_ENDPOINTS)),
                one ->
                    String.format(
                        "{\"name\":%s,\"methods\":%s,\"path\":%s,\"limits\":%s}",
                        text(one.name()),
                        list(one.methods(), ReportJson::text),
                        text(one.path()),
                        list(one.limits(), ReportJson::text))));
    return this;
  }

  private static <T> String list(List<T> items, Function<T, String> writer) {
    return items.stream().map(writer).collect(Collectors.joining(",", "[", "]"));
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
