package io.tollgate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rules that are put in force together.
 *
 * <p>Immutable. What was read is right in itself; whether the buckets exist that it names, only an
 * application knows.
 */
public final class RuleSet {

  /** Has no rules. */
  public static final RuleSet EMPTY = new RuleSet(List.of());

  private final Map<String, Rule> rules;

  private RuleSet(List<Rule> rules) {
    var byName = new LinkedHashMap<String, Rule>();
    rules.forEach(rule -> byName.put(rule.name(), rule));
    this.rules = Collections.unmodifiableMap(byName);
  }

  /**
   * Reads rules in YAML or JSON: by their names, or as a list of rules with a {@code name} each;
   * alone, or below {@code rules} beside anything else.
   *
   * <p>Makes nothing but rules of the text, whatever its tags say, and follows no alias.
   *
   * @param source what messages call the text
   * @throws RulesException if anything is wrong, with all that is
   */
  public static RuleSet read(String text, String source) {
    return RuleReader.read(text.getBytes(UTF_8), source);
  }

  /**
   * Reads one rule, which says its {@code name}.
   *
   * @throws RulesException if anything is wrong, with all that is
   */
  public static Rule readRule(String text, String source) {
    return RuleReader.readRule(text.getBytes(UTF_8), source);
  }

  /**
   * Returns the set of these rules.
   *
   * @throws RulesException if they contradict each other, or two have the same name
   */
  public static RuleSet of(List<Rule> rules) {
    var problems = RuleContradictions.of(rules, (rule, field) -> RuleReader.NOWHERE);
    if (!problems.isEmpty()) {
      throw new RulesException("the set:", problems);
    }
    return new RuleSet(rules);
  }

  /** Returns the set of rules that were checked. */
  static RuleSet checked(List<Rule> rules) {
    return new RuleSet(rules);
  }

  /** Returns the rules in their order. */
  public List<Rule> rules() {
    return List.copyOf(rules.values());
  }

  /** Returns the rule of that name. */
  public Optional<Rule> rule(String name) {
    return Optional.ofNullable(rules.get(name));
  }

  /** Returns the set in JSON, which {@link #read} reads as the same set. */
  public String toJson() {
    return RuleWriter.json(rules.values());
  }

  /** Returns the set in YAML, one line for each rule, which {@link #read} reads as the same set. */
  public String toYaml() {
    return RuleWriter.yaml(rules.values());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RuleSet that && rules().equals(that.rules());
  }

  @Override
  public int hashCode() {
    return rules.hashCode();
  }

  @Override
  public String toString() {
    return rules.size() + " rules";
  }
}
