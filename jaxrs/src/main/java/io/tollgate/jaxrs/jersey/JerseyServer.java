package io.tollgate.jaxrs.jersey;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import io.tollgate.jaxrs.ClassPath;
import io.tollgate.jaxrs.Server;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Optional;
import java.util.function.Consumer;
import org.glassfish.jersey.InjectionManagerProvider;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.server.CloseableService;
import org.glassfish.jersey.server.ContainerRequest;
import org.jspecify.annotations.Nullable;

/** Jersey, with HK2 or CDI behind it. */
public final class JerseyServer implements Server {

  static final boolean HK2 = ClassPath.has("org.glassfish.hk2.utilities.binding.AbstractBinder");

  private @Nullable InjectionManager injection;

  /** Made with the first request, because servers tell HK2 of themselves after features. */
  private volatile @Nullable ServerBelow below;

  /** Makes it. */
  public JerseyServer() {}

  @Override
  public void join(FeatureContext context, Gate gate, Runnable stop) {
    injection = InjectionManagerProvider.getInjectionManager(context);
    context.register(new JerseyEvents(gate, stop));
    if (HK2) {
      context.register(new TollgateBinder(gate));
    }
  }

  @Override
  public boolean tellsStart() {
    return true;
  }

  /** Jersey closes what is handed to this service, however a call ended. */
  @Override
  public void passed(ContainerRequestContext request, Passage passage) {
    if (injection != null && (passage.isHolding() || passage.isRefundable())) {
      injection.getInstance(CloseableService.class).add(CallEnd.of(request, passage));
    }
  }

  @Override
  public boolean seesHeads() {
    return true;
  }

  @Override
  public void onHead(ContainerRequestContext request, Consumer<ContainerResponseContext> observer) {
    ObservedWriter.put((ContainerRequest) request, observer);
  }

  @Override
  public boolean mayComeAgain() {
    var server = below();
    return server == null || server.mayHaveServlets();
  }

  /** Jersey puts what it matches later before the rest. */
  @Override
  public Optional<String> pathParameter(ContainerRequestContext request, String name) {
    return Optional.ofNullable(
        request.getUriInfo().getPathParameters(/* decode= */ false).getFirst(name));
  }

  @Override
  public Optional<String> peer(ContainerRequestContext request) {
    var server = below();
    return server == null ? Optional.empty() : server.peer();
  }

  private @Nullable ServerBelow below() {
    var known = below;
    if (known == null && injection != null) {
      known = new ServerBelow(injection);
      below = known;
    }
    return known;
  }

  @Override
  public <T> Optional<T> instance(Class<T> type) {
    if (injection == null) {
      return Optional.empty();
    }
    var bound = injection.getInstance(type);
    return Optional.of(bound == null ? injection.createAndInitialize(type) : bound);
  }

  @Override
  public Optional<Limiter> limiter(Settings settings) {
    return HK2 && injection != null
        ? TollgateBinder.ownLimiter(injection, settings)
        : Optional.empty();
  }
}
