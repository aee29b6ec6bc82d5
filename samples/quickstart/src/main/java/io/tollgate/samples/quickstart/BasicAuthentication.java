package io.tollgate.samples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signs alice and bob in, with any password: enough to have two users who pay for themselves. */
@SignedIn
@Priority(Priorities.AUTHENTICATION)
final class BasicAuthentication implements ContainerRequestFilter {

  private static final Set<String> USERS = Set.of("alice", "bob");
  private static final String SCHEME = "Basic ";

  @Override
  public void filter(ContainerRequestContext request) {
    Optional<String> user = user(request.getHeaderString(HttpHeaders.AUTHORIZATION));
    if (user.isPresent()) {
      boolean secure = request.getSecurityContext().isSecure();
      request.setSecurityContext(new BasicSecurityContext(user.get(), secure));
    } else {
      request.abortWith(
          Response.status(Response.Status.UNAUTHORIZED)
              .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"quickstart\", charset=\"UTF-8\"")
              .type(MediaType.TEXT_PLAIN_TYPE)
              .entity("Sign in as alice or bob, with any password.\n")
              .build());
    }
  }

  private static Optional<String> user(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    byte[] credentials;
    try {
      credentials = Base64.getDecoder().decode(authorization.substring(SCHEME.length()).strip());
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty(); // The same answer as for an unknown user.
    }
    String text = new String(credentials, UTF_8);
    int colon = text.indexOf(':');
    return colon < 0
        ? Optional.empty()
        : Optional.of(text.substring(0, colon)).filter(USERS::contains);
  }

  private record BasicSecurityContext(String user, boolean secure) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
      return () -> user;
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
