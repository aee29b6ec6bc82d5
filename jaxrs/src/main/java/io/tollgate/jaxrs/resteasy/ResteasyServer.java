package io.tollgate.jaxrs.resteasy;

import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import io.tollgate.jaxrs.Server;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.annotations.Stream;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.ResteasyDeployment;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;

/** RESTEasy, in a servlet or on a server of its own. */
public final class ResteasyServer implements Server {

  private @Nullable ResteasyProviderFactory factory;

  /** Makes it. */
  public ResteasyServer() {}

  @Override
  public Map<String, Object> settings() {
    return ServletSettings.read();
  }

  /** Features are configured when all resources are known, and before they are registered. */
  @Override
  public Collection<Class<?>> classes(FeatureContext context) {
    var classes = new LinkedHashSet<>(Server.super.classes(context));
    var deployment = ResteasyContext.getContextData(ResteasyDeployment.class);
    if (deployment != null) {
      deployment.getActualResourceClasses().forEach(classes::add);
      deployment.getResources().forEach(resource -> classes.add(resource.getClass()));
      deployment.getResourceFactories().forEach(made -> classes.add(made.getScannableClass()));
      for (var name : names(deployment)) {
        classes.add(load(name));
      }
    }
    return classes;
  }

  private static List<String> names(ResteasyDeployment deployment) {
    var names = new ArrayList<>(deployment.getResourceClasses());
    if (deployment.getActualResourceClasses().isEmpty()) {
      names.addAll(deployment.getScannedResourceClasses());
    }
    return names;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(
          name.trim(), /* initialize= */ false, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("RESTEasy knows a resource class that is not there", e);
    }
  }

  @Override
  public void join(FeatureContext context, Gate gate, Runnable stop) {
    context.register(new TollInjector(gate));
    context.register(new ExplainerInjector(gate));
    @Nullable ResteasyDeployment deployment =
        ResteasyContext.getContextData(ResteasyDeployment.class);
    if (deployment == null) {
      factory = ResteasyProviderFactory.peekInstance();
      return; // Resources may still come: the gate starts by the first call.
    }
    factory = deployment.getProviderFactory();
    gate.start();
    DeploymentEnd.watch(deployment, stop);
  }

  /** RESTEasy binds filters to a sub-resource when a locator has led to it for the first time. */
  @Override
  public List<Object> passedResources() {
    var request = ResteasyContext.getContextData(HttpRequest.class);
    return request == null ? List.of() : request.getUri().getMatchedResources();
  }

  @Override
  public void passed(ContainerRequestContext request, Passage passage) {
    if (passage.isHolding() || passage.isRefundable()) {
      var http = ResteasyContext.getContextData(HttpRequest.class);
      ResteasyContext.getContextData(Cleanables.class).addCleanable(new CallEnd(http, passage));
    }
  }

  /**
   * A call that is resumed before the thread that began it comes back is not cleaned up behind. Of
   * what is sent piece by piece, each piece is written by itself.
   */
  @Override
  public boolean endsByWriting(ResourceInfo resource) {
    return !resource.getResourceMethod().isAnnotationPresent(Stream.class);
  }

  @Override
  public Optional<String> peer(ContainerRequestContext request) {
    return Optional.ofNullable(ResteasyContext.getContextData(HttpRequest.class))
        .map(HttpRequest::getRemoteAddress);
  }

  @Override
  public <T> Optional<T> instance(Class<T> type) {
    return Optional.ofNullable(factory).map(maker -> maker.createProviderInstance(type));
  }
}
