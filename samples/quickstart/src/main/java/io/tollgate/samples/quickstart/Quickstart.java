package io.tollgate.samples.quickstart;

import io.tollgate.samples.shared.HostProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** Starts the sample: the interface below {@code /api} and the page at {@code /}. */
public final class Quickstart implements AutoCloseable {

  /** Ends the process when its standard input does: with whoever has started it. */
  static final String UNTIL_INPUT_ENDS = "--until-input-ends";

  private final HttpServer server;
  private final String host;

  private Quickstart(HttpServer server, String host) {
    this.server = server;
    this.host = host;
  }

  /**
   * Starts on {@code PORT}, or 8080, and runs until the process is stopped; with {@code --redis} as
   * three hosts that share their buckets.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (InputStream logging = Quickstart.class.getResourceAsStream("/logging.properties")) {
      LogManager.getLogManager().readConfiguration(logging);
    }
    Map<String, String> environment = System.getenv();
    String host = environment.getOrDefault("HOST", "localhost");
    String port = environment.getOrDefault("PORT", "8080");
    System.exit(run(List.of(args), host, port, System.out, System.err));
  }

  private static int run(
      List<String> options, String host, String port, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      err.println("PORT is \"" + port + "\"; it must be a number from 0 to 65535");
      return 1;
    }
    try {
      if (options.contains("--redis")) {
        runShared(host, Integer.parseInt(port), out);
      } else {
        runAlone(host, Integer.parseInt(port), options.contains(UNTIL_INPUT_ENDS), out);
      }
      return 0;
    } catch (BindException e) {
      err.println("Port " + port + " of " + host + " cannot be had: " + e.getMessage());
      err.println("Take another one: PORT=8081 ./demo");
      return 1;
    }
  }

  private static void runAlone(String host, int port, boolean untilInputEnds, PrintStream out)
      throws IOException, InterruptedException {
    try (Quickstart quickstart = start(host, port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(quickstart::close, "stop"));
      if (untilInputEnds) {
        out.println(HostProcess.OPEN + quickstart.uri());
        System.in.transferTo(OutputStream.nullOutputStream());
      } else {
        welcome(quickstart.uri(), out);
        new CountDownLatch(1).await(); // Until Ctrl-C, which ends the process.
      }
    }
  }

  private static void runShared(String host, int port, PrintStream out)
      throws IOException, InterruptedException {
    out.println("Starting Redis and three hosts …");
    try (SharedQuickstart shared = SharedQuickstart.start(host, port, out)) {
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "stop"));
      welcome(shared.uri(), out);
      out.println("Three hosts over one Redis answer in turn, and share every bucket. Directly:");
      shared.hosts().forEach(uri -> out.println("  curl -i -u alice:x " + uri + "api/report"));
      out.println();
      new CountDownLatch(1).await(); // Until Ctrl-C, which ends the process.
    }
  }

  private static void welcome(URI uri, PrintStream out) {
    String curl = "  curl -i -u alice:x " + uri + "api/";
    out.println();
    out.println("Tollgate quickstart runs; Ctrl-C stops it. Open " + uri + " or try:");
    out.println();
    out.println(curl + "greeting   # 1 token of the 8 that alice has");
    out.println(curl + "report     # 3 tokens; the third at once is refused: 429");
    out.println(curl + "balance    # costs nothing; see the RateLimit header");
    out.println();
  }

  /**
   * Starts on {@code port} of {@code host}; 0 takes a free port.
   *
   * @throws BindException if the port is in use
   */
  static Quickstart start(String host, int port) throws IOException {
    URI api = URI.create("http://" + host + ":" + port + "/api/");
    HttpServer server =
        GrizzlyHttpServerFactory.createHttpServer(api, application(), /* start= */ false);
    server.getServerConfiguration().addHttpHandler(new Page(), "/");
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      server.shutdownNow();
      throw e;
    }
    return new Quickstart(server, host);
  }

  /** The application has no word about Tollgate: its jar beside Jersey is enough. */
  private static ResourceConfig application() {
    return new ResourceConfig(
            BasicAuthentication.class,
            BudgetResource.class,
            ForecastResource.class,
            SearchResource.class,
            RenderResource.class,
            ExportResource.class,
            PreviewResource.class)
        .property(ServerProperties.WADL_FEATURE_DISABLE, true);
  }

  /** Returns where the page is. */
  URI uri() {
    int port = server.getListeners().iterator().next().getPort();
    return URI.create("http://" + host + ":" + port + "/");
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
