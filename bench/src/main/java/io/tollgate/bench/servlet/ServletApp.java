package io.tollgate.bench.servlet;

import com.sun.management.OperatingSystemMXBean;
import io.tollgate.Settings;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Serves variants on Jetty in a process of its own, each on a free port; it prints the ports first,
 * a line for each, answers each line with the CPU time it has used, and ends with its input.
 */
public final class ServletApp {

  private ServletApp() {}

  /** Runs the variants that the arguments name. */
  public static void main(String... args) throws Exception {
    var servers = new ArrayList<Server>();
    for (var name : args) {
      var server = start(ServletVariant.valueOf(name));
      servers.add(server);
      System.out.println(port(server));
    }
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println(system.getProcessCpuTime());
    }
    for (var server : servers) {
      server.stop();
    }
  }

  static Server start(ServletVariant variant) throws Exception {
    var context = new ServletContextHandler("/");
    context.addServlet(new ServletHolder(new Greeting()), "/greeting");
    if (variant.isLimited()) {
      Limited.addTo(context);
    }
    var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(context);
    server.start();
    return server;
  }

  static int port(Server server) {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  /** Loaded only where Tollgate is. */
  private static final class Limited {

    static void addTo(ServletContextHandler context) {
      var settings =
          Settings.of(
              Map.of(
                  "tollgate.rules.greeting.path", "/greeting",
                  "tollgate.rules.greeting.limit", "1000000/s",
                  "tollgate.rules.greeting.key", "ip"));
      var filter = new FilterHolder(new TollgateFilter(settings));
      filter.setAsyncSupported(true);
      context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    }
  }

  /** Answers as nginx does: a short text. */
  private static final class Greeting extends HttpServlet {

    private static final long serialVersionUID = 1;
    private static final byte[] TEXT = "Hello!\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.setContentLength(TEXT.length);
      response.getOutputStream().write(TEXT);
    }
  }
}
