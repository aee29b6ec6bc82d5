package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the bodies of rules mean. */
final class Rules {

  static final int MAX_NAME = 200;
  private static final int MAX_BODY = 100_000;
  private static final String NAME = "name";

  /** Every change looks at all rules, nearly all of which it has seen before. */
  private static final Cache<String, Rule> READ = Caffeine.newBuilder().maximumSize(20_000).build();

  private Rules() {}

  static ObjectNode parsed(String body) {
    return (ObjectNode) Json.read(body);
  }

  /**
   * Returns a rule.
   *
   * @throws RulesException if anything is wrong with it
   */
  static Rule rule(String name, ObjectNode body) {
    var named = Json.object().put(NAME, name);
    named.setAll(body);
    var text = Json.write(named);
    var known = READ.getIfPresent(text);
    if (known == null) {
      known = RuleSet.readRule(text, "the rule");
      READ.put(text, known);
    }
    return known;
  }

  /** Returns what was sent without its name, as it is kept. */
  static ObjectNode withoutName(Body body) {
    var rule = body.json().deepCopy();
    rule.remove(NAME);
    return rule;
  }

  /**
   * Returns the name that a rule states.
   *
   * @throws ProblemException if it has none, or it will not do
   */
  static String name(Body body) {
    return checkedName(body.requiredText(NAME));
  }

  static String checkedName(String name) {
    Texts.mistakeInName(name, MAX_NAME)
        .ifPresent(
            mistake -> {
              throw ProblemException.invalid(NAME, mistake);
            });
    return name;
  }

  /** Returns what would be wrong if the rule became one of the others. */
  static List<Fault> faultsOfChange(Map<String, ObjectNode> others, String name, ObjectNode body) {
    if (Json.write(body).length() > MAX_BODY) {
      return List.of(Fault.of("", "the rule has more than " + MAX_BODY + " characters; split it"));
    }
    try {
      rule(name, body);
    } catch (RulesException e) {
      return faults(e);
    }
    var together = new LinkedHashMap<>(others);
    together.put(name, body);
    var found = contradictions(together);
    // What was wrong before, such as by an older version of the service, blocks nobody now.
    return found.isEmpty() || !contradictions(others).isEmpty() ? List.of() : found;
  }

  private static List<Fault> contradictions(Map<String, ObjectNode> rules) {
    try {
      var all = new ArrayList<Rule>();
      rules.forEach((name, body) -> all.add(rule(name, body)));
      RuleSet.of(all);
      return List.of();
    } catch (RulesException e) {
      return faults(e);
    }
  }

  /** Those that name a part come first: what is wrong with the whole may only follow from them. */
  private static List<Fault> faults(RulesException e) {
    return e.problems().stream()
        .map(
            problem ->
                new Fault(
                    problem.rule(),
                    problem.field(),
                    problem.line(),
                    problem.column(),
                    problem.message(),
                    problem.suggestion()))
        .sorted(Comparator.comparing(fault -> fault.field().isEmpty()))
        .toList();
  }

  static Optional<Instant> endsAt(String name, ObjectNode body) {
    return rule(name, body).until();
  }

  /** Returns what the rule does, in plain language; empty if it can no longer be read. */
  static String description(String name, ObjectNode body) {
    try {
      return rule(name, body).describe();
    } catch (RulesException e) {
      return "";
    }
  }

  /** Returns in one word whether the rule holds now. */
  static String state(String name, ObjectNode body, Instant now) {
    Rule rule;
    try {
      rule = rule(name, body);
    } catch (RulesException e) {
      return "invalid";
    }
    if (rule.until().filter(until -> !until.isAfter(now)).isPresent()) {
      return "ended";
    }
    if (rule.from().filter(from -> from.isAfter(now)).isPresent()) {
      return "scheduled";
    }
    return rule.mode().filter(mode -> mode == Mode.OFF).isPresent() ? "off" : "active";
  }
}
