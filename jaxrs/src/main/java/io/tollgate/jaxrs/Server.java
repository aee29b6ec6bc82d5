package io.tollgate.jaxrs;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.http.Gate;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Optional;

/**
 * What one implementation of Jakarta REST offers beyond the standard; found by {@link
 * java.util.ServiceLoader}, one for each application.
 *
 * <p>Not for applications to implement.
 */
public interface Server {

  /** Tells whether the application runs on this implementation. */
  boolean runs(FeatureContext context);

  /**
   * Registers what this implementation needs.
   *
   * @param gate to be started when all endpoints are known, at the latest by the first call
   * @param stop to be run when the application stops
   */
  void join(FeatureContext context, Gate gate, Runnable stop);

  /** Returns the address at the other end of the connection. */
  Optional<String> peer(ContainerRequestContext request);

  /** Returns an object with all that is injected into it; empty if that cannot be done here. */
  <T> Optional<T> instance(Class<T> type);

  /** Returns the limiter that the application brings itself. */
  Optional<Limiter> limiter(Settings settings);
}
