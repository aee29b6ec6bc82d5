package io.tollgate.samples.rules;

import io.tollgate.samples.shared.HostProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.logging.LogManager;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * One host of the application, as a process. It has no word about Tollgate: the jars on the class
 * path and settings in its environment say where rules come from.
 */
final class DemoHost {

  private DemoHost() {}

  /**
   * Runs on {@code HOST} and {@code PORT} until its standard input ends, with who has started it.
   */
  public static void main(String[] args) throws IOException {
    try (InputStream logging = DemoHost.class.getResourceAsStream("/logging.properties")) {
      LogManager.getLogManager().readConfiguration(logging);
    }
    String host = System.getenv("HOST");
    URI uri = URI.create("http://" + host + ":" + System.getenv("PORT") + "/");
    ResourceConfig application =
        new ResourceConfig(NamedUser.class, ShopResource.class)
            .property(ServerProperties.WADL_FEATURE_DISABLE, true);
    HttpServer server = GrizzlyHttpServerFactory.createHttpServer(uri, application);
    int port = server.getListeners().iterator().next().getPort();
    System.out.println(HostProcess.OPEN + "http://" + host + ":" + port + "/");
    System.in.transferTo(OutputStream.nullOutputStream());
    server.shutdownNow();
  }
}
