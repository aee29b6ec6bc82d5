package io.tollgate.testkit;

import io.tollgate.Algorithm;
import io.tollgate.Backend;
import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Decision.Outcome;
import io.tollgate.Lease;
import io.tollgate.Limit;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the same calls to a backend and to reference models, until the answers differ.
 *
 * <p>Times are compared as the backend can tell them: rounded up to its steps.
 */
final class ComparedCalls {

  private record Name(String limit, String key) {}

  /** The model of one bucket, and how many calls it has admitted. */
  private static final class Subject {
    final ChangingModel model;
    int admitted;

    Subject(Limit limit) {
      this.model = new ChangingModel(limit);
    }
  }

  private record Held(Lease lease, Subject subject, int number) {}

  private final Backend backend;
  private final ManualTicker time;
  private final BigInteger stepNanos;
  private final Map<Name, Subject> subjects = new HashMap<>();
  private final List<Held> held = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  ComparedCalls(Backend backend, ManualTicker time, Duration step) {
    this.backend = backend;
    this.time = time;
    this.stepNanos = BigInteger.valueOf(step.toNanos());
  }

  Instant now() {
    return time.instant();
  }

  void advance(Duration duration) {
    events.add("+" + duration);
    time.advance(duration);
  }

  /** Returns how many leases were given out, whether or not they have ended. */
  int leases() {
    return held.size();
  }

  /** Gives a lease back, perhaps again. */
  void release(int number) {
    var given = held.get(number);
    events.add("release of " + given.lease.limit().name() + " by " + given.lease.key());
    given.subject.model.current().release(given.number);
    Answers.of(backend.releaseAsync(List.of(given.lease)));
  }

  /**
   * Decides a call both ways and returns the answer.
   *
   * @throws AssertionError if they differ, with everything that happened until then
   */
  Decision call(List<Claim> claims) {
    var expected = expected(claims);
    var decision = Answers.of(backend.decideAsync(claims));
    events.add(describe(claims) + " -> " + decision.outcome());
    var actual = describe(decision);
    if (!actual.equals(expected)) {
      throw new AssertionError(difference(expected, actual));
    }
    keepLeases(claims, decision);
    return decision;
  }

  private String difference(String expected, String actual) {
    var text = new StringBuilder("event " + events.size() + " differs from the models\n");
    text.append("expected: ").append(expected).append("\n but was: ").append(actual);
    text.append("\nthe events until then:");
    for (int i = 0; i < events.size(); i++) {
      text.append(String.format("%n%4d. %s", i + 1, events.get(i)));
    }
    return text.toString();
  }

  private static String describe(List<Claim> claims) {
    var texts = new ArrayList<String>();
    for (var claim : claims) {
      texts.add(claim.key() + " claims " + claim.cost() + " of (" + claim.limit() + ")");
    }
    return String.join(" and ", texts);
  }

  /*
   * All or nothing: every model is asked without taking. If one refuses, only those that refuse are
   * told of the call, because they may count it.
   */
  private String expected(List<Claim> claims) {
    var nanos = nanos();
    boolean allowed = true;
    for (var claim : claims) {
      allowed &= model(claim, nanos).peek(nanos, claim.cost()).allowed();
    }
    var answers = new ArrayList<String>();
    for (var claim : claims) {
      var model = model(claim, nanos);
      var answer = model.peek(nanos, claim.cost());
      if (allowed || !answer.allowed()) {
        answer = model.decide(nanos, claim.cost());
      }
      // Who takes nothing waits for nothing.
      var delay = allowed && claim.cost() > 0 ? answer.delayNanos() : BigInteger.ZERO;
      answers.add(describe(claim, answer, delay));
    }
    return String.join("; ", answers);
  }

  private BigInteger nanos() {
    var now = now();
    return BigInteger.valueOf(now.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(now.getNano()));
  }

  private Subject subject(Claim claim) {
    return subjects.computeIfAbsent(
        new Name(claim.limit().name(), claim.key()), name -> new Subject(claim.limit()));
  }

  private ReferenceModel model(Claim claim, BigInteger nanos) {
    return subject(claim).model.under(claim.limit(), nanos);
  }

  private String describe(Claim claim, ReferenceModel.Answer answer, BigInteger delay) {
    var outcome =
        answer.allowed()
            ? Outcome.ALLOWED
            : answer.neverFits() ? Outcome.NEVER_FITS : Outcome.REFUSED;
    return describe(
        claim.limit().name(),
        outcome,
        answer.remaining(),
        answer.waitNanos(),
        delay,
        answer.resetNanos());
  }

  private String describe(Decision decision) {
    var answers = new ArrayList<String>();
    for (var each : decision.each()) {
      var delay = decision.allowed() ? each.delay() : Duration.ZERO;
      answers.add(
          describe(
              each.limit().name(),
              each.outcome(),
              each.remaining(),
              nanos(each.retryAfter().orElse(Duration.ZERO)),
              nanos(delay),
              nanos(each.reset())));
    }
    return String.join("; ", answers);
  }

  private String describe(
      String limit,
      Outcome outcome,
      long remaining,
      BigInteger wait,
      BigInteger delay,
      BigInteger reset) {
    return String.format(
        "%s %s, %d left, again in %d, delayed by %d, as new in %d steps",
        limit, outcome, remaining, steps(wait), steps(delay), steps(reset));
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.toNanos());
  }

  private BigInteger steps(BigInteger nanos) {
    return nanos.add(stepNanos).subtract(BigInteger.ONE).divide(stepNanos);
  }

  private void keepLeases(List<Claim> claims, Decision decision) {
    if (!decision.allowed()) {
      return;
    }
    for (int i = 0; i < claims.size(); i++) {
      var claim = claims.get(i);
      boolean leased = claim.limit().algorithm() == Algorithm.CONCURRENCY && claim.cost() > 0;
      var leases = decision.each().get(i).leases();
      if (leases.size() != (leased ? 1 : 0)) {
        throw new AssertionError(difference(leased ? "one lease" : "no lease", "leases " + leases));
      }
      var subject = subject(claim);
      int number = claim.cost() > 0 ? subject.admitted++ : -1;
      if (leased) {
        held.add(new Held(leases.get(0), subject, number));
      }
    }
  }
}
