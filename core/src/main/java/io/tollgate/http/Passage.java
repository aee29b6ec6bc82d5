package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Phase;
import io.tollgate.Toll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gate: what it was charged, and what is to be given back.
 *
 * <p>A request has one passage, whatever filters, forwards and dispatches it passes; what it has
 * paid for once it does not pay for again.
 */
public final class Passage implements Toll {

  /**
   * The attribute of a request under which a container's filter keeps its passage, for adapters
   * farther in.
   */
  public static final String OUTER = Passage.class.getName() + ".outer";

  /** What a request is to do next. */
  public enum Step {
    /** Go on. */
    GO_ON,
    /** Wait for {@link #turn}, and ask again then. */
    WAIT,
    /** End; {@link #refusal} says why. */
    REFUSED,
    /** End, because a rule denies the call. */
    DENIED
  }

  /**
   * What is asked for while the request waits.
   *
   * @param charges which charge each claim was made for
   */
  private record Asked(Endpoint endpoint, List<Charge> charges, Waiter waiter) {}

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
  private final @Nullable Passage outer;

  /** What was in force when the request began, and is for it until it ends. */
  private @Nullable PlanSet plans;

  /** By which plan the request goes where it came last, however often it comes there. */
  private @Nullable Plan chosen;

  private @Nullable Endpoint chosenFor;
  private @Nullable Phase chosenAt;

  /** Decides, so that two adapters of an application that name one bucket draw on one. */
  private final Gate home;

  private List<Taken> taken = List.of();
  private @Nullable List<Taken> shadowed;
  private @Nullable Decision refusal;
  private @Nullable Asked asked;

  /** Set by whichever of several ends of a call is seen first. */
  private boolean closed;

  private boolean settled;
  private boolean refunded;

  Passage(Gate gate, Caller caller, @Nullable Passage outer) {
    this.gate = gate;
    this.caller = caller;
    this.outer = outer;
    this.home = outer == null ? gate : outer.home;
  }

  /** Tells whether the passage began at this gate. */
  public boolean isAt(Gate other) {
    return gate == other;
  }

  /** Asks the limits of an endpoint that stand at this phase; tells what the request is to do. */
  public Step ask(Endpoint endpoint, Phase phase) {
    var plan = plan(endpoint, phase);
    var stage = plan.stage(phase);
    if (plan.verdict().denied().isPresent()) {
      plan.verdict().denied().get().refused();
      return Step.DENIED;
    }
    var step = asked == null ? Step.GO_ON : answered(asked);
    if (step == Step.GO_ON) {
      step = take(endpoint, stage);
    }
    if (step == Step.GO_ON && !stage.shadowed().isEmpty()) {
      takeInShadow(endpoint, stage.shadowed());
    }
    return step;
  }

  private Plan plan(Endpoint endpoint, Phase phase) {
    var before = chosen;
    if (before != null && chosenFor == endpoint && chosenAt == phase) {
      return before;
    }
    var set = plans == null ? gate.plans() : plans;
    var of = set.find(endpoint);
    if (of == null) {
      set = gate.plans(); // The endpoint has come up with this very request.
      of = Objects.requireNonNull(set.find(endpoint));
    }
    plans = set;
    if (!of.isRuled()) {
      return of.base();
    }
    var plan = set.plan(endpoint, of, new RuleCall(caller, endpoint.name(), phase, gate.clock()));
    chosen = plan;
    chosenFor = endpoint;
    chosenAt = phase;
    countVerdict(endpoint, plan);
    return plan;
  }

  private void countVerdict(Endpoint endpoint, Plan plan) {
    var verdict = plan.verdict();
    if (verdict.wouldDeny().isPresent() && verdict.denied().isEmpty()) {
      verdict.wouldDeny().get().shadowed();
      gate.shadow().denied(endpoint);
    }
    if (verdict.allowed().isPresent() && verdict.denied().isEmpty()) {
      verdict.allowed().get().allowed();
    }
  }

  private Step take(Endpoint endpoint, Plan.Stage stage) {
    var charges = unpaid(endpoint, stage.enforced(), taken);
    if (charges.isEmpty()) {
      return Step.GO_ON;
    }
    if (stage.mayWait()) {
      return takeInTurn(endpoint, charges);
    }
    var claims = claims(charges);
    return taken(endpoint, charges, claims, decide(claims));
  }

  private Step taken(
      Endpoint endpoint, List<Charge> charges, List<Claim> claims, Decision decision) {
    gate.counts().add(charges, claims, decision, /* shadow= */ false);
    if (!decision.allowed()) {
      refusal = decision;
      return Step.REFUSED;
    }
    var one = made(endpoint, charges, claims, decision);
    taken = taken.isEmpty() ? List.of(one) : Stream.concat(taken.stream(), Stream.of(one)).toList();
    return Step.GO_ON;
  }

