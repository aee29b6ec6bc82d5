package io.tollgate.jaxrs;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.Ticker;
import io.tollgate.http.Gate;
import io.tollgate.http.Instances;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Providers;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the limits in force that annotations on resource methods declare.
 *
 * <p>Jersey and RESTEasy find it by themselves. Where they must not, and on other implementations,
 * register this class.
 *
 * <p>Settings come from the properties of the application, on Jersey and RESTEasy from the
 * parameters of their servlet, and from everywhere else where {@link Settings#load(java.util.Map)}
 * looks.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class TollgateFeature implements Feature {

  private final Optional<Limiter> given;

  @Context private @Nullable Providers providers;
  @Context private @Nullable Application application;

  /** Decides by the limiter that the settings describe. */
  public TollgateFeature() {
    this.given = Optional.empty();
  }

  /** Decides by this limiter, which the application closes itself. */
  public TollgateFeature(Limiter limiter) {
    this.given = Optional.of(limiter);
  }

  @Override
  public boolean configure(FeatureContext context) {
    var known = context.getConfiguration();
    if (known.isRegistered(EndpointFeature.class) || known.isRegistered(LimitFilter.Late.class)) {
      return false; // Found by itself and registered by the application too.
    }
    var server = Servers.of(context);
    var own = new HashMap<>(server.settings());
    own.putAll(context.getConfiguration().getProperties());
    var settings = Settings.loadWithProblems(own);
    var limiter = new OwnedLimiter(settings, given, server);
    var gate = new Gate(settings, limiter, Ticker.system(), instances(server));
    var responses = new Responses(gate.answers(), server);
    var passages = new Passages(gate, server, responses, () -> refusalMapper(server));
    if (server.bindsFilters()) {
      context.register(new EndpointFeature(gate, passages, responses, server));
    } else {
      var endpoint = new AnyEndpoint(gate, server);
      context.register(new LimitFilter.Early(endpoint, passages), LimitFilter.EARLY);
      context.register(new LimitFilter.Late(endpoint, passages), LimitFilter.LATE);
      if (!server.seesHeads()) {
        context.register(new FieldsFilter(responses), FieldsFilter.LAST);
      }
    }
    if (gate.explains()) {
      // After whatever finds out before matching who the user is.
      context.register(new ExplainFilter(gate, server), Priorities.USER);
    }
    Resources.tell(classes(server, context), gate);
    Runnable stop =
        () -> {
          gate.close();
          limiter.close();
        };
    try {
      server.join(context, gate, stop);
      if (application != null && !server.tellsStart()) {
        gate.start(); // The application has named all its resources.
      }
    } catch (RuntimeException e) {
      stop.run();
      throw e;
    }
    return true;
  }

  @SuppressWarnings("deprecation") // Singletons are deprecated, and still there.
  private Collection<Class<?>> classes(Server server, FeatureContext context) {
    var classes = new LinkedHashSet<>(server.classes(context));
    if (application != null) {
      classes.addAll(application.getClasses());
      application.getSingletons().forEach(one -> classes.add(one.getClass()));
    }
    return classes;
  }

  private static Instances instances(Server server) {
    return new Instances() {
      @Override
      public <T> T of(Class<T> type) {
        return CdiBeans.find(type)
            .or(() -> server.instance(type))
            .orElseGet(() -> Instances.make(type));
      }
    };
  }

  private Optional<RefusalMapper> refusalMapper(Server server) {
    if (providers == null) {
      return server.refusalMapper();
    }
    var resolver = providers.getContextResolver(RefusalMapper.class, MediaType.WILDCARD_TYPE);
    return resolver == null
        ? Optional.empty()
        : Optional.ofNullable(resolver.getContext(RefusalMapper.class));
  }
}
