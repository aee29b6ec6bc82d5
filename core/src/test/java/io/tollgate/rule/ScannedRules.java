package io.tollgate.rule;

import io.tollgate.Condition;
import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.address.Cidr;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the rules for a call by looking at each of them: slow, and obvious. */
final class ScannedRules {

  private final List<LayeredRule> rules;

  ScannedRules(List<LayeredRule> rules) {
    this.rules = rules;
  }

  /** Returns the names of all rules that hold for a call. */
  Set<String> find(Call call, Collection<String> buckets) {
    var holding = rules.stream().filter(one -> holds(one.rule(), call)).toList();
    var found = new HashSet<LayeredRule>();
    for (var one : holding) {
      boolean drawsOrJudges = one.rule().draws() || one.rule().isVerdict();
      if (drawsOrJudges && !(isPlain(one) && hasMoreSpecific(one, holding, call))) {
        found.add(one);
      }
    }
    var drawn = new HashSet<>(buckets);
    found.stream()
        .filter(one -> one.rule().draws())
        .forEach(one -> drawn.add(one.rule().bucketName()));
    holding.stream()
        .filter(one -> !one.rule().draws() && !one.rule().isVerdict())
        .filter(one -> drawn.contains(one.rule().bucketName()))
        .forEach(found::add);
    return found.stream()
        .map(one -> one.rule().name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isPlain(LayeredRule one) {
    var match = one.rule().match();
    return !match.paths().isEmpty() && !match.hasConditions() && !one.rule().deny();
  }

  private static boolean hasMoreSpecific(LayeredRule one, List<LayeredRule> holding, Call call) {
    var best = best(one, call);
    return holding.stream()
        .filter(other -> isPlain(other) && other.height() == one.height())
        .filter(other -> !other.rule().mode().equals(Optional.of(Mode.SHADOW)))
        .filter(other -> other.rule().draws() || other.rule().isVerdict())
        .anyMatch(other -> best(other, call).compareTo(best) < 0);
  }

  /** The most specific of a rule's paths that fits, as a word in which a comes before b and c. */
  private static String best(LayeredRule one, Call call) {
    return one.rule().match().paths().stream()
        .filter(path -> fitsPath(path, call.path()))
        .map(ScannedRules::word)
        .sorted()
        .findFirst()
        .orElseThrow();
  }

  private static String word(String path) {
    return parts(path).stream()
        .map(part -> part.equals("*") ? "c" : part.startsWith("{") ? "b" : "a")
        .collect(Collectors.joining());
  }

  private static List<String> parts(String path) {
    return Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty()).toList();
  }

  private static boolean fitsPath(String path, String called) {
    var regex =
        parts(path).stream()
            .map(part -> part.equals("*") ? "(/.*)?" : part.startsWith("{") ? "/[^/]+" : "/" + part)
            .collect(Collectors.joining());
    var plain = "/" + String.join("/", parts(called));
    return (plain.equals("/") ? "" : plain).matches(regex);
  }

  private static boolean holds(Rule rule, Call call) {
    var match = rule.match();
    boolean needsUser = match.user().isStated() || match.plan().isStated();
    return (match.paths().isEmpty()
            || match.paths().stream().anyMatch(path -> fitsPath(path, call.path())))
        && !(needsUser && call.isBeforeAuthentication())
        && holds(match.methods(), call.method())
        && holds(match.endpoint(), call.endpoint())
        && holds(match.user(), call.user())
        && holds(match.plan(), call.plan())
        && holds(match.country(), call.country())
        && holdsAddress(match.address(), call)
        && match.headers().entrySet().stream()
            .allMatch(header -> holds(header.getValue(), call.header(header.getKey())))
        && rule.from().map(from -> from.toEpochMilli() <= call.epochMillis()).orElse(true)
        && rule.until().map(until -> call.epochMillis() < until.toEpochMilli()).orElse(true);
  }

  private static boolean holds(Condition condition, @Nullable String value) {
    return condition.values().isEmpty()
        || (value != null && condition.values().stream().anyMatch(one -> fits(one, value)))
            != condition.not();
  }

  private static boolean fits(String pattern, String value) {
    var regex =
        Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return value.matches(regex);
  }

  private static boolean holdsAddress(Condition condition, Call call) {
    var address = call.address();
    boolean inside =
        address != null
            && condition.values().stream().anyMatch(text -> Cidr.parse(text).contains(address));
    return condition.values().isEmpty() || inside != condition.not();
  }
}
