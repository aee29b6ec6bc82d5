package io.tollgate.jaxrs;

import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** Finds the endpoint of a request, where filters cannot be bound to endpoints. */
final class AnyEndpoint implements Function<ContainerRequestContext, Endpoint> {

  private record Id(Class<?> type, Method method) {}

  private final Gate gate;
  private final Server server;
  private final ConcurrentMap<Id, Endpoint> known = new ConcurrentHashMap<>();

  AnyEndpoint(Gate gate, Server server) {
    this.gate = gate;
    this.server = server;
  }

  @Override
  public Endpoint apply(ContainerRequestContext request) {
    var matched = server.matched(request);
    return known.computeIfAbsent(
        new Id(matched.getResourceClass(), matched.getResourceMethod()),
        id -> {
          Resources.tellLocators(request.getUriInfo().getMatchedResources(), gate);
          return Resources.endpoint(id.type, id.method, gate);
        });
  }
}
