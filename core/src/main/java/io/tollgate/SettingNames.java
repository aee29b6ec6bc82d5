package io.tollgate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The names that settings may have: those that are declared, any below the limits, and the parts of
 * rules for paths.
 */
final class SettingNames {

  static final String ROOT = "tollgate";
  static final String LIMITS = "tollgate.limits";
  static final String PATHS = "tollgate.paths";

  private static final String BELOW_ROOT = ROOT + ".";
  private static final String BELOW_LIMITS = LIMITS + ".";
  private static final String BELOW_PATHS = PATHS + ".";
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
    return isDeclared(name) || isBelowLimits(name) || isPartOfPath(name);
  }

  /** Tells whether longer names begin with this one. */
  boolean isSection(String name) {
    String next = name + '.';
    return name.equals(LIMITS)
        || name.equals(PATHS)
        || declared.keySet().stream().anyMatch(n -> n.startsWith(next));
  }

  /** Returns how a message about an unknown name goes on: with the known name that was meant. */
  String hint(String unknown, UnaryOperator<String> spelling) {
    var candidates = sameLastWord(unknown);
    if (isBelowPaths(unknown)) {
      candidates = partsOfPath(unknown);
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

  /** {@code tollgate.paths.search.lmit} may be meant as {@code tollgate.paths.search.limit}. */
  private static List<String> partsOfPath(String unknown) {
    int dot = unknown.indexOf('.', BELOW_PATHS.length());
    var rule = dot < 0 ? unknown + '.' : unknown.substring(0, dot + 1);
    var names = new ArrayList<String>();
    PathPart.names().forEach(part -> names.add(rule + part));
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

  static boolean isBelowPaths(String name) {
    return name.startsWith(BELOW_PATHS);
  }

  /** Tells whether this is the name of a rule for a path and of a part of it. */
  static boolean isPartOfPath(String name) {
    int dot = name.lastIndexOf('.');
    return isBelowPaths(name)
        && dot > BELOW_PATHS.length()
        && PathPart.named(name.substring(dot + 1)).isPresent();
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
