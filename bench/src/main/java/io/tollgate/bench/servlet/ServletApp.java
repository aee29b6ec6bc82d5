package io.tollgate.bench.servlet;

import io.tollgate.Settings;
import io.tollgate.bench.CpuTime;
import io.tollgate.servlet.TollgateFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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

  private static final long PER_SECOND = 1_000_000;

  private ServletApp() {}

  /** Runs the variants that the arguments name. */
  public static void main(String... args) throws Exception {
    var servers = new ArrayList<Server>();
    for (var name : args) {
      var server = start(ServletVariant.valueOf(name));
      servers.add(server);
      System.out.println(port(server));
    }
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println(CpuTime.nanos());
    }
    for (var server : servers) {
      server.stop();
    }
  }

  static Server start(ServletVariant variant) throws Exception {
    var context = new ServletContextHandler("/");
    context.addServlet(new ServletHolder(new Greeting()), "/greeting");
    if (variant == ServletVariant.FIELDS) {
      add(context, ServletApp::setFields);
    } else if (variant == ServletVariant.BUCKET4J) {
      add(context, new HandWrittenFilter(PER_SECOND));
    } else if (variant.isLimited()) {
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

  private static void add(ServletContextHandler context, Filter filter) {
    var holder = new FilterHolder(filter);
    holder.setAsyncSupported(true);
    context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
  }

  /** Sets what the limit of the other variant sets, always the same. */
  private static void setFields(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var http = (HttpServletResponse) response;
    http.setHeader("RateLimit-Policy", "\"greeting\";q=1000000;w=1");
    http.setHeader("RateLimit", "\"greeting\";r=999999;t=1");
    chain.doFilter(request, response);
  }

  /** Loaded only where Tollgate is. */
  private static final class Limited {

    static void addTo(ServletContextHandler context) {
      var settings =
          Settings.of(
              Map.of(
                  "tollgate.rules.greeting.path", "/greeting",
                  "tollgate.rules.greeting.limit", PER_SECOND + "/s",
                  "tollgate.rules.greeting.key", "ip"));
      add(context, new TollgateFilter(settings));
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
