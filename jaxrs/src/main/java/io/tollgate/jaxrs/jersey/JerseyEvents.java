package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Gate;
import io.tollgate.jaxrs.Resources;
import jakarta.annotation.Priority;
import jakarta.ws.rs.core.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.glassfish.jersey.server.model.ModelProcessor;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceMethod.JaxrsType;
import org.glassfish.jersey.server.model.ResourceModel;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.server.spi.ContainerLifecycleListener;

/**
 * Hears when all endpoints are known, and when the application starts and stops.
 *
 * <p>When all endpoints are known Jersey has yet to find out whether they are right, and does not
 * tell if they are not: so nothing is opened before the start. Where there is no container to tell
 * of that, the gate starts by the first call.
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
    var methods = methods(model);
    Resources.tell(classes(methods), gate);
    for (var method : methods) {
      if (method.getType() != JaxrsType.SUB_RESOURCE_LOCATOR && isOfApplication(method)) {
        Resources.endpoint(type(method), method.getInvocable().getHandlingMethod(), gate);
      }
    }
    ResourceRoutes.tell(model, gate);
    gate.plan();
    return model;
  }

  private static List<ResourceMethod> methods(ResourceModel model) {
    var methods = new ArrayList<ResourceMethod>();
    model.getResources().forEach(resource -> collect(resource, methods));
    return methods;
  }

  private static void collect(Resource resource, List<ResourceMethod> methods) {
    methods.addAll(resource.getAllMethods()); // Locators, too.
    resource.getChildResources().forEach(child -> collect(child, methods));
  }

  private static Set<Class<?>> classes(List<ResourceMethod> methods) {
    var classes = new LinkedHashSet<Class<?>>();
    methods.forEach(method -> classes.add(type(method)));
    return classes;
  }

  private static Class<?> type(ResourceMethod method) {
    return method.getInvocable().getHandler().getHandlerClass();
  }

  /** Jersey answers OPTIONS itself. */
  private static boolean isOfApplication(ResourceMethod method) {
    return !type(method).getName().startsWith("org.glassfish.jersey.server.");
  }

  /** Its endpoints are told when filters are bound to them, and so are those behind it. */
  @Override
  public ResourceModel processSubResource(ResourceModel model, Configuration configuration) {
    Resources.tellLocators(classes(methods(model)), gate);
    return model;
  }

  @Override
  public void onStartup(Container container) {
    try {
      gate.start();
    } catch (RuntimeException e) {
      stop.run(); // Jersey does not tell of the end of what has not begun.
      throw e;
    }
  }

  @Override
  public void onReload(Container container) {
    // Another gate starts for the application as it is now.
  }

  @Override
  public void onShutdown(Container container) {
    stop.run();
  }
}
