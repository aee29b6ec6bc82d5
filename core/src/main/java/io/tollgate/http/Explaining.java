package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Explanation;
import io.tollgate.Phase;
import io.tollgate.Question;
import io.tollgate.rule.IndexedRule;
import io.tollgate.rule.LayeredRule;
import io.tollgate.rule.PathFit;
import io.tollgate.rule.Segments;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out why a call is decided as it is. Takes its time: it looks at every rule. */
final class Explaining {

  private static final String ANNOTATION = "annotation";

  private final Gate gate;
  private final PlanSet plans;
  private final Question question;
  private final Caller caller;
  private final Optional<Endpoint> endpoint;
  private final RuleCall call;

  private final List<Explanation.Line> lines = new ArrayList<>();

  Explaining(Gate gate, PlanSet plans, Question question) {
    this.gate = gate;
    this.plans = plans;
    this.question = question;
    this.caller = new Caller(new AskedRequest(question), callers(gate, question));
    this.endpoint = endpoint();
    this.call =
        new RuleCall(
            caller,
            endpoint.map(Endpoint::name).orElse(question.endpoint().orElse("")),
            Phase.AFTER_AUTHENTICATION,
            gate.clock());
  }

  /** What the question says about the caller goes before what could be found out. */
  private static Callers callers(Gate gate, Question question) {
    var real = gate.callers();
    return new Callers(
        real.address(),
        (request, client) -> question.country().or(() -> real.country().of(request, client)),
        (request, client) -> question.plan(),
        real.failures());
  }

  private Optional<Endpoint> endpoint() {
    var named = question.endpoint();
    var all = gate.endpoints();
    if (named.isPresent()) {
      return all.stream().filter(one -> one.name().equals(named.get())).findFirst();
    }
    var method = question.method().equals("HEAD") ? "GET" : question.method();
    var segments = Segments.of(question.path());
    Comparator<Endpoint> specific =
        Comparator.comparing(one -> shape(one, method, segments).orElse("z"));
    return all.stream()
        .filter(one -> shape(one, method, segments).isPresent())
        .min(specific)
        .or(() -> all.stream().filter(one -> one.name().isEmpty()).findFirst());
  }

  /** Returns how specific the route is by which an endpoint answers the call, if there is one. */
  private static Optional<String> shape(Endpoint one, String method, List<String> segments) {
    return one.routes().stream()
        .filter(route -> route.method().isEmpty() || route.method().equals(method))
        .filter(route -> PathFit.fits(route.template(), segments))
        .map(route -> PathFit.shape(route.template()))
        .min(Comparator.naturalOrder());
  }

  Explanation explanation() {
    var of = endpoint.map(plans::find);
    List<Charge> base = of.map(known -> known.base().charges()).orElse(List.of());
    var found = found();
    var verdict = Plan.Verdict.of(found, plans.mode(), gate.counts());
    boolean denied = verdict.denied().isPresent();
    boolean free = denied || verdict.allowed().isPresent();
    var charges = plans.ruled().of(base, found);
    explainRules(found, denied, free, base);
    explainOthers(found);
    explainAnnotations(base, found, free);
    var looks = free ? List.<Explanation.Look>of() : looks(charges);
    boolean refused =
        looks.stream().anyMatch(look -> !look.fits() && look.mode().equals("enforce"));
    lines.sort(Comparator.comparing(line -> !line.counts()));
    return new Explanation(
        denied ? "denied" : refused ? "refused" : "allowed",
        endpoint.map(Endpoint::name).orElse(""),
        List.copyOf(lines),
        looks);
  }

  private List<IndexedRule> found() {
    var of = endpoint.map(plans::find);
    if (of.isPresent()) {
      return of.get().rules().find(call).rules();
    }
    return plans.index().of(call.endpoint(), Optional.empty(), List.of()).find(call).rules();
  }

  private void explainRules(
      List<IndexedRule> found, boolean denied, boolean free, List<Charge> base) {
    var drawn = new HashSet<String>();
    base.forEach(charge -> drawn.add(charge.limit().name()));
    found.stream()
        .filter(one -> one.rule().draws())
        .forEach(one -> drawn.add(one.rule().bucketName()));
    Map<String, IndexedRule> first = new HashMap<>();
    for (var one : found) {
      var rule = one.rule();
      if (rule.deny()) {
        boolean counts = denied && !one.isShadow();
        line(one, counts, counts ? "turns the call away" : "is in shadow mode and only counts");
      } else if (rule.allow() && one.isShadow()) {
        line(one, false, "is in shadow mode and frees nobody");
      } else if (rule.allow()) {
        line(
            one,
            !denied,
            denied ? "a rule that denies goes before it" : "lets the call pay nothing");
      } else if (free) {
        line(one, false, denied ? "the call is denied" : "the call pays nothing");
      } else if (drawn.contains(rule.bucketName())) {
        explainBucket(one, first);
      }
    }
  }

