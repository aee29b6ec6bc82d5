package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.RuleReport;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts what the rules in force did to calls, and remembers who was refused most. */
final class RuleCounts {

  private final ConcurrentMap<String, RuleCount> byRule = new ConcurrentHashMap<>();
  private final RefusedKeys refusedKeys = new RefusedKeys();

  /** Returns the count of a rule, which goes on when the rule changes. */
  RuleCount of(String rule) {
    return byRule.computeIfAbsent(rule, any -> new RuleCount());
  }

  /** Forgets the rules that are no more. */
  void retain(Collection<String> rules) {
    byRule.keySet().retainAll(Set.copyOf(rules)); // A list would be searched for each of them.
  }

  /** Counts a call that was refused by the rules of the limits that refused it, and its keys. */
  void addRefusal(Charges charges, List<Claim> claims, Decision refusal, boolean shadow) {
    var each = refusal.each();
    for (int i = 0; i < each.size() && i < claims.size(); i++) {
      if (each.get(i).allowed()) {
        continue;
      }
      var rule = charges.all().get(i).rule();
      if (rule.isPresent() && shadow) {
        rule.get().shadowed();
      } else if (rule.isPresent()) {
        rule.get().refused();
      }
      if (!shadow) {
        refusedKeys.add(claims.get(i).limit().name(), claims.get(i).key());
      }
    }
  }

  RuleReport report() {
    Map<String, RuleReport.Count> counts = new TreeMap<>();
    byRule.forEach((name, count) -> counts.put(name, count.sum()));
    return new RuleReport(counts, refusedKeys.top());
  }
}
