package io.tollgate.jaxrs.tests.cxf;

import io.tollgate.jaxrs.TollgateFeature;
import io.tollgate.jaxrs.tests.App;
import io.tollgate.jaxrs.tests.Host;
import io.tollgate.jaxrs.tests.RestContract;
import jakarta.ws.rs.core.Application;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.cxf.jaxrs.servlet.CXFNonSpringJaxrsServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** CXF 4.1 in a servlet of Jetty, where the feature has to be registered. */
final class CxfServerIT extends RestContract {

  CxfServerIT() {
    super("CXF 4.1", CxfServerIT::start);
  }

  static Host.Running start(Application application) throws Exception {
    if (application instanceof App app && !app.hasSingleton(TollgateFeature.class)) {
      app.with(TollgateFeature.class);
    }
    var servlet = new ServletHolder(new CXFNonSpringJaxrsServlet(application));
    servlet.setInitOrder(1);
    servlet.setAsyncSupported(true);
    var context = new ServletContextHandler("/");
    context.addServlet(servlet, "/*");
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
