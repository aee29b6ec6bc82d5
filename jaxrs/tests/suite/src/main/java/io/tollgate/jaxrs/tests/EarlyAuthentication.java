package io.tollgate.jaxrs.tests;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Believes whom a header field names and which role another gives, before anything is matched. */
@Provider
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public final class EarlyAuthentication implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) {
    var name = request.getHeaderString("X-User");
    if (name != null) {
      request.setSecurityContext(new Known(name, request.getHeaderString("X-Role")));
    }
  }

  private record Known(String name, @Nullable String role) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
      return () -> name;
    }

    @Override
    public boolean isUserInRole(String asked) {
      return asked.equals(role);
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
