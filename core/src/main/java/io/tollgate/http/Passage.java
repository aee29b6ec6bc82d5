package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Phase;
import io.tollgate.Toll;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gate: what it was charged, and what is to be given back.
 *
 * <p>A request has one passage at each gate, whatever filters and dispatches it passes; only one
 * that is forwarded to another application and back begins again. What it has paid for once, here
 * or farther out, it does not pay for again.
 */
public final class Passage implements Toll {

  /**
   * The attribute of a request under which a container's filter keeps its passage, for adapters
   * farther in.
   */
  private static final String OUTER = Passage.class.getName() + ".outer";

  /**
   * Whether any was ever kept there: some servers look in many places for what they do not have.
   */
  private static volatile boolean isAnyKept;

  /** The toll of a request that pays nothing which could be settled. */
  public static final Toll NOTHING = Passage::checkActual;

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

  /** What is asked for while the request waits. */
  private record Asked(Endpoint endpoint, Charges charges, Waiter waiter) {}

  private final Gate gate;
  private final Caller caller;
  private final @Nullable Passage outer;

  private final PlanChoice plans;

  /** Decides, so that two adapters of an application that name one bucket draw on one. */
  private final Gate home;

  private final Ledger paid = new Ledger();

  /** What limits in shadow mode have taken; it says nothing about the call. */
  private @Nullable Ledger shadowed;

  private @Nullable Decision refusal;

  /** Set when a limit of an adapter farther in has refused the call. */
  private boolean refusedFartherIn;

  private @Nullable Asked asked;

  /** Set by whichever of several ends of a call is seen first. */
  private boolean closed;

  private boolean settled;
  private boolean refunded;

  /** The end of a call may come on another thread than its response. */
  private volatile boolean answered;

  private Passage(Gate gate, Caller caller, PlanSet plans, @Nullable Passage outer, Gate home) {
    this.gate = gate;
    this.caller = caller;
    this.plans = new PlanChoice(gate, caller, plans);
    this.outer = outer;
    this.home = home;
  }

  static Passage first(Gate gate, Caller caller, PlanSet plans) {
    return new Passage(gate, caller, plans, /* outer= */ null, gate);
  }

  /** Begins within a passage at another adapter of the application, which decides. */
  static Passage within(Passage outer, Gate gate, Caller caller, PlanSet plans) {
    return new Passage(gate, caller, plans, outer, outer.home);
  }

  /** Begins after one at another application, which has a limiter of its own, as this one has. */
  static Passage after(Passage other, Gate gate, Caller caller, PlanSet plans) {
    return new Passage(gate, caller, plans, other, other.home == other.gate ? gate : other.home);
  }

  /** Keeps this passage with its request, where {@link #findKept} finds it. */
  public void keep(BiConsumer<String, Object> attributes) {
    if (!isAnyKept) {
      isAnyKept = true;
    }
    attributes.accept(OUTER, this);
  }

  /** Returns the passage that a container's filter has kept with a request; null if none has. */
  public static @Nullable Passage findKept(Function<String, @Nullable Object> attributes) {
    return isAnyKept && attributes.apply(OUTER) instanceof Passage kept ? kept : null;
  }

  /** Tells whether the passage began at this gate. */
  public boolean isAt(Gate other) {
    return gate == other;
  }

  /** Asks the limits of an endpoint that stand at this phase; tells what the request is to do. */
  public Step ask(Endpoint endpoint, Phase phase) {
    var plan = plans.at(endpoint, phase);
    if (plan.isDenied()) {
      plan.verdict().denied().orElseThrow().refused();
      return Step.DENIED;
    }
    var step = asked == null ? Step.GO_ON : answered(asked);
    if (step == Step.GO_ON) {
      step = take(endpoint, plan.enforced(phase));
    }
    if (step == Step.GO_ON && plan.isShadowed()) {
      takeInShadow(endpoint, plan.shadowed(phase));
    }
    return step;
  }

  private Step take(Endpoint endpoint, Charges planned) {
    var charges = unpaid(endpoint, planned, paid);
    if (charges.isEmpty()) {
      return Step.GO_ON;
    }
    if (charges.mayWait()) {
      return takeInTurn(endpoint, charges);
    }
    var claims = charges.claims(caller);
    return taken(endpoint, charges, claims, decide(claims));
  }

  private Step taken(Endpoint endpoint, Charges charges, List<Claim> claims, Decision decision) {
    if (!decision.allowed()) {
      refusal = decision;
      for (var farther = outer; farther != null; farther = farther.outer) {
        farther.refusedFartherIn = true;
      }
      gate.counts().addRefusal(charges, claims, decision, /* shadow= */ false);
      return Step.REFUSED;
    }
    charges.countAllowed();
    enter(paid, endpoint, charges, claims, decision);
    return Step.GO_ON;
  }

  private Step takeInTurn(Endpoint endpoint, Charges charges) {
    var waiter = Waiter.of(charges.all(), charges.claims(caller));
    home.room().enter(waiter);
    var answer = waiter.answer();
    if (answer.isDone()) {
      return taken(endpoint, charges, waiter.claims(), answer.join());
    }
    asked = new Asked(endpoint, charges, waiter);
    return Step.WAIT;
  }

  private Step answered(Asked before) {
    var answer = before.waiter.answer();
    if (!answer.isDone()) {
      return Step.WAIT;
    }
    var mine = takeAsked();
    // Who has left meanwhile has given it back; if he goes on all the same, he pays anew.
    return mine == null
        ? Step.GO_ON
        : taken(mine.endpoint, mine.charges, mine.waiter.claims(), answer.join());
  }

