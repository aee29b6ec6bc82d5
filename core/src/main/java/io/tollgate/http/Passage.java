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
  private record Taken(List<Charge> charges, List<Claim> claims, Decision decision, long at) {}

  private final Gate gate;
  private final Caller caller;
  private final List<Taken> taken = new ArrayList<>(1);
  private @Nullable List<Decision> shadowed;
  private @Nullable Decision refusal;

  /** Set by whichever of several ends of a call is seen first. */
  private final AtomicBoolean closed = new AtomicBoolean();

  private final AtomicBoolean settled = new AtomicBoolean();

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
    if (!tryTake(stage.enforced())) {
      return false;
    }
    if (!stage.shadowed().isEmpty()) {
      takeInShadow(endpoint, stage.shadowed());
    }
    return true;
  }

  private boolean tryTake(List<Charge> planned) {
    var charges = taken.isEmpty() ? planned : unpaid(planned);
    if (charges.isEmpty()) {
      return true;
    }
    var claims = claims(charges);
    var decision = decide(claims);
    if (decision.allowed()) {
      taken.add(new Taken(charges, claims, decision, timeIfNeeded(charges)));
      return true;
    }
    refusal = decision;
    return false;
  }

  /** Returns the charges on buckets that this request has not paid into before. */
  private List<Charge> unpaid(List<Charge> planned) {
    var charges = new ArrayList<Charge>(planned.size());
    for (var charge : planned) {
      var name = charge.limit().name();
      var key = charge.key().key(caller);
      boolean paid =
          taken.stream()
              .flatMap(before -> before.claims.stream())
              .anyMatch(claim -> claim.limit().name().equals(name) && claim.key().equals(key));
      if (!paid) {
        charges.add(charge);
      }
    }
    return charges;
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

  private void takeInShadow(Endpoint endpoint, List<Charge> charges) {
    var decision = decide(claims(charges));
    if (!decision.allowed()) {
      gate.shadow().refused(endpoint, decision);
    } else if (!decision.leases().isEmpty()) {
      shadowed = shadowed == null ? new ArrayList<>(1) : shadowed;
      shadowed.add(decision);
    }
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
    if (settled.compareAndSet(false, true)) {
      for (var one : taken) {
        correct(one, actual, /* onlyRefunded= */ false);
      }
    }
  }

  /** Ends a call that failed with a server error: refunds it where that is declared. */
  public void failed() {
    if (settled.compareAndSet(false, true)) {
      for (var one : taken) {
        correct(one, /* actual= */ 0, /* onlyRefunded= */ true);
      }
    }
  }

  private void correct(Taken one, long actual, boolean onlyRefunded) {
    var each = one.decision.each();
    for (int i = 0; i < one.charges.size(); i++) {
      var declaration = one.charges.get(i).declaration();
      if (onlyRefunded ? declaration.refundErrors() : declaration.settle()) {
        var elapsed = Duration.ofNanos(gate.ticker().read() - one.at);
        gate.limiter().settle(List.of(one.claims.get(i)), each.get(i), actual, elapsed);
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
        shadowed.forEach(gate.limiter()::release);
      }
    }
  }

  /** Tells whether the call holds a right to be under way, which its end has to give back. */
  public boolean isHolding() {
    return !closed.get()
        && (shadowed != null || taken.stream().anyMatch(one -> !one.decision.leases().isEmpty()));
  }
}
