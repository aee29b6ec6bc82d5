package io.tollgate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes explanations in JSON. */
final class ExplanationWriter {

  private ExplanationWriter() {}

  static String json(Explanation explanation) {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("verdict", explanation.verdict());
    parts.put("endpoint", explanation.endpoint());
    parts.put("rules", explanation.rules().stream().map(ExplanationWriter::line).toList());
    parts.put("claims", looks(explanation.claims()));
    return Json.write(parts);
  }

  private static Map<String, Object> line(Explanation.Line line) {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("name", line.name());
    parts.put("layer", line.layer());
    parts.put("bucket", line.bucket());
    parts.put("description", line.description());
    parts.put("counts", line.counts());
    parts.put("why", line.why());
    return parts;
  }

  private static List<Map<String, Object>> looks(List<Explanation.Look> looks) {
    return looks.stream()
        .map(
            look -> {
              Map<String, Object> parts = new LinkedHashMap<>();
              parts.put("bucket", look.bucket());
              parts.put("limit", look.limit());
              parts.put("key", look.key());
              parts.put("cost", look.cost());
              parts.put("remaining", look.remaining());
              parts.put("fits", look.fits());
              parts.put("retryAfterSeconds", look.retryAfterSeconds());
              parts.put("mode", look.mode());
              return parts;
            })
        .toList();
  }
}
