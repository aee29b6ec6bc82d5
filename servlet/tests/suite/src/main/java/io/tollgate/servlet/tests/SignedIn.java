package io.tollgate.servlet.tests;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** A request of whom its header X-User names, in the role of X-Role. */
final class SignedIn extends HttpServletRequestWrapper {

  SignedIn(HttpServletRequest request) {
    super(request);
  }

  @Override
  public @Nullable String getRemoteUser() {
    return getHeader("X-User");
  }

  @Override
  public @Nullable Principal getUserPrincipal() {
    var user = getRemoteUser();
    return user == null ? null : () -> user;
  }

  @Override
  public boolean isUserInRole(String role) {
    return role.equals(getHeader("X-Role"));
  }
}
