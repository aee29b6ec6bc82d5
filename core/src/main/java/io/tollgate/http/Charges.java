package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Charges that a call pays together, and what follows from them for every such call.
 *
 * <p>Worked out with the plan, so that a call asks once for all charges, and need not go through
 * them and what their declarations say. Between two calls a server does so much else that little of
 * this is still in the processor's caches; so what is asked first stands in fields of its own, not
 * in arrays that have to be fetched to find that they are empty, or have one element.
 */
final class Charges {

  /**
   * What every call needs of one charge, in one place.
   *
   * @param varying the charge itself, where limit or cost depend on the call
   */
  private record Demand(Limit limit, KeySource key, long cost, @Nullable Charge varying) {

    static Demand of(Charge charge) {
      boolean varies = charge.costFunction().isPresent() || !charge.byPlan().isEmpty();
      return new Demand(
          charge.limit(), charge.key(), charge.declaration().cost(), varies ? charge : null);
    }

    Claim claim(Caller caller) {
      return varying == null ? new Claim(limit, key.key(caller), cost) : varying.claim(caller);
    }
  }

  private static final Charges NONE = new Charges(List.of());

  private final List<Charge> all;
  private final boolean isEmpty;
  private final Demand[] demands;

  /** The only demand there is; absent if there are several, or none. */
  private final @Nullable Demand only;

  /** The counts of the rules among them. */
  private final RuleCount[] counts;

  private final boolean isCounted;
  private final boolean mayWait;
  private final boolean mayHold;
  private final boolean isCorrectable;
  private final boolean isRefundable;

  private Charges(List<Charge> charges) {
    this.all = List.copyOf(charges);
    this.isEmpty = all.isEmpty();
    this.demands = all.stream().map(Demand::of).toArray(Demand[]::new);
    this.only = demands.length == 1 ? demands[0] : null;
    this.mayWait = any(charge -> charge.mayQueue() || charge.isWaitedFor());
    this.mayHold = any(Charge::mayHold);
    this.counts = all.stream().flatMap(charge -> charge.rule().stream()).toArray(RuleCount[]::new);
    this.isCounted = counts.length > 0;
    this.isCorrectable = any(Charge::isCorrectable);
    this.isRefundable = any(charge -> charge.declaration().refundErrors());
  }

  private boolean any(Predicate<Charge> what) {
    return all.stream().anyMatch(what);
  }

  static Charges of(List<Charge> charges) {
    return charges.isEmpty() ? NONE : new Charges(charges);
  }

  /** Returns each of them. */
  List<Charge> all() {
    return all;
  }

  boolean isEmpty() {
    return isEmpty;
  }

  /** Tells whether a call may have to wait for its turn. */
  boolean mayWait() {
    return mayWait;
  }

  /** Tells whether a call may get a right to be under way, which its end has to give back. */
  boolean mayHold() {
    return mayHold;
  }

  /** Counts a call that was let through by each rule that it was charged by. */
  void countAllowed() {
    if (isCounted) {
      for (var count : counts) {
        count.allowed();
      }
    }
  }

  /** Tells whether what was taken may be corrected after the call. */
  boolean isCorrectable() {
    return isCorrectable;
  }

  /** Tells whether something comes back when the call fails with a server error. */
  boolean isRefundable() {
    return isRefundable;
  }

  /** Tells whether a call that was decided is done with them. */
  boolean areDoneAtOnce() {
    return !isEmpty && !mayWait && !mayHold && !isCorrectable;
  }

  /** Decides a call that pays nothing else, and counts it. */
  Decision decide(Caller caller, Gate gate) {
    if (only != null) {
      var claim = only.claim(caller);
      var decision = gate.limiter().decide(claim.limit(), claim.key(), claim.cost());
      return decision.allowed() ? allowed(decision) : refused(List.of(claim), decision, gate);
    }
    var claims = claims(caller);
    var decision = gate.limiter().decide(claims);
    return decision.allowed() ? allowed(decision) : refused(claims, decision, gate);
  }

  private Decision allowed(Decision decision) {
    countAllowed();
    return decision;
  }

  private Decision refused(List<Claim> claims, Decision refusal, Gate gate) {
    gate.counts().addRefusal(this, claims, refusal, /* shadow= */ false);
    return refusal;
  }

  /** Returns what a call asks of each limit. */
  List<Claim> claims(Caller caller) {
    if (only != null) {
      return List.of(only.claim(caller));
    }
    var claims = new Claim[demands.length];
    for (int i = 0; i < claims.length; i++) {
      claims[i] = demands[i].claim(caller);
    }
    return List.of(claims);
  }
}
