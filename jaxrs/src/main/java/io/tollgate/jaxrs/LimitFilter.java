package io.tollgate.jaxrs;

import io.tollgate.Phase;
import io.tollgate.http.Endpoint;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.function.Function;

/** Asks the limits of an endpoint, when it is known who the user is. */
class LimitFilter implements ContainerRequestFilter {

  /** Before whatever finds out who the user is. */
  static final int EARLY = Priorities.AUTHENTICATION - 500;

  /** After that, and before it is asked what he may do. */
  static final int LATE = Priorities.AUTHENTICATION + 500;

  private final Function<ContainerRequestContext, Endpoint> endpoint;
  private final Phase phase;
  private final Passages passages;

  LimitFilter(Function<ContainerRequestContext, Endpoint> endpoint, Passages passages) {
    this(endpoint, Phase.AFTER_AUTHENTICATION, passages);
  }

  private LimitFilter(
      Function<ContainerRequestContext, Endpoint> endpoint, Phase phase, Passages passages) {
    this.endpoint = endpoint;
    this.phase = phase;
    this.passages = passages;
  }

  @Override
  public final void filter(ContainerRequestContext request) {
    passages.lead(request, endpoint.apply(request), phase);
  }

  /** Asks those that stand before authentication; a class of its own, as providers must be. */
  static final class Early extends LimitFilter {

    Early(Function<ContainerRequestContext, Endpoint> endpoint, Passages passages) {
      super(endpoint, Phase.BEFORE_AUTHENTICATION, passages);
    }
  }
}
