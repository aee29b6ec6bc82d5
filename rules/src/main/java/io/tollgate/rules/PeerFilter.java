package io.tollgate.rules;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import org.glassfish.grizzly.http.server.Request;

/** Notes where a request came from, for the audit. */
@PreMatching
final class PeerFilter implements ContainerRequestFilter {

  private static final String PROPERTY = PeerFilter.class.getName();

  private final Provider<Request> server;

  @Inject
  PeerFilter(Provider<Request> server) {
    this.server = server;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(PROPERTY, String.valueOf(server.get().getRemoteAddr()));
  }

  static String address(ContainerRequestContext request) {
    return request.getProperty(PROPERTY) instanceof String address ? address : "";
  }
}
