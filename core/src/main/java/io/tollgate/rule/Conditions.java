package io.tollgate.rule;

import io.tollgate.Condition;
import io.tollgate.address.Cidr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds those of many rules whose conditions hold for a call. */
final class Conditions {

  /*
   * Each rule is filed under one of its conditions: under each value of the one whose values the
   * fewest other rules have. A call is looked up by its user, address, header fields, plan, country
   * and method, and the rest of the conditions is asked of those few that are found. Rules that state
   * nothing, or only what must not be, hold for most calls anyway, and are asked one by one; so are
   * those that state nothing but wildcards.
   */

  /** What rules may be filed under. */
  private enum By {
    USER,
    ADDRESS,
    PLAN,
    COUNTRY,
    METHOD
  }

  private final Map<String, List<IndexedRule>> byUser = new HashMap<>();
  private final Map<String, List<IndexedRule>> byPlan = new HashMap<>();
  private final Map<String, List<IndexedRule>> byCountry = new HashMap<>();
  private final Map<String, List<IndexedRule>> byMethod = new HashMap<>();
  private final Map<String, Map<String, List<IndexedRule>>> byHeader = new HashMap<>();
  private final AddressTree<IndexedRule> byAddress = new AddressTree<>();
  private final List<IndexedRule> others = new ArrayList<>();

  private Conditions() {}

  static Conditions of(List<IndexedRule> rules) {
    var shared = new HashMap<String, Integer>();
    for (var rule : rules) {
      keys(rule).values().forEach(keys -> keys.forEach(key -> shared.merge(key, 1, Integer::sum)));
    }
    var conditions = new Conditions();
    rules.forEach(rule -> conditions.add(rule, shared));
    return conditions;
  }

  /** Returns, by what a rule may be filed under, the values it has there. */
  private static Map<String, List<String>> keys(IndexedRule rule) {
    var keys = new HashMap<String, List<String>>();
    for (var by : By.values()) {
      var condition = condition(rule, by);
      if (condition.isStated() && isFiled(condition)) {
        keys.put(by.name(), prefixed(by.name(), condition));
      }
    }
    rule.rule()
        .match()
        .headers()
        .forEach(
            (name, condition) -> {
              if (isFiled(condition)) {
                keys.put(header(name), prefixed(header(name), condition));
              }
            });
    return keys;
  }

  /** Tells whether a call can be looked up by what it has there. */
  private static boolean isFiled(Condition condition) {
    return !condition.not() && condition.values().stream().noneMatch(Values::hasWildcard);
  }

  private static String header(String name) {
    return "HEADER " + name;
  }

  private static List<String> prefixed(String prefix, Condition condition) {
    return condition.values().stream().map(value -> prefix + '\n' + value).toList();
  }

  private static Condition condition(IndexedRule rule, By by) {
    var match = rule.rule().match();
    return switch (by) {
      case USER -> match.user();
      case ADDRESS -> match.address();
      case PLAN -> match.plan();
      case COUNTRY -> match.country();
      case METHOD -> match.methods();
    };
  }

  private void add(IndexedRule rule, Map<String, Integer> shared) {
    var keys = keys(rule);
    String best = "";
    int fewest = Integer.MAX_VALUE;
    for (var key : keys.entrySet()) {
      int most =
          key.getValue().stream().mapToInt(one -> shared.getOrDefault(one, 0)).max().orElse(0);
      if (most < fewest || (most == fewest && key.getKey().compareTo(best) < 0)) {
        best = key.getKey();
        fewest = most;
      }
    }
    var match = rule.rule().match();
    if (best.isEmpty()) {
      others.add(rule);
    } else if (best.startsWith("HEADER ")) {
      var name = best.substring("HEADER ".length());
      var table = byHeader.computeIfAbsent(name, any -> new HashMap<>());
      match.headers().getOrDefault(name, Condition.NONE).values().forEach(put(table, rule));
    } else {
      switch (By.valueOf(best)) {
        case USER -> match.user().values().forEach(put(byUser, rule));
        case PLAN -> match.plan().values().forEach(put(byPlan, rule));
        case COUNTRY -> match.country().values().forEach(put(byCountry, rule));
        case METHOD -> match.methods().values().forEach(put(byMethod, rule));
        case ADDRESS ->
            match.address().values().forEach(block -> byAddress.add(Cidr.parse(block), rule));
      }
    }
  }

  private static Consumer<String> put(Map<String, List<IndexedRule>> table, IndexedRule rule) {
    Function<String, List<IndexedRule>> make = any -> new ArrayList<>(1);
    return value -> table.computeIfAbsent(value, make).add(rule);
  }

  /** Adds the rules that hold for a call. */
  void find(Call call, Found found) {
    if (!byUser.isEmpty() && !call.isBeforeAuthentication()) {
      var user = call.user();
      add(user == null ? null : byUser.get(user), call, found);
    }
    if (!byAddress.isEmpty()) {
      var address = call.address();
      if (address != null) {
        byAddress.find(address, rule -> add(rule, call, found));
      }
    }
    if (!byHeader.isEmpty()) {
      for (var table : byHeader.entrySet()) {
        var value = call.header(table.getKey());
        add(value == null ? null : table.getValue().get(value), call, found);
      }
    }
    if (!byPlan.isEmpty() && !call.isBeforeAuthentication()) {
      var plan = call.plan();
      add(plan == null ? null : byPlan.get(plan), call, found);
    }
    if (!byCountry.isEmpty()) {
      var country = call.country();
      add(country == null ? null : byCountry.get(country), call, found);
    }
    if (!byMethod.isEmpty()) {
      add(byMethod.get(call.method()), call, found);
    }
    add(others, call, found);
  }

  private static void add(@Nullable List<IndexedRule> rules, Call call, Found found) {
    if (rules != null) {
      for (int i = 0; i < rules.size(); i++) {
        add(rules.get(i), call, found);
      }
    }
  }

  private static void add(IndexedRule rule, Call call, Found found) {
    if (rule.fits(call) && rule.isValid(call)) {
      found.add(rule);
    }
  }
}
