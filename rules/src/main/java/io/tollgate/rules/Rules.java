package io.tollgate.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.RuleSet;
import io.tollgate.RulesException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the bodies of rules mean. */
final class Rules {

  static final int MAX_NAME = 200;
  private static final int MAX_BODY = 100_000;
  private static final String NAME = "name";
  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");

  /** Hosts read no set of more than 4 MiB; the rest is room for the version and what may come. */
  static final int MAX_SET_BYTES = 4_000_000;

  /** What stands below {@code /v1/rules} beside the names of rules. */
  private static final Set<String> PATHS = Set.of("validate");

  /** As much as the largest set, twice: a change looks at all rules, and has seen nearly all. */
  private static final int MAX_REMEMBERED = 2 * MAX_SET_BYTES;

  private static final Cache<String, Rule> READ =
      Caffeine.newBuilder()
          .maximumWeight(MAX_REMEMBERED)
          .weigher((String text, Rule rule) -> text.length())
          .build();

  private Rules() {}

  static ObjectNode parsed(String body) {
    return (ObjectNode) Json.read(body);
  }

  /**
   * Returns a rule that is kept, and remembers it.
   *
   * @throws RulesException if anything is wrong with it
   */
  static Rule rule(String name, ObjectNode body) {
    var text = text(name, body);
    var known = READ.getIfPresent(text);
    if (known == null) {
      known = RuleSet.readRule(text, "the rule");
      READ.put(text, known);
    }
    return known;
  }

  /**
   * Returns a rule that may never be kept, and does not remember it.
   *
   * @throws RulesException if anything is wrong with it
   */
  static Rule candidate(String name, ObjectNode body) {
    return RuleSet.readRule(text(name, body), "the rule");
  }

  private static String text(String name, ObjectNode body) {
    var named = Json.object().put(NAME, name);
    named.setAll(body);
    return Json.write(named);
  }

  /** Returns how many characters the rules have that are remembered. */
  static long remembered() {
    READ.cleanUp();
    return READ.policy().eviction().orElseThrow().weightedSize().orElseThrow();
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
    mistakeInName(name)
        .ifPresent(
            mistake -> {
              throw ProblemException.invalid(NAME, mistake);
            });
    return name;
  }

  /** Returns what is wrong with the name of a rule, if anything is. */
  static Optional<String> mistakeInName(String name) {
    return PATHS.contains(name)
        ? Optional.of("is a path of the service, /v1/rules/" + name + "; take another name")
        : Texts.mistakeInName(name, MAX_NAME);
  }

  /** Returns what would be wrong if the rule became one of the others. */
  static List<Fault> faultsOfChange(Map<String, ObjectNode> others, String name, ObjectNode body) {
    if (Json.write(body).length() > MAX_BODY) {
      return List.of(Fault.of("", "the rule has more than " + MAX_BODY + " characters; split it"));
    }
    Rule rule;
    try {
      rule = candidate(name, body);
    } catch (RulesException e) {
      return faults(e);
    }
    var together = new LinkedHashMap<>(others);
    together.put(name, body);
    int size = bytes(together);
    if (size > MAX_SET_BYTES && size > bytes(others)) {
      return List.of(Fault.of("", tooLarge(size)));
    }
    together.remove(name);
    var found = contradictions(together, List.of(rule));
    // What was wrong before, such as by an older version of the service, blocks nobody now.
    return found.isEmpty() || !contradictions(others, List.of()).isEmpty() ? List.of() : found;
  }

  /** Returns what rules would miss that stay, if one became another, or were removed. */
  static List<String> bucketsLost(
      Map<String, ObjectNode> kept,
      String name,
      Optional<ObjectNode> body,
      Predicate<String> ofHosts) {
    var before = new Buckets(readable(kept));
    return bucketsAfter(kept, name, body).lostSince(before, ofHosts);
  }

  /** Returns the buckets if a rule became another that can be read, or were removed. */
  static Buckets bucketsAfter(
      Map<String, ObjectNode> kept, String name, Optional<ObjectNode> body) {
    var others = new LinkedHashMap<>(kept);
    others.remove(name);
    var after = readable(others);
    body.ifPresent(its -> after.add(candidate(name, its)));
    return new Buckets(after);
  }

  private static List<Rule> readable(Map<String, ObjectNode> kept) {
    var all = new ArrayList<Rule>();
    kept.forEach(
        (name, body) -> {
          try {
            all.add(rule(name, body));
          } catch (RulesException e) {
            LOG.debug("A rule that is kept can no longer be read: {}", name);
          }
        });
    return all;
  }

  /** Returns how long the set is as hosts get it. */
  private static int bytes(Map<String, ObjectNode> rules) {
    var json = Json.object();
    json.setAll(rules);
    return Json.write(json).getBytes(StandardCharsets.UTF_8).length;
  }

  private static String tooLarge(int size) {
    return String.format(
        "all rules together would have %d bytes, and hosts take %d at most; remove or shorten some",
        size, MAX_SET_BYTES);
  }

  private static List<Fault> contradictions(Map<String, ObjectNode> kept, List<Rule> more) {
    try {
      var all = new ArrayList<Rule>();
      kept.forEach((name, body) -> all.add(rule(name, body)));
      all.addAll(more); // Last, since the later of two that contradict each other is blamed.
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
    return candidate(name, body).until();
  }

  /** Returns what the rule does, in plain language; empty if it can no longer be read. */
  static String description(String name, ObjectNode body) {
    return description(() -> rule(name, body));
  }

  /** Returns what a rule would do that may never be kept; empty if it cannot be read. */
  static String descriptionOfCandidate(String name, ObjectNode body) {
    return description(() -> candidate(name, body));
  }

  private static String description(Supplier<Rule> rule) {
    try {
      return rule.get().describe();
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
