package io.tollgate.samples.servlet;

import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.URI;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ResourceServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Starts the sample on an embedded Jetty. */
public final class ServletDemo implements AutoCloseable {

  private final Server server;
  private final String host;

  private ServletDemo(Server server, String host) {
    this.server = server;
    this.host = host;
  }

  /** Starts on {@code PORT}, or 8080, and runs until the process is stopped. */
  public static void main(String[] args) throws Exception {
    try (InputStream logging = ServletDemo.class.getResourceAsStream("/logging.properties")) {
      LogManager.getLogManager().readConfiguration(logging);
    }
    Map<String, String> environment = System.getenv();
    String host = environment.getOrDefault("HOST", "localhost");
    String port = environment.getOrDefault("PORT", "8080");
    System.exit(run(host, port, System.out, System.err));
  }

  private static int run(String host, String port, PrintStream out, PrintStream err)
      throws Exception {
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      err.println("PORT is \"" + port + "\"; it must be a number from 0 to 65535");
      return 1;
    }
    try (ServletDemo demo = start(host, Integer.parseInt(port))) {
      welcome(demo.uri(), out);
      new CountDownLatch(1).await(); // Until Ctrl-C, which ends the process.
      return 0;
    } catch (IOException e) {
      if (!(e.getCause() instanceof BindException)) {
        throw e;
      }
      err.println("Port " + port + " of " + host + " cannot be had: " + e.getMessage());
      err.println("Take another one: PORT=8081 ./demo servlet");
      return 1;
    }
  }

  private static void welcome(URI uri, PrintStream out) {
    out.println();
    out.println("Tollgate for servlets runs; Ctrl-C stops it. Try:");
    out.println();
    out.println("  curl -i " + uri + "items/1           # a rule for /items/{id}: 5 in 10 s");
    out.println("  curl -i -X POST " + uri + "items/1   # another rule for POST: 2 in 10 s");
    out.println("  curl -i " + uri + "search            # an annotation on a servlet");
    out.println("  curl -i " + uri + "files/hello.txt   # a file; see the RateLimit header");
    out.println();
    out.println("One page is printed each second; who comes in between waits for his turn:");
    out.println();
    out.println(
        "  for i in 1 2 3 4 5 6 7 8; do curl -s -o /dev/null -w '%{http_code} %{time_total}s\\n' "
            + uri
            + "print & done; wait");
    out.println();
  }

  /**
   * Starts on {@code port} of {@code host}; 0 takes a free port.
   *
   * @throws IOException if the port is in use
   */
  static ServletDemo start(String host, int port) throws Exception {
    var server = new Server();
    var connector = new ServerConnector(server);
    connector.setHost(host);
    connector.setPort(port);
    server.addConnector(connector);
    server.setHandler(application());
    try {
      server.start();
    } catch (Exception e) {
      server.stop();
      throw e;
    }
    server.setStopAtShutdown(true);
    return new ServletDemo(server, host);
  }

  private static ServletContextHandler application() {
    var context = new ServletContextHandler("/");
    // An embedded server reads no web fragment, so the filter is registered by hand.
    var tollgate = new FilterHolder(new TollgateFilter());
    tollgate.setAsyncSupported(true);
    context.addFilter(tollgate, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));

    context.addServlet(ItemsServlet.class, "/items/*");
    context.addServlet(SearchServlet.class, "/search");
    context.addServlet(PrintServlet.class, "/print");
    context.addServlet(new ServletHolder("files", ResourceServlet.class), "/files/*");
    var files = Objects.requireNonNull(ServletDemo.class.getResource("/files/"));
    context.setBaseResource(ResourceFactory.of(context).newResource(files));
    return context;
  }

  /** Returns where it answers. */
  URI uri() {
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    return URI.create("http://" + host + ":" + port + "/");
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
