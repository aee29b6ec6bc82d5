package io.tollgate.jaxrs.tests.resteasy;

import io.tollgate.jaxrs.tests.Host;
import io.tollgate.jaxrs.tests.RestContract;
import io.undertow.Undertow;
import jakarta.ws.rs.core.Application;
import java.net.InetSocketAddress;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;

/** RESTEasy 6.2 in a servlet of Undertow. */
final class ResteasyServerIT extends RestContract {

  ResteasyServerIT() {
    super("RESTEasy 6.2", ResteasyServerIT::start);
  }

  private static Host.Running start(Application application) {
    var server = new Server();
    server.start(Undertow.builder().addHttpListener(0, "127.0.0.1"));
    try {
      // Not deploy(application), which forgets the deployment, so that nobody stops it.
      var deployment = new ResteasyDeploymentImpl();
      deployment.setApplication(application);
      deployment.start();
      server.setDeployment(deployment);
      server.deploy(deployment);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static final class Server extends UndertowJaxrsServer implements Host.Running {

    @Override
    public int port() {
      var address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
      return address.getPort();
    }

    @Override
    public void close() {
      stop();
    }
  }
}
