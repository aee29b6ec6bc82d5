package io.tollgate.servlet;

import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Finds which limits hold for a request: those of rules for its path, and those of its servlet. */
final class Routes {

  /**
   * What was found for a request.
   *
   * @param parameters which segment of the path each parameter is
   */
  record Route(@Nullable Endpoint endpoint, Map<String, Integer> parameters) {}

  private record Pair(Endpoint ofPath, Endpoint ofServlet) {}

  private static final Route NOWHERE = new Route(null, Map.of());

  private final Gate gate;
  private final PathIndex paths;
  private final Servlets servlets;

  /** There are no more than the two kinds have endpoints. */
  private final ConcurrentMap<Pair, Endpoint> joined = new ConcurrentHashMap<>();

  private Routes(Gate gate, PathIndex paths, Servlets servlets) {
    this.gate = gate;
    this.paths = paths;
    this.servlets = servlets;
  }

  /** Tells the gate all endpoints of an application. */
  static Routes of(ServletContext context, Gate gate) {
    return new Routes(
        gate, PathIndex.of(gate.settings().paths(), gate), Servlets.of(context, gate));
  }

  Route of(HttpServletRequest request) {
    var ofServlet = limited(servlets.find(request));
    var ofPath = paths.isEmpty() ? null : paths.find(path(request), method(request));
    if (ofPath == null) {
      return ofServlet == null ? NOWHERE : new Route(ofServlet, Map.of());
    }
    var endpoint = limited(ofPath.endpoint());
    if (endpoint != null && ofServlet != null) {
      endpoint = joined(new Pair(endpoint, ofServlet));
    }
    return new Route(endpoint == null ? ofServlet : endpoint, ofPath.parameters());
  }

  private Endpoint joined(Pair pair) {
    return joined.computeIfAbsent(pair, both -> gate.joined(both.ofPath, both.ofServlet));
  }

  private static @Nullable Endpoint limited(@Nullable Endpoint endpoint) {
    return endpoint != null && endpoint.isLimited() ? endpoint : null;
  }

  private static String method(HttpServletRequest request) {
    var method = request.getMethod();
    return method.equals("HEAD") ? "GET" : method;
  }

  /** Returns the path within the application, as the container has decoded it. */
  static String path(HttpServletRequest request) {
    var rest = request.getPathInfo();
    return rest == null ? request.getServletPath() : request.getServletPath() + rest;
  }
}
