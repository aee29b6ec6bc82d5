package io.tollgate.http;

import io.tollgate.Algorithm;
import io.tollgate.Limiter;
import io.tollgate.PathRule;
import io.tollgate.RequestView;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the calls of an application pass: knows its endpoints and what each is to pay.
 *
 * <p>A web adapter tells it the endpoints, {@linkplain #start starts} it, and then leads each
 * request through a {@link Passage}.
 */
public final class Gate {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  private final Supplier<Limiter> limiters;
  private final Ticker ticker;
  private final Mode mode;
  private final Settings settings;
  private final Callers callers;
  private final Answers answers;
  private final PlanMaker plans;
  private final Shadow shadow;
  private final WaitingRoom room;

  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final List<Method> locators = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private volatile @Nullable Limiter limiter;
  private volatile boolean places;
  private boolean started;

  /**
   * Makes a gate.
   *
   * @param limiter asked for once, at the latest when the gate starts
   * @param instances makes the resolvers and cost functions that annotations name
   */
  public Gate(Settings settings, Supplier<Limiter> limiter, Ticker ticker, Instances instances) {
    this(settings, limiter, ticker, instances, new TimerThread());
  }

  Gate(
      Settings settings,
      Supplier<Limiter> limiter,
      Ticker ticker,
      Instances instances,
      Scheduler scheduler) {
    this.settings = settings;
    this.limiters = limiter;
    this.ticker = ticker;
    this.mode = settings.get(HttpSettings.MODE);
    this.callers = Callers.of(settings);
    this.answers = new Answers(settings.get(HttpSettings.HEADERS), InstantSource.system());
    this.plans = new PlanMaker(settings, instances);
    this.shadow = new Shadow(ticker);
    this.room = new WaitingRoom(settings, this::limiter, ticker, scheduler);
  }

  /**
   * Returns the endpoint of a method, which is read when it is told for the first time.
   *
   * @param type the class whose instance answers, or one that a framework has derived from it
   * @throws PlanException if the gate has started, and the annotations are wrong
   */
  public synchronized Endpoint endpoint(Class<?> type, Method method) {
    var written = Names.written(type).getName();
    var id = written + method.getName() + Arrays.toString(method.getParameterTypes());
    var known = endpoints.get(id);
    if (known != null) {
      return known;
    }
    var found = new ArrayList<String>();
    var declarations = Declarations.of(type, method, locatorsTo(type), found);
    var endpoint = new Endpoint(type, method, declarations);
    checkName(endpoint, found);
    return added(id, endpoint, found);
  }

  /** Returns the endpoint of that name, at which rules of the settings hold. */
  public synchronized Endpoint endpoint(String name, List<PathRule> rules) {
    var found = new ArrayList<String>();
    var declarations = new ArrayList<Declaration>();
    for (var rule : rules) {
      try {
        if (!rule.unlimited()) {
          declarations.add(Declaration.of(rule));
        }
      } catch (IllegalArgumentException e) {
        found.add(rule.place() + ": " + e.getMessage());
      }
    }
    return added(name, new Endpoint(name, declarations), found);
  }

  private Endpoint added(String id, Endpoint endpoint, List<String> found) {
    plans.note(endpoint, found);
    if (!started) {
      endpoints.put(id, endpoint);
      mistakes.addAll(found);
      return endpoint;
    }
    var charges = plans.charges(endpoint, found);
    if (!found.isEmpty()) {
      throw new PlanException(found); // Not kept, so that it never serves with half its limits.
    }
    plan(endpoint, charges);
    endpoints.put(id, endpoint);
    LOG.info("Limits of an endpoint that came later:{}", new LimitTable(List.of(endpoint), mode));
    return endpoint;
  }

  /**
   * Returns an endpoint at which the limits of two hold, which have been planned. What the first
   * says replaces what the second draws on the same bucket by the same key.
   */
  public Endpoint joined(Endpoint first, Endpoint second) {
    var charges = new ArrayList<>(first.charges());
    for (var charge : second.charges()) {
      boolean replaced =
          first.charges().stream()
              .anyMatch(
                  nearer ->
                      nearer.limit().name().equals(charge.limit().name())
                          && nearer.declaration().key().equals(charge.declaration().key()));
      if (!replaced) {
        charges.add(charge);
      }
    }
    var endpoint =
        new Endpoint(
            first.name() + " + " + second.name(),
            charges.stream().map(Charge::declaration).toList());
    endpoint.plan(charges, mode);
    return endpoint;
  }

  /** Takes note of a mistake that only the adapter can see: where, what and the fix. */
  public synchronized void mistake(String line) {
    mistakes.add(line);
  }

  /** Takes note of a method that leads to a sub-resource, whose limits hold for all behind it. */
  public synchronized void locator(Method locator) {
    if (locators.contains(locator)) {
      return;
    }
    locators.add(locator);
    if (Declarations.isAnnotated(locator) && returned(locator) == Object.class) {
      mistakes.add(
          Names.of(locator.getDeclaringClass(), locator)
              + ": limits on a locator hold for the class that it returns, and this one returns any"
              + " object; state a class or an interface, or put the limits there");
    }
  }

  private List<Method> locatorsTo(Class<?> type) {
    var leading = new ArrayList<Method>();
    for (var locator : locators) {
      if (Declarations.isAnnotated(locator) && returned(locator).isAssignableFrom(type)) {
        leading.add(locator);
      }
    }
    return leading;
  }

  /** A locator returns an object, or the class of one. */
  private static Class<?> returned(Method locator) {
    if (locator.getReturnType() == Class.class
        && locator.getGenericReturnType() instanceof ParameterizedType named) {
      var argument = named.getActualTypeArguments()[0];
      var bound = argument instanceof WildcardType any ? any.getUpperBounds()[0] : argument;
      return bound instanceof Class<?> type ? type : Object.class;
    }
    return locator.getReturnType() == Class.class ? Object.class : locator.getReturnType();
  }

  /** A bucket of its own is known by the endpoint's name, on every host, so two must not share. */
  private void checkName(Endpoint endpoint, List<String> found) {
    for (var other : endpoints.values()) {
      if (other.name().equals(endpoint.name()) && hasOwn(endpoint) && hasOwn(other)) {
        found.add(
            endpoint.name()
                + ": both "
                + other.typeName()
                + " and "
                + endpoint.typeName()
                + " have limits of their own under this name; give one of them a bucket");
      }
    }
  }

  private static boolean hasOwn(Endpoint endpoint) {
    return endpoint.declarations().stream().anyMatch(one -> one.bucket().isEmpty());
  }

  /**
   * Makes the plans of all endpoints, and logs them as a table.
   *
   * @throws PlanException if anything is wrong with the annotations or with what they need
   */
  public synchronized void start() {
    if (started) {
      return;
    }
    var found = new ArrayList<>(mistakes);
    var charges = new LinkedHashMap<Endpoint, List<Charge>>();
    for (var endpoint : endpoints.values()) {
      charges.put(endpoint, plans.charges(endpoint, found));
    }
    if (!found.isEmpty()) {
      throw new PlanException(found.stream().distinct().toList());
    }
    limiter();
    charges.forEach(this::plan);
    started = true;
    logTable(endpoints.values());
  }

  private void plan(Endpoint endpoint, List<Charge> charges) {
    endpoint.plan(charges, mode);
    places |=
        charges.stream().anyMatch(charge -> charge.limit().algorithm() == Algorithm.CONCURRENCY);
  }

  private void logTable(Collection<Endpoint> all) {
    LOG.info("Limits of {} endpoints, mode {}:{}", all.size(), mode, new LimitTable(all, mode));
    Doubts.of(settings, all).forEach(LOG::warn);
    for (var name : settings.limits().keySet()) {
      if (!plans.used().contains(name)) {
        LOG.warn("tollgate.limits.{} is drawn on by no endpoint known so far", name);
      }
    }
  }

  /** Begins the passage of a request. */
  public Passage passage(RequestView request) {
    return new Passage(this, new Caller(request, callers), /* outer= */ null);
  }

  /**
   * Begins the passage of a request that an adapter farther out has let pass, on which it does not
   * pay again for what it has paid there.
   */
  public Passage passage(RequestView request, Passage outer) {
    return new Passage(this, new Caller(request, callers), outer);
  }

  /** Tells whether any limit bounds the calls under way, so that the end of calls matters. */
  public boolean hasPlaces() {
    return places;
  }

  /** Returns the settings of the application. */
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

  Ticker ticker() {
    return ticker;
  }

  Shadow shadow() {
    return shadow;
  }

  WaitingRoom room() {
    return room;
  }

  /** Returns how many calls wait for their turn. */
  public long waiting() {
    return room.waiting();
  }

  /**
   * Returns the plan of an endpoint, which is made now if nobody could tell when all were known.
   */
  Plan plan(Endpoint endpoint) {
    var plan = endpoint.plan();
    if (plan == null) {
      start();
      plan = endpoint.plan();
    }
    return Objects.requireNonNull(plan);
  }
}
