package io.tollgate.jaxrs;

import io.tollgate.http.Gate;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Optional;

/** An implementation that offers what the standard says, and nothing more. */
final class StandardServer implements Server {

  @Override
  public void join(FeatureContext context, Gate gate, Runnable stop) {
    // Nobody tells when all endpoints are known: the gate starts by the first call.
  }

  @Override
  public boolean endsByWriting(ResourceInfo resource) {
    return true;
  }

  @Override
  public Optional<String> peer(ContainerRequestContext request) {
    return Optional.empty();
  }

  @Override
  public <T> Optional<T> instance(Class<T> type) {
    return Optional.empty();
  }
}
