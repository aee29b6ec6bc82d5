package io.tollgate.samples.rules;

import io.tollgate.Settings;
import io.tollgate.rules.RulesServer;
import io.tollgate.samples.shared.HostProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** The sample: the rules service with its page, and two hosts that get their rules from it. */
public final class RulesDemo implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(RulesDemo.class.getName());

  /** The service's own limits would be a long table before what the sample is about. */
  private static final Logger TOLLGATE = Logger.getLogger("io.tollgate");

  private static final int HOSTS = 2;

  /** What an owner of the shop has changed so far. */
  private static final List<String> RULES =
      List.of(
          "{\"name\": \"search\", \"bucket\": \"search\", \"limit\": \"60/min\"}",
          "{\"name\": \"acme\", \"bucket\": \"search\", \"user\": \"acme\", \"limit\":"
              + " \"240/min\"}",
          "{\"name\": \"abroad\", \"path\": \"/items/*\", \"country\": \"!DE\", \"limit\":"
              + " \"20/min\", \"key\": \"ip\", \"mode\": \"shadow\"}",
          "{\"name\": \"bad addresses\", \"address\": [\"203.0.113.0/24\", \"2001:db8:bad::/48\"],"
              + " \"deny\": true}",
          "{\"name\": \"items\", \"bucket\": \"items\", \"limit\": \"240/min\"}");

  private final RulesServer server;
  private final String token;
  private final Path folder;
  private final List<HostProcess> processes = new ArrayList<>();
  private final List<URI> hosts = new ArrayList<>();

  private RulesDemo(RulesServer server, String token, Path folder) {
    this.server = server;
    this.token = token;
    this.folder = folder;
  }

  /** Starts the page on {@code PORT}, or 8090, and runs until the process is stopped. */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (InputStream logging = RulesDemo.class.getResourceAsStream("/logging.properties")) {
      LogManager.getLogManager().readConfiguration(logging);
    }
    TOLLGATE.setLevel(Level.WARNING);
    Map<String, String> environment = System.getenv();
    String host = environment.getOrDefault("HOST", "localhost");
    String port = environment.getOrDefault("PORT", "8090");
    System.exit(run(host, port, System.out, System.err));
  }

  private static int run(String host, String port, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      err.println("PORT is \"" + port + "\"; it must be a number from 0 to 65535");
      return 1;
    }
    out.println("Starting the rules service and two hosts …");
    try (RulesDemo demo = start(host, Integer.parseInt(port), out);
        Traffic traffic = new Traffic(demo.hosts())) {
      Runtime.getRuntime().addShutdownHook(new Thread(demo::close, "stop"));
      traffic.start();
      welcome(demo, out);
      new CountDownLatch(1).await(); // Until Ctrl-C, which ends the process.
      return 0;
    } catch (BindException e) {
      err.println("Port " + port + " of " + host + " cannot be had: " + e.getMessage());
      err.println("Take another one: PORT=8091 ./demo rules");
      return 1;
    }
  }

  private static void welcome(RulesDemo demo, PrintStream out) {
    out.println();
    out.println("The rules service and two hosts run; Ctrl-C stops them. Open the page:");
    out.println();
    out.println("  " + demo.uri());
    out.println("  token: " + demo.token());
    out.println();
    out.println("Some users call the hosts all the time: see Live. By hand:");
    demo.hosts().forEach(uri -> out.println("  curl -i -u alice:x " + uri + "search"));
    out.println();
    out.println("Lower the limit of the rule search on the page, and both refuse by it at once.");
    out.println("What the page does, programs can do as well:");
    out.println(
        "  curl -H 'Authorization: Bearer " + demo.token() + "' " + demo.uri() + "v1/rules");
    out.println();
  }

  /**
   * Starts the page on {@code port}, and the hosts on the two after it; 0 takes free ports.
   *
   * @throws BindException if the port of the page is in use
   */
  static RulesDemo start(String host, int port, PrintStream out)
      throws IOException, InterruptedException {
    String token = secret();
    Path folder = Files.createTempDirectory("tollgate-rules-demo");
    Settings settings =
        Settings.of(
            Map.of(
                "tollgate.server.host", host,
                "tollgate.server.port", port,
                "tollgate.server.database.url", "jdbc:h2:file:" + folder.resolve("rules"),
                "tollgate.server.admintoken", token));
    RulesDemo demo = new RulesDemo(RulesServer.start(settings, out), token, folder);
    try {
      demo.open(host, port, out);
      return demo;
    } catch (IOException | InterruptedException | RuntimeException e) {
      demo.close();
      throw e;
    }
  }

  private void open(String host, int port, PrintStream out)
      throws IOException, InterruptedException {
    ServiceCalls service = new ServiceCalls(uri(), token);
    service.awaitReady();
    for (String rule : RULES) {
      service.addRule(rule);
    }
    String hostToken = service.addToken("hosts", "host");
    for (int i = 1; i <= HOSTS; i++) {
      Map<String, String> environment =
          Map.of(
              "HOST",
              host,
              "PORT",
              Integer.toString(port == 0 ? 0 : port + i),
              "TOLLGATE_RULES_SERVICE",
              uri().toString(),
              "TOLLGATE_RULES_TOKEN",
              hostToken,
              "TOLLGATE_RULES_HOST",
              "shop-" + i,
              "TOLLGATE_RULES_FILE",
              folder.resolve("shop-" + i + ".json").toString());
      List<String> main = List.of(DemoHost.class.getName());
      processes.add(HostProcess.start("shop-" + i, main, environment, /* isTwin= */ i > 1, out));
    }
    for (HostProcess process : processes) {
      hosts.add(process.awaitUri());
    }
  }

  private static String secret() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns where the page is. */
  URI uri() {
    return server.uri();
  }

  /** Returns the token of the user admin. */
  String token() {
    return token;
  }

  /** Returns where the hosts are. */
  List<URI> hosts() {
    return List.copyOf(hosts);
  }

  @Override
  public void close() {
    processes.forEach(HostProcess::close);
    server.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.INFO, folder + " could not be removed", e); // A host may still write there.
    }
  }
}
