package io.tollgate.rules;

import io.tollgate.Health;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets those pass who have a token with the right role. */
final class AccessFilter implements ContainerRequestFilter {

  private static final String SCHEME = "Bearer ";

  private final Set<Role> needed;
  private final Tokens tokens;
  private final Denials denials;
  private final Supplier<Health> health;

  AccessFilter(Set<Role> needed, Tokens tokens, Denials denials, Supplier<Health> health) {
    this.needed = needed;
    this.tokens = tokens;
    this.denials = denials;
    this.health = health;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (!health.get().isUp()) {
      request.abortWith(Problems.unavailable("the database does not answer; come again"));
      return;
    }
    var address = PeerFilter.address(request);
    var token = secret(request.getHeaderString(HttpHeaders.AUTHORIZATION)).flatMap(tokens::find);
    if (token.isEmpty()) {
      denials.add(new Actor("(unknown)", Role.VIEWER, address), 401, request);
      throw new ProblemException(401, "send a token that is known: Authorization: Bearer …")
          .with(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"tollgate-rules\"");
    }
    var actor = new Actor(token.get().name(), token.get().role(), address);
    if (needed.stream().noneMatch(actor.role()::suffices)) {
      denials.add(actor, 403, request);
      throw new ProblemException(
          403,
          actor.name() + " is " + actor.role().spelled() + ", which does not suffice for this");
    }
    request.setSecurityContext(new SignedIn(actor, request.getSecurityContext().isSecure()));
  }

  private static Optional<String> secret(@Nullable String authorization) {
    return authorization != null
            && authorization.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.of(authorization.substring(SCHEME.length()).strip())
        : Optional.empty();
  }

  private record SignedIn(Actor actor, boolean secure) implements SecurityContext {

    @Override
    public Principal getUserPrincipal() {
      return actor;
    }

    @Override
    public boolean isUserInRole(String role) {
      return actor.role().spelled().equals(role);
    }

    @Override
    public boolean isSecure() {
      return secure;
    }

    @Override
    public String getAuthenticationScheme() {
      return "Bearer";
    }
  }
}
