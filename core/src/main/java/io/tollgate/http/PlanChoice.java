package io.tollgate.http;

import io.tollgate.Phase;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** By which plan a request goes, at each endpoint and phase to which it comes. */
final class PlanChoice {

  private final Gate gate;
  private final Caller caller;

  /** What was in force when the request came, and is for it until it ends. */
  private PlanSet plans;

  /** By which plan the request goes where it came last, however often it comes there. */
  private @Nullable Plan chosen;

  private @Nullable Endpoint chosenFor;
  private @Nullable Phase chosenAt;

  /** What was counted last: a request comes by its rules at each phase, and counts once. */
  private Plan.Verdict counted = Plan.Verdict.NONE;

  PlanChoice(Gate gate, Caller caller, PlanSet plans) {
    this.gate = gate;
    this.caller = caller;
    this.plans = plans;
  }

  /** Chooses, and counts what rules say about the request in any case. */
  Plan at(Endpoint endpoint, Phase phase) {
    var before = chosen;
    if (before != null && chosenFor == endpoint && chosenAt == phase) {
      return before;
    }
    var of = plans.find(endpoint);
    if (of == null) {
      plans = gate.plans(); // The endpoint has come up with this very request.
      of = Objects.requireNonNull(plans.find(endpoint));
    }
    if (!of.isRuled()) {
      return of.base();
    }
    var plan = of.findRecent(caller);
    if (plan == null) {
      plan = plans.plan(endpoint, of, new RuleCall(caller, endpoint.name(), phase, gate.clock()));
    }
    chosen = plan;
    chosenFor = endpoint;
    chosenAt = phase;
    if (plan.hasVerdict()) {
      countVerdict(endpoint, plan.verdict());
    }
    return plan;
  }

  private void countVerdict(Endpoint endpoint, Plan.Verdict verdict) {
    if (verdict.denied().isPresent()) {
      return; // Counted when the call is turned away.
    }
    if (verdict.wouldDeny().isPresent() && !verdict.wouldDeny().equals(counted.wouldDeny())) {
      verdict.wouldDeny().get().shadowed();
      gate.shadow().denied(endpoint);
    }
    if (verdict.allowed().isPresent() && !verdict.allowed().equals(counted.allowed())) {
      verdict.allowed().get().allowed();
    }
    counted = verdict;
  }
}