  /** An answer is for whoever comes first: the request that goes on, or its end. */
  private synchronized @Nullable Asked takeAsked() {
    var taken = asked;
    asked = null;
    return taken;
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
    var turn = turn().toCompletableFuture();
    try {
      turn.get();
    } catch (InterruptedException e) {
      abandon();
      turn.join(); // Somebody else may be about to give it; that moment is waited for.
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a turn comes or does not come, and never fails", e);
    }
  }

  /**
   * Ends the waiting of a request, because its thread is needed: it has its turn now, and is
   * refused unless it was only waiting for its time.
   */
  void abandon() {
    var waiting = asked;
    if (waiting != null) {
      home.room().abandon(waiting.waiter);
    }
  }

  /**
   * Ends a request that was told to wait, because its client has left: nobody waits for its turn
   * any more, and what it was admitted with is given back. Does nothing once it has asked again.
   */
  public void leave() {
    var waiting = takeAsked();
    if (waiting != null) {
      home.room().leave(waiting.waiter);
      close();
    }
  }

  /** Returns the charges that this request has paid neither here nor farther out. */
  private Charges unpaid(Endpoint endpoint, Charges planned, Ledger here) {
    var charges = here.unpaid(endpoint, planned, caller);
    for (var farther = outer; farther != null; farther = farther.outer) {
      charges = farther.paid.unpaid(endpoint, charges, caller);
    }
    return charges;
  }

  private void enter(
      Ledger ledger, Endpoint endpoint, Charges charges, List<Claim> claims, Decision decision) {
    if (ledger.add(endpoint, charges, claims, decision, gate.ticker())) {
      opened(); // A call that has ended may be dispatched again, and end again.
    }
  }

  private Decision decide(List<Claim> claims) {
    if (claims.size() > 1) {
      return home.limiter().decide(claims);
    }
    var claim = claims.get(0);
    return home.limiter().decide(claim.limit(), claim.key(), claim.cost());
  }

  private void takeInShadow(Endpoint endpoint, Charges planned) {
    var ledger = shadowed == null ? new Ledger() : shadowed;
    var charges = unpaid(endpoint, planned, ledger);
    if (charges.isEmpty()) {
      return;
    }
    var claims = charges.claims(caller);
    var decision = decide(claims);
    // Kept even if refused, so that a request is counted once.
    enter(ledger, endpoint, charges, claims, decision);
    shadowed = ledger;
    if (decision.allowed()) {
      charges.countAllowed();
    } else {
      gate.counts().addRefusal(charges, claims, decision, /* shadow= */ true);
      gate.shadow().refused(endpoint, decision);
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
    answered = true;
    var only = refusal != null ? refusal : outer == null ? paid.onlyDecision() : null;
    if (only != null) {
      gate.answers().writeFields(only, fields);
      return;
    }
    var all = decisions();
    if (!all.isEmpty()) {
      gate.answers().writeFields(Decision.of(all), fields);
    }
  }

  /** Returns the decisions by which something was taken, those of the outermost first. */
  private List<Decision> decisions() {
    var decisions = outer == null ? new ArrayList<Decision>() : outer.decisions();
    decisions.addAll(paid.decisions());
    return decisions;
  }

  @Override
  public void settle(long actual) {
    checkActual(actual);
    correct(actual, /* asRefund= */ false);
  }

  private static void checkActual(long actual) {
    if (actual < 0) {
      throw new IllegalArgumentException(
          "a call cannot cost " + actual + " tokens; settle with 0 or more");
    }
  }

  /** Tells whether a response was seen, and with it whether the call has failed. */
  public boolean isAnswered() {
    return answered;
  }

  /**
   * Ends a call that failed with a server error: refunds it where that is declared. A refusal is no
   * failure, whatever its status: what a limit before it has taken stays taken.
   */
  public void failed() {
    if (refusal == null && !refusedFartherIn) {
      correct(/* actual= */ 0, /* asRefund= */ true);
    }
  }

  /** A charge is corrected once: what was settled is not refunded, and the other way round. */
  private synchronized void correct(long actual, boolean asRefund) {
    if (asRefund ? refunded : settled) {
      return;
    }
    paid.correct(charge -> isOpen(charge, asRefund), actual, home.limiter(), gate.ticker());
    if (shadowed != null) {
      shadowed.correct(charge -> isOpen(charge, asRefund), actual, home.limiter(), gate.ticker());
    }
    refunded |= asRefund;
    settled |= !asRefund;
  }

  /** Tells whether a charge is to be corrected that way, and was not corrected before. */
  private boolean isOpen(Charge charge, boolean asRefund) {
    var declaration = charge.declaration();
    boolean corrected =
        (settled && declaration.settle()) || (refunded && declaration.refundErrors());
    return !corrected && (asRefund ? declaration.refundErrors() : declaration.settle());
  }

  /**
   * Ends the call: gives back its right to be under way.
   *
   * <p>To be called at every end of a call that can be seen; the first counts.
   */
  public void close() {
    if (isFirstEnd()) {
      paid.release(home.limiter());
      if (shadowed != null) {
        shadowed.release(home.limiter());
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
    return (paid.isHolding() || (shadowed != null && shadowed.isHolding())) && !isClosed();
  }

  /**
   * Tells whether its end, or somebody farther in, may have something to correct or to give back.
   */
  public boolean isUnfinished() {
    return paid.isUnfinished() || (shadowed != null && shadowed.isUnfinished());
  }

  /** Tells whether the call gets something back if it fails with a server error. */
  public boolean isRefundable() {
    return paid.isRefundable();
  }
}
