package io.tollgate.http;

import io.tollgate.Decision;
import io.tollgate.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come to the gate, and of which nothing was asked yet.
 *
 * <p>Most have one thing to do there: to be decided. For them {@link #decideAtOnce} is all, and
 * nobody has to remember them. Whatever may wait, be turned away by a rule, hold a right to be
 * under way, get something back or be asked more than once has a {@link Passage}.
 */
public final class Arrival {

  private final Gate gate;
  private final Caller caller;

  /** What is in force now, and is for this request until it ends. */
  private final PlanSet plans;

  Arrival(Gate gate, Caller caller) {
    this.gate = gate;
    this.caller = caller;
    this.plans = gate.plans();
  }

  /**
   * Tells whether it matters for the request to which endpoint it goes, and not only to which path:
   * because one has limits of its own, or a rule speaks of one.
   */
  public boolean tellsEndpointsApart() {
    return plans.tellsEndpointsApart();
  }

  /** Tells whether the request may have to pay, or be turned away, by rules at an endpoint. */
  public boolean isRuled(Endpoint endpoint) {
    var of = plans.find(endpoint);
    return of == null || of.isRuled();
  }

  /**
   * Decides the call, after its user is known, if that is all there is to do for it.
   *
   * <p>Only for a request that comes to limits nowhere else, and has paid nothing farther out:
   * nobody remembers what it pays here. Once it is decided, it must not begin a passage, which
   * would charge it again.
   *
   * @return null if it takes a {@link #passage}, and nothing was decided
   */
  public @Nullable Decision decideAtOnce(Endpoint endpoint) {
    var plan = findPlan(endpoint);
    return plan != null && plan.isDoneAtOnce()
        ? plan.enforced(Phase.AFTER_AUTHENTICATION).decide(caller, gate)
        : null;
  }

  /** Returns null where that takes more than a look. */
  private @Nullable Plan findPlan(Endpoint endpoint) {
    var of = plans.find(endpoint);
    if (of == null) {
      return null; // It has come up with this very request.
    }
    return of.isRuled() ? of.findRecent(caller) : of.base();
  }

  /** Begins the passage of the request. */
  public Passage passage() {
    return Passage.first(gate, caller, plans);
  }

  /**
   * Begins the passage of a request that an adapter farther out has let pass, on which it does not
   * pay again for what it has paid there.
   */
  public Passage passage(Passage outer) {
    return Passage.within(outer, gate, caller, plans);
  }

  /**
   * Begins the passage of a request that another application has let pass and then forwarded, on
   * which it does not pay again for what it has paid there.
   */
  public Passage passageAfter(Passage other) {
    return Passage.after(other, gate, caller, plans);
  }
}
