package io.tollgate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The names that settings may have: those that are declared, any below the limits, and the parts of
 * rules.
 */
final class SettingNames {

  static final String ROOT = "tollgate";
  static final String LIMITS = "tollgate.limits";
  static final String RULES = "tollgate.rules";

  private static final String BELOW_ROOT = ROOT + ".";
  private static final String BELOW_LIMITS = LIMITS + ".";
  private static final String BELOW_RULES = RULES + ".";
  private static final String PLANS = "." + LimitPart.PLANS;

  private final Map<String, Setting<?>> declared = new TreeMap<>();

  SettingNames(Collection<Setting<?>> settings) {
    for (var setting : settings) {
      var other = declared.putIfAbsent(setting.name(), setting);
      if (other != null && other != setting) {
        throw new IllegalArgumentException(
            setting + " is declared twice; declare it once and share the constant");
      }
    }
    for (var name : declared.keySet()) {
      if (isSection(name)) {
        throw new IllegalArgumentException(
            name + " is declared both as a setting and as the beginning of others; rename it");
      }
    }
  }

  Collection<Setting<?>> declared() {
    return declared.values();
  }

  boolean isDeclared(String name) {
    return declared.containsKey(name);
  }

  boolean isKnown(String name) {
    return isDeclared(name) || isBelowLimits(name) || isPartOfRule(name);
  }

  /** Tells whether longer names begin with this one. */
  boolean isSection(String name) {
    String next = name + '.';
    return name.equals(LIMITS)
        || name.equals(RULES)
        || declared.keySet().stream().anyMatch(n -> n.startsWith(next));
  }

  /** Returns how a message about an unknown name goes on: with the known name that was meant. */
  String hint(String unknown, UnaryOperator<String> spelling) {
    var candidates = sameLastWord(unknown);
    if (isBelowRules(unknown)) {
      candidates = partsOfRule(unknown);
    }
    boolean near = !candidates.isEmpty();
    if (!near) {
      candidates.addAll(declared.keySet());
      candidates.add(misspelledLimits(unknown));
    }
    return Nearest.find(unknown, candidates)
        .map(
            name ->
                (near || Nearest.isNear(belowRoot(unknown), belowRoot(name))
                        ? "; did you mean %s?"
                        : " of any module on the class path; the nearest is %s")
                    .formatted(Problems.shown(spelling.apply(name))))
        .orElse("");
  }

  /** A section that was left out takes more edits than an unrelated name. */
  private List<String> sameLastWord(String unknown) {
    String lastWord = unknown.substring(unknown.lastIndexOf('.') + 1);
    var names = new ArrayList<>(declared.keySet());
    names.removeIf(name -> !name.endsWith('.' + lastWord));
    return names;
  }

  /** {@code tollgate.limit.search} may be meant as {@code tollgate.limits.search}. */
  private static String misspelledLimits(String unknown) {
    int dot = unknown.indexOf('.', BELOW_ROOT.length());
    return dot > 0
            && dot < unknown.length() - 1
            && Nearest.isNear(unknown.substring(BELOW_ROOT.length(), dot), belowRoot(LIMITS))
        ? LIMITS + unknown.substring(dot)
        : BELOW_LIMITS + "NAME";
  }

  /** {@code tollgate.rules.search.lmit} may be meant as {@code tollgate.rules.search.limit}. */
  private static List<String> partsOfRule(String unknown) {
    int dot = unknown.indexOf('.', BELOW_RULES.length());
    var rule = dot < 0 ? unknown + '.' : unknown.substring(0, dot + 1);
    var names = new ArrayList<String>();
    RulePart.names().forEach(part -> names.add(rule + part));
    return names;
  }

  private static String belowRoot(String name) {
    return name.substring(Math.min(name.length(), BELOW_ROOT.length()));
  }

  static boolean isBelowRoot(String name) {
    return name.startsWith(BELOW_ROOT);
  }

  static boolean isBelowLimits(String name) {
    return name.startsWith(BELOW_LIMITS) && name.length() > BELOW_LIMITS.length();
  }

  static boolean isBelowRules(String name) {
    return name.startsWith(BELOW_RULES);
  }

  /** Tells whether this is the name of a rule and of a part of it. */
  static boolean isPartOfRule(String name) {
    return partOfRule(name).isPresent();
  }

  /**
   * What a setting below the rules stands for.
   *
   * @param nested the name inside a part that is a map; empty if the setting is the part itself
   */
  record PartOfRule(String rule, RulePart part, String nested) {}

  /** Takes {@code tollgate.rules.NAME.PART} apart; a part that is a map may have a name behind. */
  static Optional<PartOfRule> partOfRule(String name) {
    if (!isBelowRules(name)) {
      return Optional.empty();
    }
    String free = name.substring(BELOW_RULES.length());
    for (var map : List.of(RulePart.PLANS, RulePart.HEADER)) {
      String inside = '.' + map.spelled() + '.';
      int begin = free.lastIndexOf(inside);
      int end = begin + inside.length();
      if (begin > 0 && end < free.length()) {
        return Optional.of(new PartOfRule(free.substring(0, begin), map, free.substring(end)));
      }
    }
    int dot = free.lastIndexOf('.');
    return dot <= 0
        ? Optional.empty()
        : RulePart.named(free.substring(dot + 1))
            .map(part -> new PartOfRule(free.substring(0, dot), part, ""));
  }

  /** Tells whether a declared setting may have this name: beside the rules, not below one. */
  static boolean isFree(String name) {
    boolean besideRules = isBelowRules(name) && name.indexOf('.', BELOW_RULES.length()) < 0;
    return !isBelowLimits(name) && (!isBelowRules(name) || besideRules);
  }

  /** Tells whether the plans of a limit stand below this name. */
  static boolean isPlans(String name) {
    int limit = name.length() - PLANS.length();
    return name.endsWith(PLANS) && isBelowLimits(name.substring(0, limit));
  }

  /** Returns what follows {@code tollgate.limits.} in a name. */
  static String freePart(String name) {
    return name.substring(BELOW_LIMITS.length());
  }
}
