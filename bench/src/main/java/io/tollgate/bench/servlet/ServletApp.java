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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;

/**
 * Serves variants on Jetty in a process of its own, all on one server, each in a context of its
 * own. It prints the port of the server first, then the paths of the contexts, a line for each, and
 * ends with its input. It answers the line {@code times} with how long the filters of those
 * variants took that were named with {@code timed:} before them, and any other line with the CPU
 * time it has used.
 */
public final class ServletApp {

  /** What stands before a variant whose filter is to be timed. */
  public static final String TIMED = "timed:";

  /** Asks for the median of each timed filter since the last time, in nanoseconds. */
  public static final String TIMES = "times";

  private static final long PER_SECOND = 1_000_000;

  private ServletApp() {}

  /** Runs the variants that the arguments name. */
  public static void main(String... args) throws Exception {
    var filters = new ArrayList<Optional<Filter>>();
    var watches = new ArrayList<Stopwatch>();
    for (var arg : args) {
      filters.add(arg.startsWith(TIMED) ? timed(arg, watches) : filter(variant(arg)));
    }
    var server = start(filters);
    System.out.println(port(server));
    for (int i = 0; i < args.length; i++) {
      System.out.println(path(i));
    }
    var cpu = new CpuTime();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(line.equals(TIMES) ? times(watches) : Long.toString(cpu.nanos()));
    }
    server.stop();
  }

  private static ServletVariant variant(String name) {
    return ServletVariant.valueOf(name);
  }

  private static String times(List<Stopwatch> watches) {
    return watches.stream()
        .map(watch -> Long.toString(watch.takeMedianNanos()))
        .collect(Collectors.joining(" "));
  }

  private static Optional<Filter> timed(String arg, List<Stopwatch> watches) {
    var filter = filter(variant(arg.substring(TIMED.length())));
    // Without a limiter, what the stopwatch itself takes is timed.
    var watch =
        new Stopwatch(
            filter.orElse((request, response, chain) -> chain.doFilter(request, response)));
    watches.add(watch);
    return Optional.of(watch);
  }

  static Server start(ServletVariant variant) throws Exception {
    return start(List.of(filter(variant)));
  }

  private static Optional<Filter> filter(ServletVariant variant) {
    return switch (variant) {
      case FIELDS -> Optional.of(ServletApp::setFields);
      case COUNT -> Optional.of(new CountInMap(PER_SECOND));
      case BUCKET4J -> Optional.of(new HandWrittenFilter(PER_SECOND));
      case FILTER -> Optional.of(Limited.filter());
      case NONE, NONE_AGAIN -> Optional.empty();
      case NGINX, NGINX_LIMITED ->
          throw new IllegalArgumentException(variant + " is not served by Jetty");
    };
  }

  private static Server start(List<Optional<Filter>> filters) throws Exception {
    var contexts = new ContextHandlerCollection();
    for (int i = 0; i < filters.size(); i++) {
      var context = new ServletContextHandler(path(i));
      context.addServlet(new ServletHolder(new Greeting()), "/greeting");
      filters.get(i).ifPresent(filter -> add(context, filter));
      contexts.addHandler(context);
    }
    var server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.setHandler(contexts);
    // By default Jetty closes a connection after 30 s without a request.
    connector(server).setIdleTimeout(0);
    server.start();
    return server;
  }

  /** Returns where the server has the variant that was named at this place. */
  static String path(int place) {
    return "/" + (char) ('a' + place);
  }

  private static ServerConnector connector(Server server) {
    return (ServerConnector) server.getConnectors()[0];
  }

  static int port(Server server) {
    return connector(server).getLocalPort();
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

    static Filter filter() {
      return new TollgateFilter(
          Settings.of(
              Map.of(
                  "tollgate.rules.greeting.path", "/greeting",
                  "tollgate.rules.greeting.limit", PER_SECOND + "/s",
                  "tollgate.rules.greeting.key", "ip")));
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
