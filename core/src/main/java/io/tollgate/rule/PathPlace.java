package io.tollgate.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The rules of one path. */
final class PathPlace {

  private final List<IndexedRule> conditioned = new ArrayList<>(0);
  private final List<IndexedRule> plain = new ArrayList<>(1);

  private Conditions conditions = Conditions.of(List.of());
  private final Map<String, List<IndexedRule>> plainByMethod = new HashMap<>();
  private List<IndexedRule> plainOfOthers = List.of();

  /** Adds a rule before this place is {@linkplain #compile compiled}. */
  void add(IndexedRule rule) {
    (isPlain(rule) ? plain : conditioned).add(rule);
  }

  /**
   * Rules that go by path and method alone give way to those for a more specific path, unless these
   * are in shadow mode: whoever tries out a rule must not lose what holds without it.
   */
  private static boolean isPlain(IndexedRule rule) {
    return !rule.rule().match().hasConditions() && !rule.rule().deny();
  }

  void compile() {
    conditions = Conditions.of(conditioned);
    var methods = new HashSet<String>();
    plain.forEach(rule -> methods.addAll(rule.rule().match().methods().values()));
    for (var method : methods) {
      plainByMethod.put(method, plain.stream().filter(rule -> isFor(rule, method)).toList());
    }
    plainOfOthers = plain.stream().filter(rule -> isFor(rule, "")).toList();
  }

  private static boolean isFor(IndexedRule rule, String method) {
    var methods = rule.rule().match().methods();
    return !methods.isStated() || methods.values().contains(method) != methods.not();
  }

  /** Tells whether the method of a call alone decides which rules of this path hold for it. */
  boolean goesByMethodAlone() {
    return conditioned.isEmpty()
        && plain.stream().allMatch(rule -> !rule.isTimed() && rule.changing == null);
  }

  boolean hasConditions() {
    return !conditioned.isEmpty();
  }

  /**
   * Adds the rules that hold for a call.
   *
   * @param settled the layers, as bits, of which a more specific path has plain rules that are not
   *     in shadow mode
   * @return the same, and those of which this path has some
   */
  int find(Call call, int settled, Found found) {
    if (hasConditions()) {
      conditions.find(call, found);
    }
    if (plain.isEmpty()) {
      return settled;
    }
    int now = settled;
    var ofMethod = plainByMethod.getOrDefault(call.method(), plainOfOthers);
    for (int i = 0; i < ofMethod.size(); i++) {
      var rule = ofMethod.get(i);
      int layer = 1 << rule.origin().height();
      if ((settled & layer) == 0 && rule.isValid(call)) {
        found.add(rule);
        now |= rule.isShadow() ? 0 : layer;
      }
    }
    return now;
  }
}
