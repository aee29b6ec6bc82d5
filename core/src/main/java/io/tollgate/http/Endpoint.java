package io.tollgate.http;

import io.tollgate.Phase;
import io.tollgate.RuleHost;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A method or a path that answers requests, and the plan by which its calls pay. */
public final class Endpoint {

  private final String typeName;
  private final String name;
  private final List<Declaration> declarations;
  private final boolean isLimited;
  private final boolean early;
  private final boolean late;

  /** By which plans are found. */
  private final int index;

  private volatile List<Charge> charges = List.of();
  private volatile List<Route> routes = List.of();
  private volatile boolean complete;

  /**
   * Where requests are answered.
   *
   * @param method of HTTP; empty for all
   * @param template of the path, in which a parameter is one segment and {@code *} all that follow
   */
  record Route(String method, String template) {}

  Endpoint(int index, Class<?> type, Method method, List<Declaration> declarations) {
    this(index, Names.written(type).getName(), Names.of(type, method), declarations);
  }

  /** Makes the endpoint of requests of which nothing is known but their path. */
  static Endpoint nameless(int index) {
    return new Endpoint(index, "", "", List.of());
  }

  private Endpoint(int index, String typeName, String name, List<Declaration> declarations) {
    this.index = index;
    this.typeName = typeName;
    this.name = name;
    this.declarations = List.copyOf(declarations);
    this.isLimited = !declarations.isEmpty();
    this.early = isDeclaredFor(Phase.BEFORE_AUTHENTICATION);
    this.late = isDeclaredFor(Phase.AFTER_AUTHENTICATION);
  }

  /** Returns the name, which is also that of the bucket it may have for itself. */
  public String name() {
    return name;
  }

  /** Tells whether any limit is declared that is asked in this phase. */
  public boolean isAsked(Phase phase) {
    return phase == Phase.BEFORE_AUTHENTICATION ? early : late;
  }

  private boolean isDeclaredFor(Phase phase) {
    return declarations.stream().anyMatch(declaration -> declaration.phase() == phase);
  }

  /** Tells whether any limit is declared. */
  public boolean isLimited() {
    return isLimited;
  }

  /** Returns the class with its package, to tell it from another of the same name. */
  String typeName() {
    return typeName;
  }

  List<Declaration> declarations() {
    return declarations;
  }

  List<Charge> charges() {
    return charges;
  }

  void charges(List<Charge> made) {
    this.charges = List.copyOf(made);
  }

  int index() {
    return index;
  }

  /**
   * Says where requests are answered; for messages, explanations, and to know which rules cannot
   * hold here.
   *
   * @param method of HTTP; empty for all
   * @param template of the path, in which a parameter is one segment and {@code *} all that follow
   */
  public void route(String method, String template) {
    var more = new ArrayList<>(routes);
    var route = new Route(method, template);
    if (!more.contains(route)) {
      more.add(route);
      routes = List.copyOf(more);
    }
  }

  /** Returns this endpoint as sources of rules see it. */
  RuleHost.EndpointLine line() {
    var methods = routes.stream().map(Route::method).filter(one -> !one.isEmpty()).distinct();
    var path = routes.isEmpty() ? "" : routes.get(0).template();
    var limits = charges.stream().map(charge -> charge.limit().toString()).toList();
    return new RuleHost.EndpointLine(name, methods.toList(), path, limits);
  }

  List<Route> routes() {
    return routes;
  }

  /**
   * Says that requests are answered at the {@linkplain #route routes} that were told and nowhere
   * else, so that rules for other paths need not be looked for.
   */
  public void routesAreComplete() {
    this.complete = true;
  }

  /** Returns the path that all requests have; empty if it is unknown or there are several. */
  Optional<String> template() {
    var templates = routes.stream().map(Route::template).distinct().toList();
    return complete && templates.size() == 1 ? Optional.of(templates.get(0)) : Optional.empty();
  }
}
