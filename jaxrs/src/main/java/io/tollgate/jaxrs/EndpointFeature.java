package io.tollgate.jaxrs;

import io.tollgate.Phase;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;

/** Binds filters to the endpoints that have limits, or may get some by rules, and to no others. */
final class EndpointFeature implements DynamicFeature {

  private final Gate gate;
  private final Passages passages;
  private final Responses responses;
  private final Server server;

  EndpointFeature(Gate gate, Passages passages, Responses responses, Server server) {
    this.gate = gate;
    this.passages = passages;
    this.responses = responses;
    this.server = server;
  }

  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    if (resource.getResourceClass().getName().startsWith("org.glassfish.jersey.server.")) {
      return; // Jersey's own answers to OPTIONS.
    }
    Resources.tellLocators(server.passedResources(), gate);
    Endpoint endpoint =
        Resources.endpoint(resource.getResourceClass(), resource.getResourceMethod(), gate);
    if (!endpoint.isLimited() && !gate.isRuled()) {
      return;
    }
    if (endpoint.isAsked(Phase.BEFORE_AUTHENTICATION)) {
      context.register(new LimitFilter.Early(request -> endpoint, passages), LimitFilter.EARLY);
    }
    if (endpoint.isAsked(Phase.AFTER_AUTHENTICATION) || gate.isRuled()) {
      context.register(new LimitFilter.Late(request -> endpoint, passages), LimitFilter.LATE);
    }
    if (!server.seesHeads()) {
      context.register(new FieldsFilter(responses), FieldsFilter.LAST);
    }
    if (server.endsByWriting(resource)) {
      context.register(new EndInterceptor());
    }
  }
}
