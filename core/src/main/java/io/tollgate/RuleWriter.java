package io.tollgate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes rules the way {@link RuleReader} reads them: only what is stated, in a fixed order. */
final class RuleWriter {

  /** What YAML takes for a text wherever it stands in a flow map. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z/][A-Za-z0-9/_.]*( ?[A-Za-z0-9/_.]+)*");

  private static final Pattern NUMBER =
      Pattern.compile("[0-9]{1,18}|[0-9]+/[a-z0-9]+( [a-z0-9_]+)*");
  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private RuleWriter() {}

  static String json(Collection<Rule> rules) {
    return rules.stream()
        .map(rule -> Json.quoted(rule.name()) + ":" + json(rule, /* withName= */ false))
        .collect(Collectors.joining(",", "{\"rules\":{", "}}"));
  }

  static String json(Rule rule, boolean withName) {
    var parts = new LinkedHashMap<String, Object>();
    if (withName) {
      parts.put("name", rule.name());
    }
    parts.putAll(parts(rule));
    return Json.write(parts);
  }

  static String yaml(Collection<Rule> rules) {
    return rules.isEmpty()
        ? "rules: {}\n"
        : rules.stream()
            .map(rule -> "  " + scalar(rule.name()) + ": " + flow(parts(rule)) + "\n")
            .collect(Collectors.joining("", "rules:\n", ""));
  }

  private static Map<String, Object> parts(Rule rule) {
    var parts = new LinkedHashMap<String, Object>();
    var match = rule.match();
    put(parts, "path", match.paths());
    put(parts, "methods", match.methods().written());
    put(parts, "endpoint", match.endpoint().written());
    put(parts, "user", match.user().written());
    put(parts, "address", match.address().written());
    put(parts, "plan", match.plan().written());
    put(parts, "country", match.country().written());
    if (!match.headers().isEmpty()) {
      var headers = new LinkedHashMap<String, Object>();
      match.headers().forEach((name, condition) -> put(headers, name, condition.written()));
      parts.put("header", headers);
    }
    rule.bucket().ifPresent(bucket -> parts.put("bucket", bucket));
    rule.limit().ifPresent(limit -> parts.put("limit", LimitText.write(limit)));
    if (!rule.plans().isEmpty()) {
      var plans = new LinkedHashMap<String, Object>();
      rule.plans().forEach((plan, limit) -> plans.put(plan, LimitText.write(limit)));
      parts.put("plans", plans);
    }
    rule.times().ifPresent(times -> parts.put("times", times));
    put(parts, "key", rule.keys().stream().map(RuleWriter::lower).toList());
    put(parts, "by", rule.by());
    rule.cost().ifPresent(cost -> parts.put("cost", cost));
    rule.mode().ifPresent(mode -> parts.put("mode", lower(mode)));
    rule.onLimit().ifPresent(way -> parts.put("onlimit", lower(way)));
    rule.maxWait().ifPresent(wait -> parts.put("maxwait", Durations.format(wait)));
    rule.refundErrors().ifPresent(refund -> parts.put("refunderrors", refund));
    if (rule.allow()) {
      parts.put("allow", true);
    }
    if (rule.deny()) {
      parts.put("deny", true);
    }
    rule.from().ifPresent(from -> parts.put("from", from.toString()));
    rule.until().ifPresent(until -> parts.put("until", until.toString()));
    return parts;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** One value stands alone, unless it would be taken for several. */
  private static void put(Map<String, Object> parts, String name, List<String> values) {
    if (values.size() == 1 && values.get(0).indexOf(',') < 0) {
      parts.put(name, values.get(0));
    } else if (!values.isEmpty()) {
      parts.put(name, values);
    }
  }

  private static String flow(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> scalar(String.valueOf(entry.getKey())) + ": " + flow(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof List<?> items) {
      return items.stream().map(RuleWriter::flow).collect(Collectors.joining(", ", "[", "]"));
    }
    return scalar(value.toString());
  }

  /** What stands in quotes in JSON stands so in YAML too. */
  private static String scalar(String text) {
    boolean plain =
        (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT)))
            || NUMBER.matcher(text).matches()
            || text.equals("true")
            || text.equals("false");
    return plain ? text : Json.quoted(text);
  }
}
