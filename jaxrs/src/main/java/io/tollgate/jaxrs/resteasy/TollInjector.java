package io.tollgate.jaxrs.resteasy;

import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.jaxrs.RequestToll;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ContextInjector;
import org.jboss.resteasy.spi.HttpRequest;

/**
 * Injects the toll of the present call.
 *
 * <p>Of the kind that may be asynchronous, although it is not: for this kind RESTEasy injects the
 * object itself and not a proxy, which would not find it on another thread.
 */
@Provider
final class TollInjector implements ContextInjector<CompletionStage<Toll>, Toll> {

  private final Gate gate;

  TollInjector(Gate gate) {
    this.gate = gate;
  }

  @Override
  public CompletionStage<Toll> resolve(
      Class<? extends CompletionStage<Toll>> rawType, Type genericType, Annotation[] annotations) {
    var request = ResteasyContext.getContextData(HttpRequest.class);
    // A singleton is made before any request.
    Toll toll = request == null ? this::settlePresent : of(request);
    return CompletableFuture.completedFuture(toll);
  }

  private void settlePresent(long actual) {
    var request = ResteasyContext.getContextData(HttpRequest.class);
    if (request == null) {
      throw new IllegalStateException(
          "a toll in a field of a singleton is for the request's thread");
    }
    of(request).settle(actual);
  }

  private Toll of(HttpRequest request) {
    return RequestToll.of(gate, request::getAttribute, request::setAttribute);
  }
}
