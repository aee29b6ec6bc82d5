package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.Mode;
import io.tollgate.Rule;
import io.tollgate.RuleProblem;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.rule.IndexedRule;
import io.tollgate.rule.Layers;
import io.tollgate.rule.RuleIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the plans of all endpoints from annotations, settings and rules, and finds what is wrong
 * with them. Changes nothing by itself.
 */
final class Planning {

  private final boolean isComplete;
  private final PlanMaker maker;
  private final PlanSet plans;
  private final Map<Endpoint, List<Charge>> charges = new LinkedHashMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private final List<RuleProblem> problems = new ArrayList<>();

  /**
   * Makes plans.
   *
   * @param byLayer the rules by the name of their layer, the first one lowest
   */
  Planning(
      Settings settings,
      Map<String, RuleSet> byLayer,
      Collection<Endpoint> endpoints,
      Instances instances,
      RuleCounts counts) {
    this.isComplete = settings.problems().isEmpty();
    var layers = Layers.of(byLayer);
    var sizes = new BucketSizes(settings, layers.rules());
    this.maker = new PlanMaker(sizes, settings.get(HttpSettings.PLAN), instances, isComplete);
    endpoints.forEach(endpoint -> maker.note(endpoint, mistakes));
    endpoints.forEach(endpoint -> charges.put(endpoint, maker.charges(endpoint, mistakes)));
    var index = new RuleIndex(layers.rules());
    var ruled = new RuledCharges(sizes, maker::stated, instances, counts);
    var misfits = new Misfits(ruled, index.rules(), charges.values());
    for (var rule : index.rules()) {
      check(rule, ruled, misfits, sizes);
    }
    this.plans =
        new PlanSet(settings.get(HttpSettings.MODE), layers, index, ruled, counts, charges);
  }

  private void check(IndexedRule one, RuledCharges ruled, Misfits misfits, BucketSizes sizes) {
    var rule = one.rule();
    try {
      if (rule.limit().isPresent()) {
        checkKind(rule.bucketName(), rule.limit().get(), sizes);
      }
      if (rule.draws()) {
        for (var charge : ruled.of(List.of(), List.of(one))) {
          PlanMaker.check(charge.declaration(), charge.limit(), "");
          charge
              .byPlan()
              .forEach(
                  (plan, limit) ->
                      PlanMaker.check(charge.declaration(), limit, " of plan " + plan));
          rule.maxWait().ifPresent(wait -> PlanMaker.checkWait(charge.limit(), ""));
        }
      } else if (!rule.isVerdict()) {
        misfits.of(one).ifPresent(what -> add(rule, what));
      }
    } catch (UnsizedException e) {
      if (isComplete) {
        add(rule, String.valueOf(e.getMessage()));
      }
    } catch (IllegalArgumentException e) {
      add(rule, String.valueOf(e.getMessage()));
    }
  }

  private void add(Rule rule, String what) {
    problems.add(new RuleProblem(rule.name(), "", 0, 0, what, ""));
  }

  /** A rule changes the numbers of a bucket, and not what it counts. */
  private void checkKind(String bucket, Limit limit, BucketSizes sizes) {
    Optional<Limit> otherwise =
        maker.stated(bucket).or(() -> sizes.of(bucket).map(BucketSizes.Size::limit));
    boolean underWay = limit.algorithm() == Algorithm.CONCURRENCY;
    if (otherwise.isPresent()
        && underWay != (otherwise.get().algorithm() == Algorithm.CONCURRENCY)) {
      throw new IllegalArgumentException(
          "bucket \""
              + bucket
              + (underWay ? "\" is a rate" : "\" counts calls under way")
              + ", and this rule states something else; correct limit, or state another bucket");
    }
  }

  /** Returns what is wrong with annotations. */
  List<String> mistakes() {
    return mistakes;
  }

  /** Returns what is wrong with rules. */
  List<RuleProblem> problems() {
    return problems;
  }

  boolean isRight() {
    return mistakes.isEmpty() && problems.isEmpty();
  }

  PlanMaker maker() {
    return maker;
  }

  PlanSet plans() {
    return plans;
  }

  /** Shows endpoints what they pay, for tables. */
  void tell() {
    charges.forEach(Endpoint::charges);
  }

  Mode mode() {
    return plans.mode();
  }
}
