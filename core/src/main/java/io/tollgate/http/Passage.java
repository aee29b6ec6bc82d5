package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Phase;
import io.tollgate.Toll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gate: what it was charged, and what is to be given back.
 *
 * <p>A request has one passage, whatever filters, forwards and dispatches it passes; what it has
 * paid for once it does not pay for again.
 */
public final class Passage implements Toll {

  /**
   * What was taken together.
   *
   * @param charges which charge each claim was made for
   */
  private record Taken(
      Endpoint endpoint, List<Charge> charges, List<Claim> claims, Decision decision, long at) {

    /** Tells whether a charge is paid: by itself, or by another endpoint on the same bucket. */
    boolean pays(Charge charge, Endpoint by, Caller caller) {
      if (endpoint == by) {
        return charges.contains(charge);
      }
      // A claim, since that is what shortens a long key.
      var asked = new Claim(charge.limit(), charge.key().key(caller));
      return claims.stream()
          .anyMatch(
              claim ->
                  claim.limit().name().equals(asked.limit().name())
                      && claim.key().equals(asked.key()));
    }
  }

  private final Gate gate;
  private final Caller caller;
  private final List<Taken> taken = new ArrayList<>(1);
  private @Nullable List<Taken> shadowed;
  private @Nullable Decision refusal;
  private Duration delay = Duration.ZERO;

  /** Set by whichever of several ends of a call is seen first. */
  private final AtomicBoolean closed = new AtomicBoolean();

  private boolean settled;
  private boolean refunded;

  Passage(Gate gate, Caller caller) {
    this.gate = gate;
    this.caller = caller;
  }

  /** Tells whether the passage began at this gate. */
  public boolean isAt(Gate other) {
    return gate == other;
  }

  /** Asks the limits of an endpoint that stand at this phase; tells whether the call may go on. */
  public boolean tryPass(Endpoint endpoint, Phase phase) {
    var stage = gate.plan(endpoint).stage(phase);
    delay = Duration.ZERO;
    if (!tryTake(endpoint, stage)) {
      return false;
    }
    if (!stage.shadowed().isEmpty()) {
      takeInShadow(endpoint, stage.shadowed());
    }
    return true;
  }

  private boolean tryTake(Endpoint endpoint, Plan.Stage stage) {
    var charges = unpaid(endpoint, stage.enforced(), taken);
    if (charges.isEmpty()) {
      return true;
    }
    var one = take(endpoint, charges);
    if (one.decision.allowed()) {
      taken.add(one);
      if (stage.isQueued()) {
        delay = one.decision.delay();
      }
      return true;
    }
    refusal = one.decision;
    return false;
  }

  /** Returns the charges that this request has not paid before. */
  private List<Charge> unpaid(Endpoint endpoint, List<Charge> planned, List<Taken> before) {
    if (before.isEmpty()) {
      return planned;
    }
    return planned.stream()
        .filter(charge -> before.stream().noneMatch(one -> one.pays(charge, endpoint, caller)))
        .toList();
  }

  private Taken take(Endpoint endpoint, List<Charge> charges) {
    var claims = claims(charges);
    var decision = decide(claims);
    if (!decision.leases().isEmpty()) {
      closed.set(false); // A call that has ended may be dispatched again, and end again.
    }
    return new Taken(endpoint, charges, claims, decision, timeIfNeeded(charges));
  }

  private List<Claim> claims(List<Charge> charges) {
    if (charges.size() == 1) {
      return List.of(charges.get(0).claim(caller));
    }
    var claims = new ArrayList<Claim>(charges.size());
    for (var charge : charges) {
      claims.add(charge.claim(caller));
    }
    return claims;
  }

  private Decision decide(List<Claim> claims) {
    if (claims.size() > 1) {
      return gate.limiter().decide(claims);
    }
    var claim = claims.get(0);
    return gate.limiter().decide(claim.limit(), claim.key(), claim.cost());
  }

