package io.tollgate.jaxrs.jersey;

import io.tollgate.Backend;
import io.tollgate.Explainer;
import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
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
 * Makes the limiter, its settings, the explainer and the toll of a call injectable; what the
 * application binds itself wins.
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
    bind(gate.settings()).to(Settings.class).ranked(RANK);
    // Not ranked: for a parameter that is an interface Jersey tries a class of that name, at rank
    // 0, after what is bound.
    bind(gate).to(Explainer.class);
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
    return injection.getInstance(ServiceLocator.class).getAllServiceHandles(type).stream()
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

    private final Provider<ContainerRequestContext> request;

    @Inject
    TollFactory(Provider<ContainerRequestContext> request) {
      this.request = request;
    }

    @Override
    public Toll provide() {
      // Without limits, or with none that can be settled, there is nothing to settle.
      return request.get().getProperty(Passage.class.getName()) instanceof Passage passage
          ? passage
          : Passage.NOTHING;
    }

    @Override
    public void dispose(Toll toll) {
      // The end of the call closes it.
    }
  }
}
