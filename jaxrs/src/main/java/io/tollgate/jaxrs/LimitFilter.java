package io.tollgate.jaxrs;

import io.tollgate.Phase;
import io.tollgate.http.Endpoint;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.function.Function;

/** Asks the limits of an endpoint that stand at one phase. */
abstract class LimitFilter implements ContainerRequestFilter {

  /** Before whatever finds out who the user is. */
  static final int EARLY = Priorities.AUTHENTICATION - 500;

  /** After that, and before it is asked what he may do. */
  static final int LATE = Priorities.AUTHENTICATION + 500;

  private final Function<ContainerRequestContext, Endpoint> endpoint;
  private final Phase phase;
  private final Passages passages;

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

  // Classes of their own, and not one of them a kind of the other: implementations know
  // registrations, and CXF the priorities of them, by their class.

  /** Asks those that stand before authentication. */
  static final class Early extends LimitFilter {

    Early(Function<ContainerRequestContext, Endpoint> endpoint, Passages passages) {
      super(endpoint, Phase.BEFORE_AUTHENTICATION, passages);
    }
  }

  /** Asks those that stand behind it. */
  static final class Late extends LimitFilter {

    Late(Function<ContainerRequestContext, Endpoint> endpoint, Passages passages) {
      super(endpoint, Phase.AFTER_AUTHENTICATION, passages);
    }
  }
}
