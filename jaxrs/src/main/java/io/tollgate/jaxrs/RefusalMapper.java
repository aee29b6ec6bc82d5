package io.tollgate.jaxrs;

import io.tollgate.Decision;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ContextResolver;

/**
 * Writes the answer to a refused call in a way of the application; registered like any provider.
 *
 * <p>The header fields that tell what is left and when to come back, and that the answer is not to
 * be stored, are added to it, unless it has them. A call that a rule denies is answered without it.
 */
@FunctionalInterface
public interface RefusalMapper extends ContextResolver<RefusalMapper> {

  /**
   * Returns the answer to a call that was refused, or that nobody could decide; when this fails,
   * the usual answer is sent. An error other than {@link AssertionError} and {@link LinkageError}
   * becomes the request's.
   */
  Response toResponse(Decision refusal, ContainerRequestContext request);

  /** What makes this a provider of Jakarta REST; nothing to implement. */
  @Override
  default RefusalMapper getContext(Class<?> type) {
    return this;
  }
}
