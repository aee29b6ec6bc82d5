package io.tollgate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Finds what rules that are right in themselves cannot say together. */
final class RuleContradictions {

  /** Knows where a part of a rule stands. */
  @FunctionalInterface
  interface Places {
    YamlNode.Mark of(String rule, String field);
  }

  private final Places places;
  private final List<RuleProblem> problems = new ArrayList<>();

  private RuleContradictions(Places places) {
    this.places = places;
  }

  static List<RuleProblem> of(List<Rule> rules, Places places) {
    var contradictions = new RuleContradictions(places);
    contradictions.checkNames(rules);
    contradictions.checkSizes(rules);
    return contradictions.problems;
  }

  private void checkNames(List<Rule> rules) {
    var names = new HashSet<String>();
    for (var rule : rules) {
      if (!names.add(rule.name())) {
        add(rule, "name", "there is another rule of this name; rename one of them");
      }
    }
  }

  /** Rules for all callers that state one bucket's numbers have to state the same ones. */
  private void checkSizes(List<Rule> rules) {
    Map<String, Rule> sizes = new HashMap<>();
    for (var rule : rules) {
      boolean states = rule.limit().isPresent() && rule.draws() && isForEverybody(rule);
      if (!states) {
        continue;
      }
      var first = sizes.putIfAbsent(rule.bucketName(), rule);
      if (first != null && !first.limit().equals(rule.limit())) {
        add(
            rule,
            "limit",
            String.format(
                "bucket \"%s\" is %s in rule %s; give both the same numbers, or state them once",
                rule.bucketName(), LimitText.write(first.limit().orElseThrow()), first.name()));
      }
    }
  }

  private static boolean isForEverybody(Rule rule) {
    var match = rule.match();
    boolean timed = rule.from().isPresent() || rule.until().isPresent();
    boolean off = rule.mode().filter(mode -> mode == Mode.OFF).isPresent();
    return !timed
        && !off
        && !match.user().isStated()
        && !match.address().isStated()
        && !match.plan().isStated()
        && !match.country().isStated()
        && match.headers().isEmpty();
  }

  private void add(Rule rule, String field, String message) {
    problems.add(RuleProblem.of(rule.name(), field, places.of(rule.name(), field), message));
  }
}
