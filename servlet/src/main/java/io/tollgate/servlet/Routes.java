package io.tollgate.servlet;

import io.tollgate.http.Arrival;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Finds the endpoint of a request: that of its servlet, or one for whatever has none. */
final class Routes {

  private final Servlets servlets;

  /** For requests to which only rules for their path can apply; absent if there never are any. */
  private final @Nullable Endpoint nameless;

  private Routes(Servlets servlets, @Nullable Endpoint nameless) {
    this.servlets = servlets;
    this.nameless = nameless;
  }

  /** Tells the gate all endpoints of an application. */
  static Routes of(ServletContext context, Gate gate) {
    var servlets = Servlets.of(context, gate);
    return new Routes(servlets, gate.isRuled() ? gate.namelessEndpoint() : null);
  }

  /**
   * Returns the endpoint of a request; null if it has no limits and there are no rules for it.
   *
   * <p>Which servlet answers is asked only where that matters: containers have to be asked for
   * several things before they tell.
   */
  @Nullable Endpoint of(HttpServletRequest request, Arrival arrival) {
    var ofServlet = arrival.tellsEndpointsApart() ? servlets.find(request) : null;
    var endpoint = ofServlet == null ? nameless : ofServlet;
    return endpoint != null
            && (endpoint.isLimited() || (nameless != null && arrival.isRuled(endpoint)))
        ? endpoint
        : null;
  }

  /** Returns the path within the application, as the container has decoded it. */
  static String path(HttpServletRequest request) {
    var rest = request.getPathInfo();
    return rest == null ? request.getServletPath() : request.getServletPath() + rest;
  }
}
