package io.tollgate.rule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force, compiled so that those for a call are found without looking at the others.
 *
 * <p>Immutable.
 */
public final class RuleIndex {

  private final List<IndexedRule> rules = new ArrayList<>();
  private final @Nullable Conditions anywhere;
  private final Map<String, Conditions> byEndpoint = new HashMap<>();
  private final Map<String, Conditions> changing = new HashMap<>();
  private final PathTree<PathPlace> paths = new PathTree<>();

  /** Compiles rules. */
  public RuleIndex(List<LayeredRule> layered) {
    // Sorting keeps the order of the text among equals.
    layered.stream()
        .sorted(Specificity.ORDER)
        .forEach(one -> rules.add(new IndexedRule(rules.size(), one)));
    var free = new ArrayList<IndexedRule>();
    var ofEndpoints = new HashMap<String, List<IndexedRule>>();
    var ofBuckets = new HashMap<String, List<IndexedRule>>();
    var places = new LinkedHashSet<PathPlace>();
    for (var rule : rules) {
      var match = rule.rule().match();
      if (!rule.rule().isVerdict() && !rule.rule().draws()) {
        list(ofBuckets, rule.rule().bucketName()).add(rule);
      } else if (!match.paths().isEmpty()) {
        for (var path : match.paths()) {
          var place = paths.place(path, PathPlace::new);
          place.add(rule);
          places.add(place);
        }
      } else if (match.endpoint().isStated() && !match.endpoint().not()) {
        match.endpoint().values().forEach(name -> list(ofEndpoints, name).add(rule));
      } else {
        free.add(rule);
      }
    }
    places.forEach(PathPlace::compile);
    this.anywhere = free.isEmpty() ? null : Conditions.of(free);
    ofEndpoints.forEach((name, some) -> byEndpoint.put(name, Conditions.of(some)));
    ofBuckets.forEach((name, some) -> changing.put(name, Conditions.of(some)));
    for (var rule : rules) {
      rule.changing = rule.rule().draws() ? changing.get(rule.rule().bucketName()) : null;
    }
  }

  private static List<IndexedRule> list(Map<String, List<IndexedRule>> lists, String name) {
    return lists.computeIfAbsent(name, any -> new ArrayList<>());
  }

  /** Returns all rules, by their rank. */
  public List<IndexedRule> rules() {
    return List.copyOf(rules);
  }

  /** Returns a rule that is not in force, to be asked for which calls it would be. */
  public IndexedRule test(LayeredRule replaced) {
    return new IndexedRule(rules.size(), replaced);
  }

  /**
   * Returns the rules that may hold for calls of an endpoint.
   *
   * @param name its name; empty where calls have none
   * @param template the path that its calls have, in which a parameter is one segment and {@code *}
   *     all that follow; absent if that is unknown
   * @param buckets what its calls draw on without any rule
   */
  public EndpointRules of(String name, Optional<String> template, Collection<String> buckets) {
    boolean mayFit = !paths.isEmpty() && template.map(Segments::of).map(paths::mayFit).orElse(true);
    return new EndpointRules(
        anywhere,
        byEndpoint.get(name),
        mayFit ? paths : null,
        buckets.stream().distinct().map(changing::get).filter(Objects::nonNull).toList());
  }
}
