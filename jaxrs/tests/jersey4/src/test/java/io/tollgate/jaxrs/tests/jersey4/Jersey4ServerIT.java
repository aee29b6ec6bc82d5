package io.tollgate.jaxrs.tests.jersey4;

import io.tollgate.jaxrs.tests.Host;
import io.tollgate.jaxrs.tests.RestContract;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** Jersey 4.0 on Grizzly. */
final class Jersey4ServerIT extends RestContract {

  Jersey4ServerIT() {
    super("Jersey 4.0", Jersey4ServerIT::start);
  }

  private static Host.Running start(Application application) {
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:0/"), ResourceConfig.forApplication(application));
    return new Grizzly(server);
  }

  private record Grizzly(HttpServer server) implements Host.Running {

    @Override
    public int port() {
      return server.getListeners().iterator().next().getPort();
    }

    @Override
    public void close() {
      server.shutdownNow();
    }
  }
}
