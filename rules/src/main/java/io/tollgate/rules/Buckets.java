package io.tollgate.rules;

import io.tollgate.Mode;
import io.tollgate.Rule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which rules draw on buckets whose size no rule states. A host that finds no size either, in its
 * annotations and its file, refuses the whole set.
 */
final class Buckets {

  private final Set<String> sized;

  /** By the name of a bucket, the rules that draw on it. */
  private final Map<String, List<String>> unsized;

  Buckets(Collection<Rule> rules) {
    this.sized =
        active(rules).filter(Rule::isSize).map(Rule::bucketName).collect(Collectors.toSet());
    this.unsized =
        active(rules)
            .filter(rule -> rule.draws() && rule.limit().isEmpty())
            .filter(rule -> !sized.contains(rule.bucketName()))
            .collect(
                Collectors.groupingBy(
                    Rule::bucketName,
                    TreeMap::new,
                    Collectors.mapping(Rule::name, Collectors.toList())));
  }

  private static Stream<Rule> active(Collection<Rule> rules) {
    return rules.stream().filter(rule -> rule.mode().filter(Mode.OFF::equals).isEmpty());
  }

  /**
   * Returns what a change takes from rules that stay.
   *
   * @param before what was sized before it; all others ask hosts for a size of their own anyway
   * @param ofHosts whether hosts have said that they know a bucket
   */
  List<String> lostSince(Buckets before, Predicate<String> ofHosts) {
    return unsized.entrySet().stream()
        .filter(entry -> before.sized.contains(entry.getKey()))
        .filter(entry -> !ofHosts.test(entry.getKey()))
        .map(
            entry ->
                String.format(
                    "nobody would state the size of bucket \"%s\", on which rules draw (%s), and"
                        + " hosts would refuse all rules; state limit there, or remove them first",
                    entry.getKey(), String.join(", ", entry.getValue())))
        .toList();
  }

  /** Returns what one rule asks of hosts: a size that no rule states. */
  List<String> askedOfHosts(String rule, Predicate<String> ofHosts) {
    return unsized.entrySet().stream()
        .filter(entry -> entry.getValue().contains(rule) && !ofHosts.test(entry.getKey()))
        .map(
            entry ->
                String.format(
                    "no rule states the size of bucket \"%1$s\": a host whose annotations and file"
                        + " (tollgate.limits.%1$s) do not, either, refuses all rules",
                    entry.getKey()))
        .toList();
  }
}