  private Step takeInTurn(Endpoint endpoint, List<Charge> charges) {
    var waiter = Waiter.of(charges, claims(charges));
    asked = new Asked(endpoint, charges, waiter);
    home.room().enter(waiter);
    return answered(asked);
  }

  private Step answered(Asked before) {
    var answer = before.waiter.answer();
    if (!answer.isDone()) {
      return Step.WAIT;
    }
    asked = null;
    return taken(before.endpoint, before.charges, before.waiter.claims(), answer.join());
  }

  /**
   * Returns what completes when a request that was told to wait is to ask again.
   *
   * @throws IllegalStateException if it was not told to wait
   */
  public CompletionStage<?> turn() {
    if (asked == null) {
      throw new IllegalStateException("this call need not wait");
    }
    return asked.waiter.answer();
  }

  /** Holds the thread until {@link #turn}; when it is interrupted the request waits no longer. */
  public void awaitTurn() {
    try {
      turn().toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abandon();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a turn comes or does not come, and never fails", e);
    }
  }

  /**
   * Ends the waiting of a request, because its client has left or its thread is needed: it has its
   * turn now, and is refused unless it was only waiting for its time.
   */
  public void abandon() {
    var waiting = asked;
    if (waiting != null) {
      home.room().abandon(waiting.waiter);
    }
  }

  /** Returns the charges that this request has not paid before. */
  private List<Charge> unpaid(Endpoint endpoint, List<Charge> planned, List<Taken> before) {
    if (before.isEmpty() && (outer == null || outer.taken.isEmpty())) {
      return planned;
    }
    return planned.stream()
        .filter(charge -> !isPaid(charge, endpoint, before))
        .filter(charge -> outer == null || !isPaid(charge, endpoint, outer.taken))
        .toList();
  }

  private boolean isPaid(Charge charge, Endpoint endpoint, List<Taken> before) {
    return before.stream().anyMatch(one -> one.pays(charge, endpoint, caller));
  }

  private Taken made(
      Endpoint endpoint, List<Charge> charges, List<Claim> claims, Decision decision) {
    if (!decision.leases().isEmpty()) {
      opened(); // A call that has ended may be dispatched again, and end again.
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
      return home.limiter().decide(claims);
    }
    var claim = claims.get(0);
    return home.limiter().decide(claim.limit(), claim.key(), claim.cost());
  }

  private long timeIfNeeded(List<Charge> charges) {
    for (int i = 0; i < charges.size(); i++) {
      if (charges.get(i).isCorrectable()) {
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
    var claims = claims(charges);
    var one = made(endpoint, charges, claims, decide(claims));
    // Kept even if refused, so that a request is counted once.
    before.add(one);
    shadowed = before;
    gate.counts().add(charges, claims, one.decision, /* shadow= */ true);
    if (!one.decision.allowed()) {
      gate.shadow().refused(endpoint, one.decision);
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

  /** Returns what the decisions on this request become on the wire. */
  public Answers answers() {
    return gate.answers();
  }

  /** Writes the header fields of the response, allowed or not. */
  public void writeFields(BiConsumer<String, String> fields) {
    if (refusal != null) {
      gate.answers().writeFields(refusal, fields);
    } else if (taken.size() == 1 && outer == null) {
      gate.answers().writeFields(taken.get(0).decision, fields);
    } else {
      var before = outer == null ? Stream.<Taken>empty() : outer.taken.stream();
      var all = Stream.concat(before, taken.stream()).map(Taken::decision).toList();
      if (!all.isEmpty()) {
        gate.answers().writeFields(Decision.of(all), fields);
      }
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
        home.limiter()
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
    if (isFirstEnd()) {
      for (var one : taken) {
        home.limiter().release(one.decision);
      }
      if (shadowed != null) {
        shadowed.forEach(one -> home.limiter().release(one.decision));
      }
    }
  }

  private synchronized boolean isFirstEnd() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  private synchronized void opened() {
    closed = false;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Tells whether the call holds a right to be under way, which its end has to give back. */
  public boolean isHolding() {
    return (isHolding(taken) || (shadowed != null && isHolding(shadowed))) && !isClosed();
  }

  /** Tells whether the call gets something back if it fails with a server error. */
  public boolean isRefundable() {
    for (int i = 0; i < taken.size(); i++) {
      var charges = taken.get(i).charges;
      for (int j = 0; j < charges.size(); j++) {
        if (charges.get(j).declaration().refundErrors()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isHolding(List<Taken> taken) {
    for (int i = 0; i < taken.size(); i++) {
      if (!taken.get(i).decision.leases().isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
