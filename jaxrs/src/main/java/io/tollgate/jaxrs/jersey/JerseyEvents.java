package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Gate;
import io.tollgate.jaxrs.Resources;
import jakarta.annotation.Priority;
import jakarta.ws.rs.core.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.glassfish.jersey.server.model.ModelProcessor;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.ContainerLifecycleListener;

/**
 * Hears when all endpoints are known, and when the application stops.
 *
 * <p>Jersey has a listener for that which would be told of every request, too, and have an event
 * made for each.
 */
@Priority(Integer.MAX_VALUE) // What others add to the model is there by then.
final class JerseyEvents implements ModelProcessor, ContainerLifecycleListener {

  private final Gate gate;
  private final Runnable stop;

  JerseyEvents(Gate gate, Runnable stop) {
    this.gate = gate;
    this.stop = stop;
  }

  @Override
  public ResourceModel processResourceModel(ResourceModel model, Configuration configuration) {
    var methods = new ArrayList<ResourceMethod>();
    model.getResources().forEach(resource -> collect(resource, methods));
    var classes = new LinkedHashSet<Class<?>>();
    methods.forEach(method -> classes.add(type(method)));
    Resources.tell(classes, gate);
    for (var method : methods) {
      if (isOfApplication(method)) {
        gate.endpoint(type(method), method.getInvocable().getHandlingMethod());
      }
    }
    ResourceRoutes.tell(model, gate);
    gate.start();
    return model;
  }

  private static void collect(Resource resource, List<ResourceMethod> methods) {
    methods.addAll(resource.getResourceMethods());
    resource.getChildResources().forEach(child -> collect(child, methods));
  }

  private static Class<?> type(ResourceMethod method) {
    return method.getInvocable().getHandler().getHandlerClass();
  }

  /** Jersey answers OPTIONS itself. */
  private static boolean isOfApplication(ResourceMethod method) {
    return !type(method).getName().startsWith("org.glassfish.jersey.");
  }

  /** Their endpoints are told when filters are bound to them. */
  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    return model;
  }

  @Override
  public void onStartup(Container container) {
    // The gate has started before.
  }

  @Override
  public void onReload(Container container) {
    // Another gate has started for the application as it is now.
  }

  @Override
  public void onShutdown(Container container) {
    stop.run();
  }
}
