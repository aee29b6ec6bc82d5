package io.tollgate.http;

import io.tollgate.Explainer;
import io.tollgate.Explanation;
import io.tollgate.Limiter;
import io.tollgate.Mode;
import io.tollgate.Question;
import io.tollgate.RequestView;
import io.tollgate.RuleReport;
import io.tollgate.RuleSet;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the calls of an application pass: knows its endpoints, the rules in force and what each
 * call is to pay.
 *
 * <p>A web adapter tells it the endpoints, {@linkplain #start starts} it, tells it each request
 * that {@linkplain #arrival arrives}, and closes it when the application stops.
 */
public final class Gate implements Explainer, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  private final Supplier<Limiter> limiters;
  private final Ticker ticker;
  private final InstantSource clock;
  private final Settings settings;
  private final Instances instances;
  private final Callers callers;
  private final Answers answers;
  private final Shadow shadow;
  private final WaitingRoom room;
  private final RuleCounts counts = new RuleCounts();
  private final RuleFeeds feeds;
  private final ExplainDesk desk;

  private final KnownEndpoints endpoints = new KnownEndpoints();
  private final List<String> mistakes = new ArrayList<>();
  private volatile @Nullable Limiter limiter;

  /** What all calls go by from now on; absent until the application has started. */
  private volatile @Nullable PlanSet plans;

  private @Nullable PlanMaker maker;

  private final Object starting = new Object();
  private boolean begun;

  /** Set when rules that are there from the start are in force, for which the first calls wait. */
  private volatile boolean started;

  /**
   * Makes a gate.
   *
   * @param limiter asked for once, at the latest when the gate starts
   * @param instances makes the resolvers and cost functions that annotations name
   */
  public Gate(Settings settings, Supplier<Limiter> limiter, Ticker ticker, Instances instances) {
    this(settings, limiter, ticker, instances, new TimerThread(), InstantSource.system());
  }

  Gate(
      Settings settings,
      Supplier<Limiter> limiter,
      Ticker ticker,
      Instances instances,
      Scheduler scheduler,
      InstantSource clock) {
    this.settings = settings;
    this.limiters = limiter;
    this.ticker = ticker;
    this.clock = clock;
    this.instances = new KeptInstances(instances);
    this.callers = Callers.of(settings, new Failures(ticker));
    this.answers = new Answers(settings.get(HttpSettings.HEADERS), InstantSource.system());
    this.shadow = new Shadow(ticker);
    this.room = new WaitingRoom(settings, this::limiter, ticker, scheduler);
    this.feeds = new RuleFeeds(settings, this);
    this.desk = ExplainDesk.of(settings, this);
    this.mistakes.addAll(settings.problems());
  }

  /**
   * Returns the endpoint of a method, which is read when it is told for the first time.
   *
   * @param type the class whose instance answers, or one that a framework has derived from it
   * @throws PlanException if the gate has started, and the annotations are wrong
   */
  public synchronized Endpoint endpoint(Class<?> type, Method named) {
    var source = KnownEndpoints.Source.of(type, named);
    var known = endpoints.find(source);
    if (known != null) {
      return known;
    }
    var found = new ArrayList<String>();
    var endpoint = endpoints.read(source, found);
    plan(endpoint, found);
    endpoints.keep(source, endpoint);
    return endpoint;
  }

  /** Returns the endpoint of requests of which nothing is known but their path. */
  public synchronized Endpoint namelessEndpoint() {
    var known = endpoints.findNameless();
    if (known != null) {
      return known;
    }
    var endpoint = endpoints.nameless();
    plan(endpoint, new ArrayList<>());
    endpoints.keepNameless(endpoint);
    return endpoint;
  }

  /** Plans an endpoint that came after the start; any other is planned with all of them. */
  private void plan(Endpoint endpoint, List<String> found) {
    var now = plans;
    if (now == null || maker == null) {
      mistakes.addAll(found);
      return;
    }
    maker.note(endpoint, found);
    var charges = maker.charges(endpoint, found);
    if (!found.isEmpty()) {
      throw new PlanException(found); // Not kept, so that it never serves with half its limits.
    }
    endpoint.charges(charges);
    plans = now.with(endpoint, charges);
    LOG.info(
        "Limits of an endpoint that came later:{}", new LimitTable(List.of(endpoint), now.mode()));
  }

  /**
   * Takes note of a mistake that only the adapter can see: where, what and the fix.
   *
   * @throws PlanException if the gate has started
   */
  public synchronized void mistake(String line) {
    if (plans != null) {
      throw new PlanException(List.of(line));
    }
    mistakes.add(line);
  }

  /**
   * Takes note of a method that answers HEAD where another answers GET, whose endpoint is that of
   * both: limits on the one that answers HEAD are a mistake, for they would not hold.
   *
   * @throws PlanException if the gate has started, and there are such limits
   */
  public void headBesideGet(Class<?> type, Method head, Method get) {
    if (Overridden.declarations(type, head).stream().anyMatch(Declarations::isAnnotated)) {
      mistake(
          Names.of(type, head) + ": HEAD counts as GET; put the limits on " + Names.of(type, get));
    }
  }

  /**
   * Takes note of a method that leads to a sub-resource, whose limits hold for all behind it, also
   * for endpoints that are known.
   *
   * @throws PlanException if the gate has started, and the annotations are wrong
   */
  public synchronized void locator(Method locator) {
    var found = new ArrayList<String>();
    change(endpoints.lead(locator, found), locator, found);
  }

  private void change(Map<Endpoint, Endpoint> changed, Method locator, List<String> found) {
    var before = plans;
    if (before == null || maker == null) {
      changed.forEach((endpoint, now) -> endpoint.declare(now.declarations()));
      mistakes.addAll(found);
      return;
    }
    changed.values().forEach(now -> maker.note(now, found));
    changed.values().forEach(now -> now.charges(maker.charges(now, found)));
    if (!found.isEmpty()) {
      endpoints.forget(locator);
      throw new PlanException(found);
    }
    var after = before;
    for (var one : changed.entrySet()) {
      one.getKey().declare(one.getValue().declarations());
      one.getKey().charges(one.getValue().charges());
      after = after.with(one.getKey(), one.getValue().charges());
    }
    plans = after;
    if (!changed.isEmpty()) {
      LOG.info(
          "Limits of endpoints to which a way came later:{}",
          new LimitTable(changed.keySet(), before.mode()));
    }
  }

  /**
   * Makes the plans of all endpoints, logs them as a table, asks for the limiter and begins to
   * listen for other rules.
   *
   * @throws PlanException if anything is wrong with the annotations, the rules, what they need, or
   *     the settings
   */
  public void start() {
    plan();
    // Not under the lock of the gate: what the feeds bring takes theirs first.
    synchronized (starting) {
      if (begun) {
        return;
      }
      begun = true; // Whatever comes of it: who calls is served by the plans there are.
      try {
        limiter();
        feeds.start();
      } catch (RuntimeException e) {
        feeds.close();
        throw e;
      } finally {
        started = true;
      }
    }
  }

  /**
   * Makes the plans of all endpoints and logs them as a table, for adapters that can see mistakes
   * before they know whether the application starts: nothing is opened that must be closed.
   *
   * @throws PlanException as {@link #start} does
   */
  public synchronized void plan() {
    if (plans != null) {
      return;
    }
    var planning = planning(settings, feeds.layers());
    var found = new ArrayList<>(mistakes);
    found.addAll(planning.mistakes());
    planning.problems().forEach(one -> found.add("tollgate." + one));
    if (!found.isEmpty()) {
      throw new PlanException(found.stream().distinct().toList());
    }
    put(planning);
    logTable(planning);
  }

  private Planning planning(Settings now, Map<String, RuleSet> layers) {
    return new Planning(now, layers, endpoints.all(), instances, counts);
  }

  /**
   * Makes all plans anew and puts them in force in one step, if they are right.
   *
   * @return what was wrong otherwise
   */
  synchronized Planning replan(Settings now, Map<String, RuleSet> layers) {
    var planning = planning(now, layers);
    if (planning.isRight()) {
      put(planning);
    }
    return planning;
  }

  private void put(Planning planning) {
    planning.tell();
    maker = planning.maker();
    plans = planning.plans();
    counts.retain(planning.plans().index().rules().stream().map(one -> one.rule().name()).toList());
  }

  private void logTable(Planning planning) {
    var all = endpoints.all();
    var rules = planning.plans().layers().rules();
    LOG.info(
        "Limits of {} endpoints and {} rules, mode {}:{}",
        all.size(),
        rules.size(),
        planning.mode(),
        new LimitTable(all, rules, planning.mode()));
    Doubts.of(settings, all, rules, planning.maker().used()).forEach(LOG::warn);
  }

  /** Takes in a request that has come, of which nothing is asked yet. */
  public Arrival arrival(RequestView request) {
    return new Arrival(this, new Caller(request, callers));
  }

  /** Tells whether there are rules or may be some later, so that any endpoint may get limits. */
  public boolean isRuled() {
    return settings.get(HttpSettings.MODE) != Mode.OFF && feeds.mayBring();
  }

  /** Tells whether calls of an endpoint may have to pay, or be turned away, by rules. */
  public boolean isRuled(Endpoint endpoint) {
    var of = plans().find(endpoint);
    return of == null || of.isRuled();
  }

  @Override
  public Explanation explain(Question question) {
    return new Explaining(this, plans(), question).explanation();
  }

  /** Answers a request of an operator who asks for an explanation; empty for any other request. */
  public Optional<ExplainDesk.Answer> explain(RequestView request) {
    return desk.answer(request);
  }

  /** Tells whether {@link #explain(RequestView)} ever answers. */
  public boolean explains() {
    return desk.isOpen();
  }

  /** Returns what the rules have done since the application started. */
  public RuleReport report() {
    return counts.report();
  }

  /** Returns the settings with which the application started. */
  public Settings settings() {
    return settings;
  }

  /** Returns what decisions become on the wire. */
  public Answers answers() {
    return answers;
  }

  /**
   * Returns the limiter that decides, which is asked for now if the gate has not started: a
   * resolver may have it injected.
   */
  public Limiter limiter() {
    var known = limiter;
    return known != null ? known : firstLimiter();
  }

  private synchronized Limiter firstLimiter() {
    var first = limiter == null ? limiters.get() : limiter;
    limiter = first;
    return first;
  }

  synchronized List<Endpoint> endpoints() {
    return List.copyOf(endpoints.all());
  }

  /** Returns where it is told that a class of the application failed. */
  public Failures failures() {
    return callers.failures();
  }

  Callers callers() {
    return callers;
  }

  Ticker ticker() {
    return ticker;
  }

  InstantSource clock() {
    return clock;
  }

  Shadow shadow() {
    return shadow;
  }

  RuleCounts counts() {
    return counts;
  }

  WaitingRoom room() {
    return room;
  }

  /** Returns how many calls wait for their turn. */
  public long waiting() {
    return room.waiting();
  }

  /** Returns the plans in force, which are made now if nobody could tell when all were known. */
  PlanSet plans() {
    var now = plans;
    if (now == null || !started) {
      start();
      now = plans;
    }
    return Objects.requireNonNull(now);
  }

  /** Stops listening for other rules. */
  @Override
  public void close() {
    feeds.close();
  }
}
