package io.tollgate.http;

import io.tollgate.Phase;
import io.tollgate.RequestPart;
import io.tollgate.RuleHost;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A method or a path that answers requests, and the plan by which its calls pay. */
public final class Endpoint {

  private final String typeName;
  private final String name;

  /** By which plans are found. */
  private final int index;

  private volatile Declared declared;
  private volatile List<Charge> charges = List.of();
  private volatile List<Route> routes = List.of();
  private volatile boolean complete;

  /** What annotations say, and what every request asks of that. */
  private record Declared(List<Declaration> all, boolean early, boolean late) {

    static Declared of(List<Declaration> all) {
      return new Declared(
          List.copyOf(all),
          isAny(all, Phase.BEFORE_AUTHENTICATION),
          isAny(all, Phase.AFTER_AUTHENTICATION));
    }

    private static boolean isAny(List<Declaration> all, Phase phase) {
      return all.stream().anyMatch(declaration -> declaration.phase() == phase);
    }
  }

  /**
   * Where requests are answered.
   *
   * @param method of HTTP; empty for all
   * @param template of the path, in which a parameter is one segment and {@code *} all that follow
   */
  record Route(String method, String template) {

    /** What follows an asterisk may have any parameters. */
    boolean mayHave(String parameter) {
      return template.contains("*") || template.contains("{" + parameter + "}");
    }
  }

  Endpoint(int index, Class<?> type, Method method, List<Declaration> declarations) {
    this(index, Names.written(type, method).getName(), Names.of(type, method), declarations);
  }

  /** Makes the endpoint of requests of which nothing is known but their path. */
  static Endpoint nameless(int index) {
    return new Endpoint(index, "", "", List.of());
  }

  private Endpoint(int index, String typeName, String name, List<Declaration> declarations) {
    this.index = index;
    this.typeName = typeName;
    this.name = name;
    this.declared = Declared.of(declarations);
  }

  /** Returns this endpoint as it would be with other declarations. */
  Endpoint with(List<Declaration> others) {
    return new Endpoint(index, typeName, name, others);
  }

  /** Returns the name, which is also that of the bucket it may have for itself. */
  public String name() {
    return name;
  }

  /** Tells whether any limit is declared that is asked in this phase. */
  public boolean isAsked(Phase phase) {
    var now = declared;
    return phase == Phase.BEFORE_AUTHENTICATION ? now.early : now.late;
  }

  /** Tells whether any limit is declared. */
  public boolean isLimited() {
    return !declared.all.isEmpty();
  }

  /** Returns the class with its package, to tell it from another of the same name. */
  String typeName() {
    return typeName;
  }

  List<Declaration> declarations() {
    return declared.all;
  }

  /** Says what is declared now, since more of what leads here is known. */
  void declare(List<Declaration> declarations) {
    this.declared = Declared.of(declarations);
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

  /** Tells whether requests are answered nowhere but at the routes that were told. */
  boolean hasAllRoutes() {
    return complete;
  }

  /**
   * Returns the parameters of the path that a declaration on the method itself goes by and no route
   * has: nothing, where none is known. One on a class or on an inherited method may be meant for
   * other paths than this.
   */
  List<String> missingParameters(Declaration declaration) {
    if (routes.isEmpty() || !declaration.place().equals(name)) {
      return List.of();
    }
    return declaration.key().parts().stream()
        .filter(part -> part.kind() == RequestPart.Kind.PATH)
        .map(RequestPart::name)
        .filter(parameter -> routes.stream().noneMatch(route -> route.mayHave(parameter)))
        .toList();
  }
}
