package io.tollgate.samples.quickstart;

import io.tollgate.redis.server.RedisServer;
import io.tollgate.samples.shared.HostProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;

/**
 * The sample as three hosts that share their buckets: three processes over one Redis, and the page
 * before them, whose calls they answer in turn.
 */
final class SharedQuickstart implements AutoCloseable {

  private static final int HOSTS = 3;
  private static final List<String> MAIN =
      List.of(Quickstart.class.getName(), Quickstart.UNTIL_INPUT_ENDS);

  private final RedisServer redis = RedisServer.start();
  private final List<HostProcess> processes = new ArrayList<>();
  private final List<URI> hosts = new ArrayList<>();
  private final HttpServer front = new HttpServer();
  private final String host;

  private SharedQuickstart(String host) {
    this.host = host;
  }

  /**
   * Starts the page on {@code port}, and the hosts on the three after it; 0 takes free ports.
   *
   * @throws java.net.BindException if the port of the page is in use
   */
  static SharedQuickstart start(String host, int port, PrintStream out)
      throws IOException, InterruptedException {
    SharedQuickstart shared = new SharedQuickstart(host);
    try {
      shared.open(port, out);
      return shared;
    } catch (IOException | InterruptedException | RuntimeException e) {
      shared.close();
      throw e;
    }
  }

  private void open(int port, PrintStream out) throws IOException, InterruptedException {
    for (int i = 1; i <= HOSTS; i++) {
      // Only the front knows the address of the caller, so the hosts have to believe it.
      Map<String, String> settings =
          Map.of(
              "HOST",
              host,
              "PORT",
              Integer.toString(port == 0 ? 0 : port + i),
              "TOLLGATE_BACKEND",
              "redis",
              "TOLLGATE_REDIS_URI",
              redis.uri(),
              "TOLLGATE_PROXIES",
              "127.0.0.1,::1");
      processes.add(HostProcess.start("host " + i, MAIN, settings, /* isTwin= */ i > 1, out));
    }
    for (HostProcess process : processes) {
      hosts.add(process.awaitUri());
    }
    front.addListener(new NetworkListener("front", host, port));
    front.getServerConfiguration().addHttpHandler(new Front(hosts), "/api");
    front.getServerConfiguration().addHttpHandler(new Page(), "/");
    front.start();
  }

  /** Returns where the page is. */
  URI uri() {
    return URI.create("http://" + host + ":" + front.getListener("front").getPort() + "/");
  }

  /** Returns where the hosts are. */
  List<URI> hosts() {
    return List.copyOf(hosts);
  }

  @Override
  public void close() {
    front.shutdownNow();
    processes.forEach(HostProcess::close);
    redis.close();
  }
}
