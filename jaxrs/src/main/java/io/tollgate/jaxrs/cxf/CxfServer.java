package io.tollgate.jaxrs.cxf;

import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import io.tollgate.jaxrs.AsyncEnd;
import io.tollgate.jaxrs.RefusalMapper;
import io.tollgate.jaxrs.Server;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.jaxrs.impl.ResourceInfoImpl;
import org.apache.cxf.jaxrs.model.URITemplate;
import org.apache.cxf.jaxrs.provider.ServerProviderFactory;
import org.apache.cxf.jaxrs.utils.JAXRSUtils;
import org.jspecify.annotations.Nullable;

/** CXF, on a transport of its own or in a servlet. */
public final class CxfServer implements Server {

  private static final String SERVLET_REQUEST = "HTTP.REQUEST";

  /** Makes what listens to the servers of a bus. */
  private @Nullable Function<ServerLifeCycleManager, CxfEvents> listening;

  private @Nullable ServerLifeCycleManager heard;
  private @Nullable CxfEvents events;
  private volatile boolean hearsOwnBus;

  /** Makes it. */
  public CxfServer() {}

  @Override
  public void join(FeatureContext context, Gate gate, Runnable stop) {
    var tolls = new TollProvider(gate);
    context.register(tolls);
    context.register(new ExplainerProvider(gate));
    listening = servers -> new CxfEvents(tolls, gate, stop, servers);
    listen(BusFactory.getThreadDefaultBus(/* createIfNeeded= */ false));
  }

  /**
   * Listens to a bus. CXF tells a feature nothing of its own one: that is mostly the one of the
   * thread, but not where another application that did not start has left its own there.
   */
  private synchronized void listen(@Nullable Bus bus) {
    var servers = bus == null ? null : bus.getExtension(ServerLifeCycleManager.class);
    if (servers == null || servers == heard || listening == null) {
      return;
    }
    if (heard != null) {
      heard.unRegisterListener(events);
    }
    heard = servers;
    events = listening.apply(servers);
    servers.registerListener(events);
  }

  /** CXF binds nothing to the methods of sub-resources. */
  @Override
  public boolean bindsFilters() {
    return false;
  }

  @Override
  public ResourceInfo matched(ContainerRequestContext request) {
    var message = JAXRSUtils.getCurrentMessage();
    if (!hearsOwnBus) {
      listen(message.getExchange().getBus());
      hearsOwnBus = true;
    }
    return new ResourceInfoImpl(message);
  }

  @Override
  public void passed(ContainerRequestContext request, Passage passage) {
    if (passage.isHolding() || passage.isRefundable()) {
      CallEnd.watch(JAXRSUtils.getCurrentMessage().getExchange().getInMessage(), passage);
    }
  }

  /** Server-sent events go past the chain of interceptors, to the servlet's response. */
  @Override
  public void responds(
      ContainerRequestContext request, ContainerResponseContext response, Passage passage) {
    var message = JAXRSUtils.getCurrentMessage().getExchange().getInMessage();
    if (message.get(SseEventSink.class) != null
        && message.get(SERVLET_REQUEST) instanceof HttpServletRequest servlet
        && !AsyncEnd.watch(servlet, passage)) {
      passage.close();
    }
  }

  @Override
  public boolean parametersAreSegment(ContainerRequestContext request) {
    return request.getUriInfo().getPathParameters().values().stream()
        .anyMatch(values -> values.stream().anyMatch(value -> value.startsWith(";")));
  }

  /** CXF tells only the one that is farthest from the method. */
  @Override
  public Optional<String> pathParameter(ContainerRequestContext request, String name) {
    return JAXRSUtils.getCurrentMessage().get(URITemplate.TEMPLATE_PARAMETERS)
                instanceof Map<?, ?> parameters
            && parameters.get(name) instanceof List<?> matched
            && !matched.isEmpty()
        ? Optional.of(matched.get(matched.size() - 1).toString())
        : Optional.empty();
  }

  @Override
  public Optional<String> peer(ContainerRequestContext request) {
    return JAXRSUtils.getCurrentMessage().get(SERVLET_REQUEST) instanceof HttpServletRequest servlet
        ? Optional.ofNullable(servlet.getRemoteAddr())
        : Optional.empty();
  }

  @Override
  public <T> Optional<T> instance(Class<T> type) {
    return Optional.empty();
  }

  /** CXF does not see that a resolver's type may be stated by an interface in between. */
  @Override
  public Optional<RefusalMapper> refusalMapper() {
    return ServerProviderFactory.getInstance(JAXRSUtils.getCurrentMessage())
        .getContextResolvers()
        .stream()
        .map(resolver -> resolver.getProvider())
        .filter(RefusalMapper.class::isInstance)
        .map(RefusalMapper.class::cast)
        .findFirst();
  }
}
