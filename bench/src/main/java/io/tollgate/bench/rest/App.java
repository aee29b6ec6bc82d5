package io.tollgate.bench.rest;

import io.tollgate.bench.CpuTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;

/**
 * Serves variants in a process of its own, each on a free port; it prints the ports first, a line
 * for each.
 *
 * <p>Every line that it reads it answers with the nanoseconds of CPU time that the process has
 * used; it ends with its input, so it does not outlive whoever started it.
 */
public final class App {

  private App() {}

  /** Runs the variants that the arguments name. */
  public static void main(String... args) throws IOException {
    var servers = new ArrayList<HttpServer>();
    for (var name : args) {
      var server = start(Variant.valueOf(name));
      servers.add(server);
      System.out.println(port(server));
    }
    var cpu = new CpuTime();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println(cpu.nanos());
    }
    servers.forEach(HttpServer::shutdownNow);
  }

  static HttpServer start(Variant variant) throws IOException {
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:0/"), variant.application(), /* start= */ false);
    // By default Grizzly closes a connection after 256 requests, or 30 s without one.
    var keepAlive = server.getListeners().iterator().next().getKeepAlive();
    keepAlive.setMaxRequestsCount(-1);
    keepAlive.setIdleTimeoutInSeconds(-1);
    server.start();
    return server;
  }

  static int port(HttpServer server) {
    return server.getListeners().iterator().next().getPort();
  }
}
