package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.CostFunction;
import io.tollgate.Key;
import io.tollgate.KeyResolver;
import io.tollgate.Limit;
import io.tollgate.Mode;
import io.tollgate.OnLimit;
import io.tollgate.Phase;
import io.tollgate.Rule;
import io.tollgate.rule.IndexedRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Works out what a call pays when certain rules hold for it. */
final class RuledCharges {

  /*
   * All that holds for a call and draws on one bucket makes one charge, or one for each key that
   * annotations name. Each part of it is said by the first that states it: the rules by their rank,
   * then the annotation, then what the size of the bucket is for everybody. A rule that multiplies a
   * limit multiplies what the others after it say.
   *
   * A bucket that is asked for by one limit and then by a lower one goes by the lower, and forgets what
   * was taken beyond that once it is full. Whoever could choose between them, by a header or a path,
   * would so get tokens back before their time. Numbers
   * that do not follow from the key, and are not for everybody, are therefore counted apart: under the
   * same bucket, by a key that names the rule.
   */

  private final BucketSizes sizes;
  private final Function<String, Optional<Limit>> annotated;
  private final Instances instances;
  private final RuleCounts counts;

  /**
   * Makes charges.
   *
   * @param annotated knows the size of buckets that annotations state
   */
  RuledCharges(
      BucketSizes sizes,
      Function<String, Optional<Limit>> annotated,
      Instances instances,
      RuleCounts counts) {
    this.sizes = sizes;
    this.annotated = annotated;
    this.instances = instances;
    this.counts = counts;
  }

  /**
   * Returns what a call pays.
   *
   * @param base what its endpoint makes it pay without any rule
   * @param rules that hold for it, by their rank
   * @throws IllegalArgumentException if that cannot be, saying why
   */
  List<Charge> of(List<Charge> base, List<IndexedRule> rules) {
    var byBucket = new LinkedHashMap<String, List<IndexedRule>>();
    for (var rule : rules) {
      if (!rule.rule().isVerdict()) {
        byBucket.computeIfAbsent(rule.rule().bucketName(), any -> new ArrayList<>(2)).add(rule);
      }
    }
    var charges = new ArrayList<Charge>();
    for (var charge : base) {
      var ofBucket = byBucket.get(charge.limit().name());
      add(ofBucket == null ? charge : charge(charge, ofBucket), charges);
    }
    base.forEach(charge -> byBucket.remove(charge.limit().name()));
    byBucket.forEach(
        (bucket, ofBucket) -> {
          if (ofBucket.stream().anyMatch(rule -> rule.rule().draws())) {
            charges.add(charge(/* base= */ null, ofBucket));
          }
        });
    return List.copyOf(charges);
  }

  /** What two annotations say about one bucket becomes the same when a rule states the key. */
  private static void add(Charge added, List<Charge> charges) {
    boolean known =
        added.rule().isPresent()
            && charges.stream()
                .anyMatch(
                    charge ->
                        charge.rule().equals(added.rule())
                            && charge.declaration().phase() == added.declaration().phase()
                            && charge.declaration().key().equals(added.declaration().key()));
    if (!known) {
      charges.add(added);
    }
  }

  private Charge charge(@Nullable Charge base, List<IndexedRule> rules) {
    var first = rules.get(0).rule();
    var size = size(base, rules);
    var declaration = declaration(base, rules, size.limit());
    boolean keyed = base == null || rules.stream().anyMatch(one -> statesKey(one.rule()));
    boolean samePlans = base != null && base.byPlan().isEmpty() == size.byPlan().isEmpty();
    boolean constant = rules.stream().anyMatch(one -> one.rule().cost().isPresent());
    var key =
        base != null && !keyed && samePlans
            ? base.key()
            : PathKeySource.of(
                declaration.key(), !size.byPlan().isEmpty(), instances, pathsOfKey(rules));
    var apart = apart(rules, declaration.key());
    return new Charge(
        declaration,
        size.limit(),
        /* isConfigured= */ true,
        size.byPlan(),
        apart.isEmpty() ? key : new KeySource.Joined(List.of(caller -> apart, key)),
        base == null || constant ? Optional.<CostFunction>empty() : base.costFunction(),
        Optional.of(counts.of(first.name())));
  }

  /** Returns what the rules are called whose numbers are counted apart; empty if there are none. */
  private static String apart(List<IndexedRule> rules, KeySpec key) {
    var names = new ArrayList<String>();
    for (var one : rules) {
      var rule = one.rule();
      boolean states = rule.statesLimit() || rule.times().isPresent();
      if (states && !followsFromKey(rule, key)) {
        names.add("rule:" + rule.name());
      }
      if (rule.limit().isPresent()) {
        break;
      }
    }
    return String.join("\n", names);
  }

  private static boolean followsFromKey(Rule rule, KeySpec key) {
    var match = rule.match();
    boolean own = rule.draws() && rule.bucket().isEmpty();
    boolean byCaller = match.user().isStated() || match.plan().isStated();
    boolean byOther =
        match.hasPlace()
            || match.methods().isStated()
            || match.address().isStated()
            || match.country().isStated()
            || !match.headers().isEmpty();
    return own || rule.isSize() || (!byOther && (!byCaller || key.tellsUser()));
  }

