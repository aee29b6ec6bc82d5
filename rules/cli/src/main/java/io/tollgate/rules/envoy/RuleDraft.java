package io.tollgate.rules.envoy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A rule of Tollgate while it is made of descriptors. */
final class RuleDraft {

  private final Leaf leaf;

  /** What must hold, by {@link Meaning#subject}. */
  private final Map<String, String> conditions;

  private final Set<String> keys = new LinkedHashSet<>();
  private final Set<String> by = new LinkedHashSet<>();

  /**
   * What all rules share that may stand for each other: the keys, and values that nobody pays by.
   */
  private final StringBuilder shape = new StringBuilder();

  /** How many of the conditions are about those who pay. */
  private int narrowed;

  RuleDraft(Leaf leaf) {
    this.leaf = leaf;
    this.conditions = new LinkedHashMap<>();
  }

  Leaf leaf() {
    return leaf;
  }

  Map<String, String> conditions() {
    return conditions;
  }

  /** Asks for a value; tells whether nothing else was asked of that part. */
  boolean require(Meaning meaning, String value) {
    if (meaning.part().pays()) {
      narrowed++;
    }
    return conditions.putIfAbsent(meaning.subject(), value) == null;
  }

  /** Counts calls by a part of the request. */
  void payBy(Meaning meaning) {
    if (meaning.part() == Meaning.Part.HEADER) {
      by.add("header:" + meaning.name());
    } else {
      keys.add(meaning.part().payer());
    }
  }

  void payByPath(String parameter) {
    by.add("path:" + parameter);
  }

  void shapedBy(String text) {
    shape.append('\n').append(text);
  }

  String shape() {
    return leaf.domain().name() + shape;
  }

  /** Tells whether a condition about those who pay has a wildcard. */
  boolean hasWildcard() {
    return narrowed > 0
        && conditions.entrySet().stream()
            .anyMatch(each -> !each.getKey().equals("path") && each.getValue().contains("*"));
  }

  /** Tells whether all calls of another draft are calls of this one. */
  boolean covers(RuleDraft other) {
    return conditions.entrySet().stream()
        .allMatch(
            each -> {
              var value = other.conditions.get(each.getKey());
              return value != null && fits(each.getValue(), value);
            });
  }

  /** Tells whether a value is what a pattern asks for, in which a star is any text. */
  static boolean fits(String pattern, String value) {
    var regex =
        Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return value.matches(regex);
  }

  /** Tells whether this holds for all calls of its shape, so that others are exceptions from it. */
  boolean isBase() {
    return narrowed == 0;
  }

  /** Returns the rule with a bucket of its own. */
  Map<String, Object> alone() {
    var rule = matching(conditions);
    rule.put("limit", limit());
    if (!keys.isEmpty()) {
      rule.put("key", new ArrayList<>(keys));
    }
    if (!by.isEmpty()) {
      rule.put("by", new ArrayList<>(by));
    }
    if (keys.isEmpty() && by.isEmpty()) {
      rule.put("key", List.of("global"));
    }
    if (leaf.last().shadow()) {
      rule.put("mode", "shadow");
    }
    return rule;
  }

  /** Returns the rule as an exception from another, on that one's bucket. */
  Map<String, Object> exceptionFrom(RuleDraft base, String bucket) {
    var rule = matching(conditions);
    rule.put("bucket", bucket);
    if (leaf.isUnlimited()) {
      rule.put("cost", 0);
      return rule;
    }
    rule.put("limit", limit());
    if (leaf.last().shadow() != base.leaf.last().shadow()) {
      rule.put("mode", leaf.last().shadow() ? "shadow" : "enforce");
    }
    return rule;
  }

  private String limit() {
    return leaf.last().limit().flatMap(EnvoyLimit::text).orElseThrow();
  }

  /** Returns the beginning of a rule for calls of which all this holds. */
  static Map<String, Object> matching(Map<String, String> conditions) {
    var rule = new LinkedHashMap<String, Object>();
    var headers = new LinkedHashMap<String, Object>();
    conditions.forEach(
        (subject, value) -> {
          if (subject.startsWith("header:")) {
            headers.put(subject.substring("header:".length()), List.of(value));
          } else {
            rule.put(subject, List.of(value));
          }
        });
    if (!headers.isEmpty()) {
      rule.put("header", headers);
    }
    return rule;
  }
}
