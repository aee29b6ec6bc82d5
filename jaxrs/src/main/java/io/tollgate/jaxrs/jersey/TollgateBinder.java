package io.tollgate.jaxrs.jersey;

import io.tollgate.Backend;
import io.tollgate.Explainer;
import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.jaxrs.RequestToll;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.Optional;
import org.glassfish.hk2.api.Factory;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.process.internal.RequestScoped;

/**
 * Makes the limiter, its backend, the settings, the explainer and the toll of a call injectable.
 *
 * <p>A limiter or a backend that the application binds itself is injected instead, and decides.
 * Settings that it binds are injected instead, too, and change no limit.
 */
final class TollgateBinder extends AbstractBinder {

  /** Below whatever an application binds without thinking of ranks. */
  private static final int RANK = -1000;

  private final Gate gate;

  TollgateBinder(Gate gate) {
    this.gate = gate;
  }

  @Override
  protected void configure() {
    bindFactory(new Given<>(gate::limiter)).to(Limiter.class).ranked(RANK);
    bindFactory(new Given<>(() -> gate.limiter().backend())).to(Backend.class).ranked(RANK);
    bind(gate.settings()).to(Settings.class).ranked(RANK);
    // Not ranked: for a parameter that is an interface Jersey tries a class of that name, at rank
    // 0, after what is bound.
    bind(gate).to(Explainer.class).to(Gate.class);
    bindFactory(TollFactory.class)
        .to(Toll.class)
        .proxy(true)
        .proxyForSameScope(false)
        .in(RequestScoped.class);
  }

  /** Returns the limiter that the application binds, or one for the backend that it binds. */
  static Optional<Limiter> ownLimiter(InjectionManager injection, Settings settings) {
    return own(injection, Limiter.class)
        .or(() -> own(injection, Backend.class).map(backend -> Limiter.of(settings, backend)));
  }

  /** Looks at ranks before anything is made: ours is not there yet. */
  private static <T> Optional<T> own(InjectionManager injection, Class<T> type) {
    var locator = injection.getInstance(ServiceLocator.class);
    if (locator == null) {
      return Optional.empty(); // HK2 is on the class path, and something else injects.
    }
    return locator.getAllServiceHandles(type).stream()
        .filter(handle -> handle.getActiveDescriptor().getRanking() > RANK)
        .findFirst()
        .map(ServiceHandle::getService);
  }

  /** Hands out what is there only after the start. */
  private record Given<T>(Provider<T> source) implements Factory<T> {

    @Override
    public T provide() {
      return source.get();
    }

    @Override
    public void dispose(T instance) {
      // Whoever made it closes it.
    }
  }

  /** Hands out the toll of the present request. */
  private static final class TollFactory implements Factory<Toll> {

    private final Gate gate;
    private final Provider<ContainerRequestContext> request;

    @Inject
    TollFactory(Gate gate, Provider<ContainerRequestContext> request) {
      this.gate = gate;
      this.request = request;
    }

    @Override
    public Toll provide() {
      var present = request.get();
      return RequestToll.of(gate, present::getProperty, present::setProperty);
    }

    @Override
    public void dispose(Toll toll) {
      // The end of the call closes it.
    }
  }
}
