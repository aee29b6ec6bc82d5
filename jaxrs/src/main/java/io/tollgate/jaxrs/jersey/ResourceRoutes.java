package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.jaxrs.Resources;
import io.tollgate.jaxrs.Templates;
import java.util.LinkedHashSet;
import java.util.Set;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;

/**
 * Tells endpoints where Jersey serves them, so that rules for other paths cost their calls nothing.
 */
final class ResourceRoutes {

  private final Gate gate;
  private final Set<Endpoint> told = new LinkedHashSet<>();
  private boolean leadsFurther;

  private ResourceRoutes(Gate gate) {
    this.gate = gate;
  }

  static void tell(ResourceModel model, Gate gate) {
    var routes = new ResourceRoutes(gate);
    model.getRootResources().forEach(resource -> routes.add("", resource));
    // A locator may lead to any class, also to one that is a root resource too.
    if (!routes.leadsFurther) {
      routes.told.forEach(Endpoint::routesAreComplete);
    }
  }

  private void add(String before, Resource resource) {
    var path = before + "/" + (resource.getPath() == null ? "" : resource.getPath());
    leadsFurther |= resource.getResourceLocator() != null;
    resource.getResourceMethods().forEach(method -> add(path, method));
    resource.getChildResources().forEach(child -> add(path, child));
  }

  private void add(String path, ResourceMethod method) {
    var type = method.getInvocable().getHandler().getHandlerClass();
    if (!type.getName().startsWith("org.glassfish.jersey.server.")) {
      var endpoint = Resources.endpoint(type, method.getInvocable().getHandlingMethod(), gate);
      var http = method.getHttpMethod();
      endpoint.route(http == null ? "" : http, Templates.plain(path));
      told.add(endpoint);
    }
  }
}