  private void explainBucket(IndexedRule one, Map<String, IndexedRule> first) {
    var winner = first.putIfAbsent(one.rule().bucketName(), one);
    if (winner == null) {
      line(one, true, "goes first for bucket " + one.rule().bucketName());
    } else {
      var why =
          winner.origin().height() > one.origin().height()
              ? "is of a later layer"
              : winner.rule().draws() ? "is more specific" : "is for fewer calls of this bucket";
      line(
          one,
          winner.rule().times().isPresent(),
          winner.rule().times().isPresent()
              ? "is multiplied by " + winner.rule().name()
              : "says only what " + winner.rule().name() + " leaves open, which " + why);
    }
  }

  private void line(IndexedRule one, boolean counts, String why) {
    line(one.origin(), counts, why);
  }

  private void line(LayeredRule one, boolean counts, String why) {
    var rule = one.rule();
    lines.add(
        new Explanation.Line(
            rule.name(),
            one.layer(),
            rule.isVerdict() ? "" : rule.bucketName(),
            rule.describe(),
            counts,
            why));
  }

  /** Rules for this call that have no say: replaced, not valid now, for a less specific path. */
  private void explainOthers(List<IndexedRule> found) {
    Set<IndexedRule> counted = new HashSet<>(found);
    for (var one : plans.index().rules()) {
      if (counted.contains(one) || !fits(one)) {
        continue;
      }
      if (!one.isValid(call)) {
        line(one, false, time(one));
      } else if (one.rule().draws() || one.rule().isVerdict()) {
        line(one, false, "a rule for a more specific path holds");
      }
    }
    for (var one : plans.layers().replaced()) {
      if (fits(plans.index().test(one.rule()))) {
        line(one.rule(), false, one.why());
      }
    }
  }

  private boolean fits(IndexedRule one) {
    var paths = one.rule().match().paths();
    var segments = Segments.of(question.path());
    return one.fits(call)
        && (paths.isEmpty() || paths.stream().anyMatch(path -> PathFit.fits(path, segments)));
  }

  private String time(IndexedRule one) {
    var now = Instant.ofEpochMilli(call.epochMillis());
    var from = one.rule().from();
    return from.isPresent() && now.isBefore(from.get()) ? "has not begun" : "has ended";
  }

  private void explainAnnotations(List<Charge> base, List<IndexedRule> found, boolean free) {
    for (var charge : base) {
      var declaration = charge.declaration();
      var bucket = charge.limit().name();
      var first =
          found.stream()
              .filter(one -> !one.rule().isVerdict() && one.rule().bucketName().equals(bucket))
              .findFirst();
      var why =
          free
              ? "the call pays nothing, or is denied"
              : first
                  .map(one -> "says only what rule " + one.rule().name() + " leaves open")
                  .orElse(
                      charge.isConfigured()
                          ? "counts, with the numbers of the settings"
                          : "counts");
      lines.add(
          new Explanation.Line(
              declaration.place(),
              ANNOTATION,
              bucket,
              declaration.spelling(),
              !free && first.isEmpty(),
              why));
    }
  }

  private List<Explanation.Look> looks(List<Charge> charges) {
    var looks = new ArrayList<Explanation.Look>();
    for (var charge : charges) {
      var claim = charge.claim(caller);
      var now = gate.limiter().explain(List.of(claim)).each().get(0);
      boolean fits = claim.cost() <= now.remaining();
      boolean shadow = Plan.isShadow(charge, plans.mode());
      looks.add(
          new Explanation.Look(
              claim.limit().name(),
              claim.limit().describe(),
              claim.key(),
              claim.cost(),
              now.remaining(),
              fits,
              fits ? 0 : wait(claim, now.remaining()),
              shadow ? "shadow" : "enforce"));
    }
    return looks;
  }

  /** About as long as the missing tokens take to come; 0 if they never do. */
  private static long wait(Claim claim, long remaining) {
    var limit = claim.limit();
    if (limit.tokens() == 0 || claim.cost() > limit.maxCost()) {
      return 0;
    }
    var nanos =
        BigInteger.valueOf(claim.cost() - remaining)
            .multiply(BigInteger.valueOf(limit.period().toNanos()))
            .divide(BigInteger.valueOf(limit.tokens()));
    return Duration.ofNanos(nanos.min(BigInteger.valueOf(Long.MAX_VALUE / 2)).longValueExact())
        .plusNanos(999_999_999)
        .toSeconds();
  }
}
