package io.tollgate.jaxrs.resteasy;

import io.tollgate.Explainer;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.ContextInjector;

/** Injects the explainer itself, for the same reason as {@link TollInjector}. */
@Provider
final class ExplainerInjector implements ContextInjector<CompletionStage<Explainer>, Explainer> {

  private final Explainer explainer;

  ExplainerInjector(Explainer explainer) {
    this.explainer = explainer;
  }

  @Override
  public CompletionStage<Explainer> resolve(
      Class<? extends CompletionStage<Explainer>> rawType,
      Type genericType,
      Annotation[] annotations) {
    return CompletableFuture.completedFuture(explainer);
  }
}
