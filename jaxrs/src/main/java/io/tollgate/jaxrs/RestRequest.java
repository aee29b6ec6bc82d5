package io.tollgate.jaxrs;

import io.tollgate.RequestView;
import io.tollgate.http.TokenClaims;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.security.Principal;
import java.util.List;
import java.util.Optional;

/** A request of Jakarta REST as limits see it. */
final class RestRequest implements RequestView {

  private final ContainerRequestContext request;
  private final Server server;

  RestRequest(ContainerRequestContext request, Server server) {
    this.request = request;
    this.server = server;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    var raw = request.getUriInfo().getPath(/* decode= */ false);
    return RestPath.of(raw, raw.contains("/;") && server.parametersAreSegment(request));
  }

  @Override
  public List<String> headers(String name) {
    var fields = request.getHeaders().get(name);
    return fields == null ? List.of() : fields;
  }

  @Override
  public Optional<String> query(String name) {
    return Optional.ofNullable(request.getUriInfo().getQueryParameters().getFirst(name));
  }

  @Override
  public Optional<String> pathParameter(String name) {
    return server.pathParameter(request, name).map(RestPath::value);
  }

  @Override
  public Optional<String> cookie(String name) {
    return Optional.ofNullable(request.getCookies().get(name)).map(cookie -> cookie.getValue());
  }

  private Optional<Principal> principal() {
    var security = request.getSecurityContext();
    return security == null ? Optional.empty() : Optional.ofNullable(security.getUserPrincipal());
  }

  @Override
  public Optional<String> user() {
    return principal().map(Principal::getName);
  }

  @Override
  public boolean hasRole(String role) {
    var security = request.getSecurityContext();
    return security != null && security.getUserPrincipal() != null && security.isUserInRole(role);
  }

  @Override
  public Optional<String> claim(String name) {
    return principal().flatMap(user -> TokenClaims.of(user, name));
  }

  @Override
  public Optional<String> peer() {
    return server.peer(request);
  }
}
