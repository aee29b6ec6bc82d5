package io.tollgate.jaxrs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tollgate.http.Gate;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;

/** Answers operators who ask why a call is decided as it is, at a path that no resource has. */
@PreMatching
final class ExplainFilter implements ContainerRequestFilter {

  private final Gate gate;
  private final Server server;

  ExplainFilter(Gate gate, Server server) {
    this.gate = gate;
    this.server = server;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    gate.explain(new RestRequest(request, server))
        .ifPresent(
            answer ->
                request.abortWith(
                    Response.status(answer.status())
                        .type(answer.type())
                        .header("Cache-Control", "no-store")
                        .entity(answer.body().getBytes(US_ASCII))
                        .build()));
  }
}
