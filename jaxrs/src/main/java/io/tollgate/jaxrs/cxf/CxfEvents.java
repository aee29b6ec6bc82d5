package io.tollgate.jaxrs.cxf;

import io.tollgate.Toll;
import io.tollgate.http.Gate;
import io.tollgate.jaxrs.Resources;
import java.util.ArrayList;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.jaxrs.JAXRSServiceImpl;
import org.apache.cxf.jaxrs.ext.ContextProvider;
import org.apache.cxf.jaxrs.provider.ServerProviderFactory;

/** Hears when the application starts, with all its resources known, and when it stops. */
final class CxfEvents implements ServerLifeCycleListener {

  private final TollProvider tolls;
  private final Gate gate;
  private final Runnable stop;
  private final ServerLifeCycleManager servers;

  CxfEvents(TollProvider tolls, Gate gate, Runnable stop, ServerLifeCycleManager servers) {
    this.tolls = tolls;
    this.gate = gate;
    this.stop = stop;
    this.servers = servers;
  }

  @Override
  public void startServer(Server server) {
    if (isOurs(server) && server.getEndpoint().getService() instanceof JAXRSServiceImpl service) {
      var classes = new ArrayList<Class<?>>();
      service.getClassResourceInfos().forEach(info -> classes.add(info.getServiceClass()));
      try {
        Resources.tell(classes, gate);
        gate.start();
      } catch (RuntimeException e) {
        servers.unRegisterListener(this); // It will not be tried again.
        stop.run();
        throw e;
      }
    }
  }

  @Override
  public void stopServer(Server server) {
    if (isOurs(server)) {
      servers.unRegisterListener(this);
      stop.run();
    }
  }

  /** A bus may carry several servers; ours is the one that has our provider. */
  private boolean isOurs(Server server) {
    if (server.getEndpoint().get(ServerProviderFactory.class.getName())
        instanceof ServerProviderFactory factory) {
      ContextProvider<Toll> provider = factory.createContextProvider(Toll.class, null);
      return provider == tolls;
    }
    return false;
  }
}
