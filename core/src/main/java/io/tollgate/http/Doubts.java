package io.tollgate.http;

import io.tollgate.Key;
import io.tollgate.Rule;
import io.tollgate.Setting;
import io.tollgate.Settings;
import io.tollgate.rule.LayeredRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What is allowed and hardly meant: limits that go by something that nobody ever tells, and sizes
 * that nobody draws on.
 */
final class Doubts {

  private final Settings settings;
  private final Collection<Endpoint> endpoints;
  private final Collection<LayeredRule> rules;
  private final List<String> found = new ArrayList<>();

  private Doubts(Settings settings, Collection<Endpoint> endpoints, Collection<LayeredRule> rules) {
    this.settings = settings;
    this.endpoints = endpoints;
    this.rules = rules;
  }

  /**
   * Returns what an operator should know.
   *
   * @param used the names of the buckets on which endpoints draw by their annotations
   */
  static List<String> of(
      Settings settings,
      Collection<Endpoint> endpoints,
      Collection<LayeredRule> rules,
      Set<String> used) {
    var doubts = new Doubts(settings, endpoints, rules);
    doubts.look(HttpSettings.PLAN, "plan", charge -> hasKey(charge, Key.PLAN));
    doubts.look(HttpSettings.PLAN, "plan", charge -> !charge.byPlan().isEmpty());
    doubts.look(HttpSettings.COUNTRY, "country", charge -> hasKey(charge, Key.COUNTRY));
    doubts.lookAtRules(
        HttpSettings.PLAN,
        "plan",
        rule ->
            rule.match().plan().isStated()
                || !rule.plans().isEmpty()
                || rule.keys().contains(Key.PLAN));
    doubts.lookAtRules(
        HttpSettings.COUNTRY,
        "country",
        rule -> rule.match().country().isStated() || rule.keys().contains(Key.COUNTRY));
    endpoints.forEach(doubts::lookAtPath);
    doubts.lookAtSizes(used);
    doubts.found.addAll(RuleDoubts.of(settings, endpoints, rules));
    return doubts.found.stream().distinct().toList();
  }

  private void lookAtPath(Endpoint endpoint) {
    for (var declaration : endpoint.declarations()) {
      for (var parameter : endpoint.missingParameters(declaration)) {
        found.add(
            declaration.where()
                + "no path of it is known that has a parameter %1$s; add {%1$s} to the path, or"
                    .formatted(parameter)
                + " state another part of the request");
      }
    }
  }

  private void lookAtSizes(Set<String> used) {
    var sized = new TreeSet<>(settings.limits().keySet());
    sized.addAll(settings.plans().keySet());
    var ruled =
        rules.stream()
            .map(one -> settings.limitName(one.rule().bucketName()))
            .collect(Collectors.toSet());
    for (var name : sized) {
      if (!ruled.contains(name) && !used.contains(name)) {
        found.add("tollgate.limits." + name + " is drawn on by no endpoint known so far");
      }
    }
  }

  private static boolean hasKey(Charge charge, Key key) {
    return charge.declaration().key().keys().contains(key);
  }

  private void look(
      Setting<Optional<SourceText>> source, String what, Predicate<Charge> dependsOnIt) {
    var dependent =
        endpoints.stream()
            .flatMap(endpoint -> endpoint.charges().stream())
            .filter(dependsOnIt)
            .findFirst();
    dependent.ifPresent(charge -> look(source, what, charge.limit().name()));
  }

  private void lookAtRules(
      Setting<Optional<SourceText>> source, String what, Predicate<Rule> dependsOnIt) {
    rules.stream()
        .map(LayeredRule::rule)
        .filter(dependsOnIt)
        .findFirst()
        .ifPresent(rule -> look(source, what, "rule " + rule.name()));
  }

  private void look(Setting<Optional<SourceText>> source, String what, String name) {
    var begin = "%s goes by the %s of a caller, which is never known: ".formatted(name, what);
    var stated = settings.get(source);
    if (stated.isEmpty()) {
      found.add(begin + "set tollgate." + what);
    } else if (stated.get().kind().equals("header")
        && settings.get(HttpSettings.PROXIES).isEmpty()) {
      found.add(begin + "a header is believed from trusted proxies only, so set tollgate.proxies");
    }
  }
}
