package io.tollgate.jaxrs;

import io.tollgate.Phase;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/** Asks the limits of one endpoint, when it is known who the user is. */
class LimitFilter implements ContainerRequestFilter {

  private final Endpoint endpoint;
  private final Phase phase;
  private final Passages passages;

  LimitFilter(Endpoint endpoint, Passages passages) {
    this(endpoint, Phase.AFTER_AUTHENTICATION, passages);
  }

  private LimitFilter(Endpoint endpoint, Phase phase, Passages passages) {
    this.endpoint = endpoint;
    this.phase = phase;
    this.passages = passages;
  }

  @Override
  public final void filter(ContainerRequestContext request) {
    Passage passage = passages.of(request);
    if (!passage.tryPass(endpoint, phase)) {
      request.abortWith(passages.refusal(passage, request));
    }
  }

  /** Asks those that stand before authentication; a class of its own, as providers must be. */
  static final class Early extends LimitFilter {

    Early(Endpoint endpoint, Passages passages) {
      super(endpoint, Phase.BEFORE_AUTHENTICATION, passages);
    }
  }
}
