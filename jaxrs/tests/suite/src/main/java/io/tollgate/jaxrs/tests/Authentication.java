package io.tollgate.jaxrs.tests;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Believes whom a header field names, except mallory. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public final class Authentication implements ContainerRequestFilter {

  /** How often somebody was to be authenticated. */
  static final AtomicInteger ASKED = new AtomicInteger();

  @Override
  public void filter(ContainerRequestContext request) {
    ASKED.incrementAndGet();
    var name = request.getHeaderString("X-User");
    if ("mallory".equals(name)) {
      request.abortWith(Response.status(401).build());
    } else if (name != null) {
      request.setSecurityContext(new Known(name));
    }
  }

  private record Known(String name) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
      return () -> name;
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
    public @Nullable String getAuthenticationScheme() {
      return null;
    }
  }
}
