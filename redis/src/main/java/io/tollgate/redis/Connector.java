package io.tollgate.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Opens connections to one Redis, standalone, behind Sentinels or a Cluster. */
interface Connector extends AutoCloseable {

  Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** Opens a connection. */
  CompletionStage<Session> open();

  /** Tells whether a session replaces connections by itself that are lost or hang. */
  boolean isReplacing();

  /** Returns where timers of this connector run. */
  ClientResources resources();

  /** Ends all threads and connections, within some seconds. */
  @Override
  void close();

  static Connector to(RedisAddress address) {
    var flushes = new BusyFlushes();
    var resources =
        ClientResources.builder()
            .nettyCustomizer(flushes)
            .ioThreadPoolSize(2)
            .computationThreadPoolSize(2)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .reconnectDelay(
                () -> Delay.exponential(SHORTEST_PAUSE, LONGEST_PAUSE, 2, TimeUnit.MILLISECONDS))
            .build();
    return address.isCluster()
        ? new ToCluster(address, resources, flushes)
        : new ToServer(address, resources, flushes);
  }

  /** Ends everything, on a thread that is interrupted, too, which stays so. */
  private static void shutDown(AbstractRedisClient client, ClientResources resources) {
    client
        .shutdownAsync(0, 2, TimeUnit.SECONDS)
        .completeOnTimeout(null, 3, TimeUnit.SECONDS)
        .exceptionally(failure -> null) // There is no more that could be done about it.
        .join();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }

  private static SocketOptions sockets() {
    return SocketOptions.builder().connectTimeout(RedisAddress.PATIENCE).keepAlive(true).build();
  }

  /** One server, found by the Sentinels where there are any. */
  final class ToServer implements Connector {

    private final RedisAddress address;
    private final ClientResources resources;
    private final BusyFlushes flushes;
    private final RedisClient client;

    ToServer(RedisAddress address, ClientResources resources, BusyFlushes flushes) {
      this.flushes = flushes;
      this.address = address;
      this.resources = resources;
      this.client = RedisClient.create(resources);
      // A connection that is lost stays so: RedisLink opens another. Commands without an answer are
      // lost with it and are not sent again, since they may have been carried out.
      client.setOptions(
          ClientOptions.builder()
              .autoReconnect(false)
              .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
              .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
              .socketOptions(sockets())
              .build());
    }

    @Override
    public CompletionStage<Session> open() {
      return client
          .connectAsync(ByteArrayCodec.INSTANCE, address.nodes().get(0))
          .thenApply(connection -> flushes.watch(new Session(connection, connection.async())));
    }

    @Override
    public boolean isReplacing() {
      return false;
    }

    @Override
    public ClientResources resources() {
      return resources;
    }

    @Override
    public void close() {
      shutDown(client, resources);
    }
  }

  /** All nodes of a Cluster. */
  final class ToCluster implements Connector {

    /** What takes tokens each time it is carried out. */
    private static final Set<ProtocolKeyword> ONCE = Set.of(CommandType.EVAL, CommandType.EVALSHA);

    private static final Duration TOPOLOGY_PERIOD = Duration.ofSeconds(2);

    private final ClientResources resources;
    private final BusyFlushes flushes;
    private final RedisClusterClient client;

    ToCluster(RedisAddress address, ClientResources resources, BusyFlushes flushes) {
      this.flushes = flushes;
      this.resources = resources;
      this.client = RedisClusterClient.create(resources, address.nodes());
      var refresh =
          ClusterTopologyRefreshOptions.builder()
              .enablePeriodicRefresh(TOPOLOGY_PERIOD)
              .adaptiveRefreshTriggersTimeout(RedisAddress.PATIENCE)
              .build();
      client.setOptions(
          ClusterClientOptions.builder(
                  ClientOptions.builder().replayFilter(ToCluster::isDoneOnce).build())
              .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
              .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
              .socketOptions(sockets())
              .topologyRefreshOptions(refresh)
              .build());
    }

    /** Tells whether a command that was not answered must not be sent again. */
    private static boolean isDoneOnce(@Nullable RedisCommand<?, ?, ?> command) {
      return command != null && ONCE.contains(command.getType());
    }

    @Override
    public CompletionStage<Session> open() {
      return client
          .refreshPartitionsAsync()
          .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
          .thenApply(connection -> flushes.watch(new Session(connection, connection.async())));
    }

    @Override
    public boolean isReplacing() {
      return true;
    }

    @Override
    public ClientResources resources() {
      return resources;
    }

    @Override
    public void close() {
      shutDown(client, resources);
    }
  }
}
