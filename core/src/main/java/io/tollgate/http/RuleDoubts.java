package io.tollgate.http;

import io.tollgate.Nearest;
import io.tollgate.RequestPart;
import io.tollgate.Rule;
import io.tollgate.Settings;
import io.tollgate.rule.LayeredRule;
import io.tollgate.rule.Segments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds names in rules that fit nothing which is known: probably they are misspelled. */
final class RuleDoubts {

  private final Collection<Endpoint> endpoints;
  private final Set<String> endpointNames;
  private final List<String> plans;
  private final List<String> found = new ArrayList<>();

  private RuleDoubts(Settings settings, Collection<Endpoint> endpoints) {
    this.endpoints = endpoints;
    this.endpointNames =
        endpoints.stream()
            .map(Endpoint::name)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
    this.plans = settings.get(HttpSettings.PLAN).map(CallerPlan::names).orElse(List.of());
  }

  /** Returns what an operator should know. */
  static List<String> of(
      Settings settings, Collection<Endpoint> endpoints, Collection<LayeredRule> rules) {
    var doubts = new RuleDoubts(settings, endpoints);
    for (var one : rules) {
      var rule = one.rule();
      doubts.lookAtPlans("rule " + rule.name(), rule.plans());
      doubts.lookAtPlans(rule);
      if (!doubts.isForElsewhere(rule)) {
        doubts.lookAtEndpoints(rule);
        doubts.lookAtParameters(rule);
      }
    }
    settings
        .plans()
        .forEach((name, byPlan) -> doubts.lookAtPlans("tollgate.limits." + name, byPlan));
    return doubts.found;
  }

  /** Where no endpoint has a name, rules that state one are for another adapter or application. */
  private boolean isForElsewhere(Rule rule) {
    return endpointNames.isEmpty() && rule.match().endpoint().isStated();
  }

  private void lookAtEndpoints(Rule rule) {
    for (var name : rule.match().endpoint().values()) {
      if (!endpointNames.contains(name)) {
        found.add(
            "rule %s speaks of endpoint %s, which is not known so far%s"
                .formatted(rule.name(), name, Nearest.hint(name, endpointNames)));
      }
    }
  }

  private void lookAtPlans(Rule rule) {
    rule.match().plan().values().stream()
        .filter(name -> !name.contains("*"))
        .forEach(name -> lookAtPlan("rule " + rule.name(), name));
  }

  private void lookAtPlans(String who, Map<String, ?> byPlan) {
    byPlan.keySet().forEach(name -> lookAtPlan(who, name));
  }

  /** Only where settings name the plans it is known which there are. */
  private void lookAtPlan(String who, String name) {
    if (!plans.isEmpty() && !plans.contains(name)) {
      found.add(
          "%s speaks of plan %s, which tollgate.plan does not name%s"
              .formatted(who, name, Nearest.hint(name, plans)));
    }
  }

  /** What the paths of a rule do not have may still come from the path of an endpoint. */
  private void lookAtParameters(Rule rule) {
    for (var text : rule.by()) {
      var part = RequestPart.parse(text);
      if (part.kind() == RequestPart.Kind.PATH
          && !isInPath(rule, part.name())
          && endpoints.stream().noneMatch(endpoint -> mayHave(endpoint, part.name()))) {
        found.add(
            ("rule %1$s goes by the parameter %2$s of a path, which neither a path of the rule nor"
                    + " an endpoint known so far has, so the address of a caller pays; add {%2$s}"
                    + " to the path, or state another part of the request")
                .formatted(rule.name(), part.name()));
      }
    }
  }

  private static boolean isInPath(Rule rule, String parameter) {
    return rule.match().paths().stream()
        .anyMatch(path -> Segments.of(path).contains("{" + parameter + "}"));
  }

  /** Of an endpoint without a name nothing is known but the paths of rules. */
  private static boolean mayHave(Endpoint endpoint, String parameter) {
    return !endpoint.name().isEmpty()
        && (endpoint.routes().isEmpty()
            || endpoint.routes().stream().anyMatch(route -> route.mayHave(parameter)));
  }
}
