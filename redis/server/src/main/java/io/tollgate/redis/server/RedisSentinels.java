package io.tollgate.redis.server;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A master, a replica, and three Sentinels that watch them. */
public final class RedisSentinels implements AutoCloseable {

  /** The name by which the Sentinels know the master. */
  public static final String MASTER = "tollgate";

  private static final int SENTINELS = 3;
  private static final int QUORUM = 2;

  private final List<RedisServer> servers = new ArrayList<>();
  private final List<RedisServer> sentinels = new ArrayList<>();

  private RedisSentinels() {}

  /** Starts all and waits until the Sentinels know each other and both servers. */
  public static RedisSentinels start() {
    var set = new RedisSentinels();
    try {
      set.launch();
      return set;
    } catch (RuntimeException e) {
      set.close();
      throw e;
    }
  }

  private void launch() {
    servers.add(RedisServer.start("--repl-diskless-sync-delay", "0"));
    var port = "" + master().port();
    servers.add(
        RedisServer.start("--replicaof", "127.0.0.1 " + port, "--repl-diskless-sync-delay", "0"));
    RedisServer.await(
        "the replica",
        () -> replica().call("INFO", "replication").toString().contains("master_link_status:up"));
    for (int i = 0; i < SENTINELS; i++) {
      var sentinel = RedisServer.start("--sentinel");
      sentinels.add(sentinel);
      sentinel.call("SENTINEL", "MONITOR", MASTER, "127.0.0.1", port, "" + QUORUM);
      sentinel.call("SENTINEL", "SET", MASTER, "down-after-milliseconds", "1000");
      sentinel.call("SENTINEL", "SET", MASTER, "failover-timeout", "3000");
    }
    RedisServer.await("the Sentinels", () -> sentinels.stream().allMatch(this::knowsAll));
  }

  private boolean knowsAll(RedisServer sentinel) {
    var info = sentinel.call("INFO", "sentinel").toString();
    return info.contains("status=ok") && info.contains("slaves=1,sentinels=" + SENTINELS);
  }

  /** Returns the server that began as master. */
  public RedisServer master() {
    return servers.get(0);
  }

  /** Returns the server that began as replica. */
  public RedisServer replica() {
    return servers.get(1);
  }

  /** Returns the address with all Sentinels in it. */
  public String uri() {
    return sentinels.stream()
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "redis-sentinel://", "?sentinelMasterId=" + MASTER));
  }

  @Override
  public void close() {
    sentinels.forEach(RedisServer::close);
    servers.forEach(RedisServer::close);
  }
}
