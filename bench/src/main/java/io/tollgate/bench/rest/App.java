package io.tollgate.bench.rest;

import io.tollgate.bench.CpuTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ContainerFactory;

/**
 * Serves variants in a process of its own, all on one server, each under a path of its own. It
 * prints the port of the server first, then the paths, a line for each.
 *
 * <p>Every line that it reads it answers with the nanoseconds of CPU time that the process has
 * used; it ends with its input, so it does not outlive whoever started it.
 */
public final class App {

  private App() {}

  /** Runs the variants that the arguments name. */
  public static void main(String... args) throws IOException {
    var variants = Arrays.stream(args).map(Variant::valueOf).toList();
    var server = start(variants);
    System.out.println(port(server));
    for (int i = 0; i < variants.size(); i++) {
      System.out.println(path(i));
    }
    var cpu = new CpuTime();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println(cpu.nanos());
    }
    server.shutdownNow();
  }

  static HttpServer start(List<Variant> variants) throws IOException {
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:0/"), /* start= */ false);
    for (int i = 0; i < variants.size(); i++) {
      var place = HttpHandlerRegistration.builder().contextPath(path(i)).urlPattern("/*").build();
      server.getServerConfiguration().addHttpHandler(container(variants.get(i)), place);
    }
    // By default Grizzly closes a connection after 256 requests, or 30 s without one.
    var keepAlive = server.getListeners().iterator().next().getKeepAlive();
    keepAlive.setMaxRequestsCount(-1);
    keepAlive.setIdleTimeoutInSeconds(-1);
    server.start();
    return server;
  }

  @SuppressWarnings("resource") // The application needs its classes until the process ends.
  private static GrizzlyHttpContainer container(Variant variant) {
    var classes = new OwnClasses();
    return classes.within(
        () ->
            ContainerFactory.createContainer(
                GrizzlyHttpContainer.class, classes.application(variant)));
  }

  /** Returns where the server has the variant that was named at this place. */
  static String path(int place) {
    return "/" + (char) ('a' + place);
  }

  static int port(HttpServer server) {
    return server.getListeners().iterator().next().getPort();
  }
}
