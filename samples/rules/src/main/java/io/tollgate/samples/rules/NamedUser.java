package io.tollgate.samples.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Base64;

/** Believes whoever says his name by {@code Basic}, with any password: enough for a sample. */
@Priority(Priorities.AUTHENTICATION)
final class NamedUser implements ContainerRequestFilter {

  private static final String SCHEME = "Basic ";

  @Override
  public void filter(ContainerRequestContext request) {
    String given = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (given == null || !given.startsWith(SCHEME)) {
      return; // Nobody is signed in; then the address pays.
    }
    String name;
    try {
      byte[] credentials = Base64.getDecoder().decode(given.substring(SCHEME.length()));
      name = new String(credentials, UTF_8).split(":", 2)[0];
    } catch (IllegalArgumentException notBase64) {
      return; // The same as nobody.
    }
    boolean secure = request.getSecurityContext().isSecure();
    request.setSecurityContext(new Named(name, secure));
  }

  private record Named(String name, boolean secure) implements SecurityContext {

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
      return secure;
    }

    @Override
    public String getAuthenticationScheme() {
      return BASIC_AUTH;
    }
  }
}