  private BucketSizes.Size size(@Nullable Charge base, List<IndexedRule> rules) {
    long factor = 1;
    Limit limit = null;
    Map<String, Limit> byPlan = null;
    for (var one : rules) {
      var rule = one.rule();
      if (factor == 1 && rule.times().isPresent()) {
        factor = rule.times().get();
      }
      if (rule.statesLimit() && !rule.isSize()) {
        byPlan = byPlan == null ? rule.plans() : byPlan;
        if (rule.limit().isPresent()) {
          limit = rule.limit().get();
          break;
        }
      }
    }
    // Also where a rule states what everybody has: a later layer may have more to say.
    if (limit == null) {
      var otherwise = otherwise(base, rules.get(0).rule().bucketName());
      limit = otherwise.limit();
      byPlan = byPlan == null ? otherwise.byPlan() : byPlan;
    }
    return new BucketSizes.Size(
        times(limit, factor), times(byPlan == null ? Map.of() : byPlan, factor), "");
  }

  private BucketSizes.Size otherwise(@Nullable Charge base, String bucket) {
    if (base != null) {
      return new BucketSizes.Size(base.limit(), base.byPlan(), "");
    }
    return sizes
        .of(bucket)
        .or(
            () ->
                annotated
                    .apply(bucket)
                    .map(
                        limit ->
                            new BucketSizes.Size(limit.named(bucket), sizes.plansOf(bucket), "")))
        .orElseThrow(
            () ->
                new UnsizedException(
                    bucket.equals(Rule.SHARED)
                        ? "draws on the shared budget \"default\", whose size nobody states; set"
                            + " tollgate.limits.default, for example to 100/min, or state limit"
                        : "nobody states the size of bucket \""
                            + bucket
                            + "\"; state limit, or set tollgate.limits."
                            + bucket));
  }

  private static Limit times(Limit limit, long factor) {
    return factor == 1 ? limit : limit.times(factor);
  }

  private static Map<String, Limit> times(Map<String, Limit> byPlan, long factor) {
    var multiplied = new HashMap<String, Limit>();
    byPlan.forEach((plan, limit) -> multiplied.put(plan, times(limit, factor)));
    return Map.copyOf(multiplied);
  }

  private static Declaration declaration(
      @Nullable Charge base, List<IndexedRule> rules, Limit limit) {
    var before = base == null ? null : base.declaration();
    var mode = first(rules, Rule::mode);
    var cost = first(rules, Rule::cost);
    var refund = first(rules, Rule::refundErrors);
    return new Declaration(
        /* spelling= */ "",
        "rule " + rules.get(0).rule().name(),
        Optional.of(limit),
        Optional.of(limit.name()),
        key(before, rules),
        cost.orElse(before == null ? 1 : before.cost()),
        cost.isPresent() || before == null ? Optional.empty() : before.costFunction(),
        before != null && before.settle(),
        refund.orElse(before != null && before.refundErrors()),
        before == null ? Phase.AFTER_AUTHENTICATION : before.phase(),
        mode.map(stated -> stated == Mode.SHADOW).orElse(before != null && before.shadow()),
        maxWait(before, rules, limit));
  }

  private static KeySpec key(@Nullable Declaration before, List<IndexedRule> rules) {
    for (var one : rules) {
      var rule = one.rule();
      if (statesKey(rule)) {
        return KeySpec.of(
            rule.keys().toArray(Key[]::new), rule.by().toArray(String[]::new), KeyResolver.class);
      }
    }
    return before == null ? KeySpec.of(new Key[0], new String[0], KeyResolver.class) : before.key();
  }

  private static boolean statesKey(Rule rule) {
    return !rule.keys().isEmpty() || !rule.by().isEmpty();
  }

  /** Nobody waits at a bucket at which that makes no sense. */
  private static Optional<Duration> maxWait(
      @Nullable Declaration before, List<IndexedRule> rules, Limit limit) {
    if (limit.algorithm() == Algorithm.LEAKY_BUCKET || limit.algorithm() == Algorithm.CONCURRENCY) {
      return Optional.empty();
    }
    for (var one : rules) {
      if (one.rule().onLimit().isPresent()) {
        return one.rule().onLimit().get() == OnLimit.WAIT ? one.rule().maxWait() : Optional.empty();
      }
    }
    return before == null ? Optional.empty() : before.maxWait();
  }

  private static <T> Optional<T> first(List<IndexedRule> rules, Function<Rule, Optional<T>> part) {
    return rules.stream().map(one -> part.apply(one.rule())).flatMap(Optional::stream).findFirst();
  }

  /** Returns the paths of the rule that says who pays. */
  private static List<String> pathsOfKey(List<IndexedRule> rules) {
    for (var one : rules) {
      if (statesKey(one.rule())) {
        return one.rule().match().paths();
      }
    }
    return List.of();
  }
}
