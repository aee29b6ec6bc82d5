package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limiter;
import io.tollgate.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one request has paid, so that it pays nothing twice, and what it may get back.
 *
 * <p>Nearly every request pays once and has nothing to get back, so the entries are a chain, and
 * what its end has to know is noted when they are made.
 */
final class Ledger {

  /**
   * What was taken together.
   *
   * @param charges which charge each claim was made for
   * @param at when, if it may be corrected
   * @param before what was taken before that
   */
  private record Entry(
      Endpoint endpoint,
      Charges charges,
      List<Claim> claims,
      Decision decision,
      long at,
      @Nullable Entry before) {

    /** Tells whether a charge is paid: by itself, or by another endpoint on the same bucket. */
    boolean pays(Charge charge, Endpoint by, Caller caller) {
      if (endpoint == by) {
        return charges.all().contains(charge);
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

  private @Nullable Entry last;
  private boolean isHolding;
  private boolean isRefundable;
  private boolean isCorrectable;

  boolean isEmpty() {
    return last == null;
  }

  /** Tells whether a right to be under way was taken, which is to be given back. */
  boolean isHolding() {
    return isHolding;
  }

  /** Tells whether something comes back when the call fails with a server error. */
  boolean isRefundable() {
    return isRefundable;
  }

  /** Tells whether anything is to be given back, or may have to be corrected. */
  boolean isUnfinished() {
    return isHolding || isCorrectable;
  }

  /**
   * Adds what was taken together, or refused in shadow mode; tells whether that has a right to be
   * under way among it.
   */
  boolean add(
      Endpoint endpoint, Charges charges, List<Claim> claims, Decision decision, Ticker ticker) {
    boolean correctable = charges.isCorrectable() && decision.allowed();
    long at = correctable ? ticker.read() : 0;
    last = new Entry(endpoint, charges, claims, decision, at, last);
    boolean holds = charges.mayHold() && !decision.leases().isEmpty();
    isHolding |= holds;
    isRefundable |= charges.isRefundable() && decision.allowed();
    isCorrectable |= correctable;
    return holds;
  }

  /** Returns those of the charges of an endpoint that are not paid yet. */
  Charges unpaid(Endpoint endpoint, Charges planned, Caller caller) {
    if (isEmpty()) {
      return planned;
    }
    var unpaid =
        planned.all().stream().filter(charge -> !isPaid(charge, endpoint, caller)).toList();
    return unpaid.size() == planned.all().size() ? planned : Charges.of(unpaid);
  }

  private boolean isPaid(Charge charge, Endpoint endpoint, Caller caller) {
    for (var one = last; one != null; one = one.before) {
      if (one.pays(charge, endpoint, caller)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the decision by which all was taken; null if there were several, or none. */
  @Nullable Decision onlyDecision() {
    return last != null && last.before == null ? last.decision : null;
  }

  /** Returns all decisions by which something was taken, in their order. */
  List<Decision> decisions() {
    var decisions = new ArrayList<Decision>();
    for (var one = last; one != null; one = one.before) {
      decisions.add(one.decision);
    }
    Collections.reverse(decisions);
    return decisions;
  }

  /** Replaces what was taken for some of the charges by what the call has really cost. */
  void correct(Predicate<Charge> which, long actual, Limiter limiter, Ticker ticker) {
    for (var one = last; one != null; one = one.before) {
      // What was refused took nothing, not even where a part of it would have been allowed.
      for (int i = 0; one.decision.allowed() && i < one.claims.size(); i++) {
        var charge = one.charges.all().get(i);
        var claim = one.claims.get(i);
        // Rules may have made a leaky bucket of it, whose turns cannot be given back.
        boolean isTurn = claim.limit().algorithm() == Algorithm.LEAKY_BUCKET;
        if (!isTurn && charge.isCorrectable() && which.test(charge)) {
          var elapsed = Duration.ofNanos(ticker.read() - one.at);
          limiter.settle(List.of(claim), one.decision.each().get(i), actual, elapsed);
        }
      }
    }
  }

  /** Gives back all rights to be under way. */
  void release(Limiter limiter) {
    for (var one = last; isHolding && one != null; one = one.before) {
      limiter.release(one.decision);
    }
  }
}
