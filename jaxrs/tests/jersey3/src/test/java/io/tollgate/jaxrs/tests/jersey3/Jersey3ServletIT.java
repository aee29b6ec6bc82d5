package io.tollgate.jaxrs.tests.jersey3;

import io.tollgate.jaxrs.tests.Host;
import io.tollgate.jaxrs.tests.RestContract;
import jakarta.ws.rs.core.Application;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/** Jersey 3.1 in a servlet of Jetty. */
final class Jersey3ServletIT extends RestContract {

  Jersey3ServletIT() {
    super("Jersey 3.1 in a servlet", Jersey3ServletIT::start);
  }

  static Host.Running start(Application application) throws Exception {
    return start(Map.of("/*", application));
  }

  /** Starts several applications, each at its paths. */
  static Host.Running start(Map<String, Application> applications) throws Exception {
    var context = new ServletContextHandler("/");
    applications.forEach(
        (paths, application) -> {
          var servlet =
              new ServletHolder(
                  paths, new ServletContainer(ResourceConfig.forApplication(application)));
          servlet.setInitOrder(1);
          servlet.setAsyncSupported(true);
          context.addServlet(servlet, paths);
        });
    var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(context);
    var running = new Jetty(server);
    try {
      server.start();
    } catch (Exception e) {
      running.close();
      throw e;
    }
    return running;
  }

  private record Jetty(Server server) implements Host.Running {

    @Override
    public int port() {
      return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    @Override
    public void close() {
      try {
        server.stop();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not stop", e);
      }
    }
  }
}