  private long timeIfNeeded(List<Charge> charges) {
    for (var charge : charges) {
      if (charge.isCorrectable()) {
        return gate.ticker().read();
      }
    }
    return 0;
  }

  private void takeInShadow(Endpoint endpoint, List<Charge> planned) {
    var before = shadowed == null ? new ArrayList<Taken>(1) : shadowed;
    var charges = unpaid(endpoint, planned, before);
    if (charges.isEmpty()) {
      return;
    }
    var one = take(endpoint, charges);
    // Kept even if refused, so that a request is counted once.
    before.add(one);
    shadowed = before;
    if (!one.decision.allowed()) {
      gate.shadow().refused(endpoint, one.decision);
    }
  }

  /** Returns how long a call that was just let pass has to wait for its turn. */
  public Duration delay() {
    return delay;
  }

  /** Tells whether a limit has refused the call. */
  public boolean isRefused() {
    return refusal != null;
  }

  /**
   * Returns the refusal.
   *
   * @throws IllegalStateException if the call was not refused
   */
  public Decision refusal() {
    if (refusal == null) {
      throw new IllegalStateException("this call was not refused");
    }
    return refusal;
  }

  /** Writes the header fields of the response, allowed or not. */
  public void writeFields(BiConsumer<String, String> fields) {
    if (refusal != null) {
      gate.answers().writeFields(refusal, fields);
    } else if (taken.size() == 1) {
      gate.answers().writeFields(taken.get(0).decision, fields);
    } else if (!taken.isEmpty()) {
      gate.answers().writeFields(Decision.of(taken.stream().map(Taken::decision).toList()), fields);
    }
  }

  @Override
  public void settle(long actual) {
    if (actual < 0) {
      throw new IllegalArgumentException(
          "a call cannot cost " + actual + " tokens; settle with 0 or more");
    }
    correct(actual, /* asRefund= */ false);
  }

  /** Ends a call that failed with a server error: refunds it where that is declared. */
  public void failed() {
    correct(/* actual= */ 0, /* asRefund= */ true);
  }

  /** A charge is corrected once: what was settled is not refunded, and the other way round. */
  private synchronized void correct(long actual, boolean asRefund) {
    if (asRefund ? refunded : settled) {
      return;
    }
    for (var one : taken) {
      correct(one, actual, asRefund);
    }
    if (shadowed != null) {
      shadowed.forEach(one -> correct(one, actual, asRefund));
    }
    refunded |= asRefund;
    settled |= !asRefund;
  }

  private void correct(Taken one, long actual, boolean asRefund) {
    for (int i = 0; i < one.charges.size(); i++) {
      var charge = one.charges.get(i);
      var declaration = charge.declaration();
      boolean corrected =
          (settled && declaration.settle()) || (refunded && declaration.refundErrors());
      boolean declared = asRefund ? declaration.refundErrors() : declaration.settle();
      if (declared && !corrected && charge.isCorrectable()) {
        var elapsed = Duration.ofNanos(gate.ticker().read() - one.at);
        gate.limiter()
            .settle(List.of(one.claims.get(i)), one.decision.each().get(i), actual, elapsed);
      }
    }
  }

  /**
   * Ends the call: gives back its right to be under way.
   *
   * <p>To be called at every end of a call that can be seen; the first counts.
   */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      for (var one : taken) {
        gate.limiter().release(one.decision);
      }
      if (shadowed != null) {
        shadowed.forEach(one -> gate.limiter().release(one.decision));
      }
    }
  }

  /** Tells whether the call holds a right to be under way, which its end has to give back. */
  public boolean isHolding() {
    return !closed.get() && (isHolding(taken) || (shadowed != null && isHolding(shadowed)));
  }

  /** Tells whether the call gets something back if it fails with a server error. */
  public boolean isRefundable() {
    return taken.stream()
        .flatMap(one -> one.charges.stream())
        .anyMatch(charge -> charge.declaration().refundErrors());
  }

  private static boolean isHolding(List<Taken> taken) {
    for (var one : taken) {
      if (!one.decision.leases().isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
