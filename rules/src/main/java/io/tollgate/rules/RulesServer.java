package io.tollgate.rules;

import io.tollgate.Health;
import io.tollgate.Settings;
import io.tollgate.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.LogManager;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.hk2.utilities.binding.AbstractBinder;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * The rules service as a process, or inside one: the interface below {@code /v1}, the page at
 * {@code /}, health below {@code /health}.
 *
 * <p>It starts whether or not its database is there, and becomes ready when it is.
 */
public final class RulesServer implements AutoCloseable {

  /** More than most proxies take, and enough for a question in a header field. */
  private static final int MAX_HEADER_BYTES = 16_384;

  private final ServerSettings settings;
  private final PrintStream out;
  private final Database database;
  private final Tokens tokens;
  private final Denials denials;
  private final Upkeep upkeep;
  private final ExecutorService pushes =
      Executors.newFixedThreadPool(2, task -> daemon(task, "tollgate-rules-push"));
  private final HttpServer server;

  private RulesServer(ServerSettings settings, PrintStream out, InstantSource clock) {
    this.settings = settings;
    this.out = out;
    this.database = new Database(settings);
    this.tokens = new Tokens(database, clock);
    this.denials = new Denials(database, clock);
    var snapshots = new Snapshots(database, clock, pushes);
    var hosts = new Hosts(clock);
    var changes = new Changes(database, clock, snapshots, hosts::know, settings.fourEyes());
    this.upkeep =
        new Upkeep(
            this::prepare,
            () -> {
              changes.endGrants();
              snapshots.refreshIfStale();
            });
    var explainer = new Explainer(snapshots, new OwnRules(snapshots, clock)::explain);
    var application =
        new ResourceConfig()
            .property(ServerProperties.WADL_FEATURE_DISABLE, true)
            // A proxy may have changed the host, so it is left out.
            .property(ServerProperties.LOCATION_HEADER_RELATIVE_URI_RESOLUTION_DISABLED, true)
            .register(PeerFilter.class)
            .register(new BodyLimit())
            .register(new SecureHeaders())
            .register(new AccessFeature(tokens, denials, upkeep::health))
            .register(new JsonProvider.Reader())
            .register(new JsonProvider.Writer())
            .register(new Problems.OfService())
            .register(new Problems.OfRest())
            .register(new Problems.OfDatabase())
            .register(new Problems.OfAnything())
            .register(new Parts(database, clock, tokens, snapshots, changes, hosts, explainer))
            .registerClasses(
                RulesResource.class,
                GrantsResource.class,
                ProposalsResource.class,
                SnapshotResource.class,
                HostsResource.class,
                ExplainResource.class,
                TokensResource.class,
                AboutResource.class);
    this.server = server(settings, application, upkeep);
  }

  private static HttpServer server(
      ServerSettings settings, ResourceConfig application, Upkeep upkeep) {
    var uri = URI.create("http://" + settings.host() + ":" + settings.port() + "/v1/");
    var server = GrizzlyHttpServerFactory.createHttpServer(uri, application, /* start= */ false);
    var configuration = server.getServerConfiguration();
    server.getHttpHandler().setAllowEncodedSlash(true); // The name of a rule may have one.
    configuration
        .getHttpHandlersWithMapping()
        .keySet()
        .forEach(handler -> handler.setAllowEncodedSlash(true));
    configuration.addHttpHandler(new HealthHandler(upkeep::health), "/health");
    configuration.addHttpHandler(new Page(), "/");
    for (NetworkListener listener : server.getListeners()) {
      listener.setMaxHttpHeaderSize(MAX_HEADER_BYTES);
    }
    return server;
  }

  private static Thread daemon(Runnable task, String name) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Done once, when the database is there. */
  private void prepare() {
    database.migrate();
    var secret = settings.adminToken().orElseGet(Token::newSecret);
    if (tokens.addFirst(secret) && settings.adminToken().isEmpty()) {
      out.println("The token of the user admin, who may do everything; it is shown only now:");
      out.println("  " + secret);
    }
  }

  /**
   * Runs the service until the process is stopped, or with {@code tokens} works on its tokens.
   *
   * <p>Settings come from system properties, the environment and {@code tollgate.yaml}.
   */
  public static void main(String[] args) throws InterruptedException, IOException {
    if (System.getProperty("java.util.logging.config.file") == null) {
      try (InputStream logging = RulesServer.class.getResourceAsStream("logging.properties")) {
        LogManager.getLogManager().readConfiguration(logging);
      }
    }
    System.exit(run(List.of(args), System.out, System.err));
  }

  private static int run(List<String> args, PrintStream out, PrintStream err)
      throws InterruptedException {
    try {
      var settings = Settings.load();
      if (!args.isEmpty()) {
        return new TokensCommand(ServerSettings.of(settings), out, err).run(args);
      }
      try (RulesServer server = start(settings, out)) {
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
        out.println("The rules service runs at " + server.uri() + "; Ctrl-C stops it.");
        new CountDownLatch(1).await(); // Until Ctrl-C, which ends the process.
      }
      return 0;
    } catch (SettingsException | IOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  /**
   * Starts the service.
   *
   * @param out gets the token of the user admin when there is no token yet
   * @throws BindException if the port is in use
   */
  public static RulesServer start(Settings settings, PrintStream out) throws IOException {
    return start(settings, out, InstantSource.system());
  }

  static RulesServer start(Settings settings, PrintStream out, InstantSource clock)
      throws IOException {
    var own = ServerSettings.of(settings);
    var started = new RulesServer(own, out, clock);
    try {
      started.server.start();
      started.upkeep.start();
      return started;
    } catch (BindException e) {
      started.close();
      throw (IOException) new BindException(unavailable(own, e)).initCause(e);
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static String unavailable(ServerSettings settings, BindException e) {
    return String.format(
        "Port %d of %s cannot be had: %s; take another one by tollgate.server.port",
        settings.port(), settings.host(), e.getMessage());
  }

  /** Returns where the page is. */
  public URI uri() {
    int port = server.getListeners().iterator().next().getPort();
    return URI.create("http://" + settings.host() + ":" + port + "/");
  }

  /** Tells whether the database is there. */
  public Health health() {
    return upkeep.health();
  }

  @Override
  public void close() {
    upkeep.close();
    server.shutdownNow();
    pushes.shutdownNow();
    denials.close();
    database.close();
  }

  /** What the resources are made of. */
  private static final class Parts extends AbstractBinder {

    private final Database database;
    private final InstantSource clock;
    private final Tokens tokens;
    private final Snapshots snapshots;
    private final Changes changes;
    private final Hosts hosts;
    private final Explainer explainer;

    Parts(
        Database database,
        InstantSource clock,
        Tokens tokens,
        Snapshots snapshots,
        Changes changes,
        Hosts hosts,
        Explainer explainer) {
      this.database = database;
      this.clock = clock;
      this.tokens = tokens;
      this.snapshots = snapshots;
      this.changes = changes;
      this.hosts = hosts;
      this.explainer = explainer;
    }

    @Override
    protected void configure() {
      bind(database).to(Database.class);
      bind(clock).to(InstantSource.class);
      bind(tokens).to(Tokens.class);
      bind(snapshots).to(Snapshots.class);
      bind(changes).to(Changes.class);
      bind(hosts).to(Hosts.class);
      bind(explainer).to(Explainer.class);
    }
  }
}
