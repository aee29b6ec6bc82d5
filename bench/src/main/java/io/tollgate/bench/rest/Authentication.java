package io.tollgate.bench.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Believes everybody's name; every variant has it. */
@Priority(Priorities.AUTHENTICATION)
final class Authentication implements ContainerRequestFilter {

  static final String SCHEME = "Bearer ";

  /** What a server says of a request before anybody has looked at its credentials. */
  static final SecurityContext NOBODY = new SignedIn(null);

  @Override
  public void filter(ContainerRequestContext request) {
    var credentials = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (credentials == null || !credentials.startsWith(SCHEME)) {
      request.abortWith(Response.status(Response.Status.UNAUTHORIZED).build());
      return;
    }
    request.setSecurityContext(new SignedIn(new User(credentials.substring(SCHEME.length()))));
  }

  private record User(String name) implements Principal {

    @Override
    public String getName() {
      return name;
    }
  }

  private record SignedIn(@Nullable User user) implements SecurityContext {

    @Override
    public @Nullable Principal getUserPrincipal() {
      return user;
    }

    @Override
    public boolean isUserInRole(String role) {
      return false;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public String getAuthenticationScheme() {
      return SCHEME;
    }
  }
}
