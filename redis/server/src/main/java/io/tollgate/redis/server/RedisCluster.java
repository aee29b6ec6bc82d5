package io.tollgate.redis.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A Redis Cluster on this machine: some masters, and as many replicas of each as wanted. */
public final class RedisCluster implements AutoCloseable {

  private static final int SLOTS = 16_384;

  private final List<RedisServer> masters = new ArrayList<>();
  private final List<RedisServer> replicas = new ArrayList<>();

  private RedisCluster() {}

  /** Starts a Cluster and waits until it is in order. */
  public static RedisCluster start(int masters, int replicasOfEach) {
    var cluster = new RedisCluster();
    try {
      for (int i = 0; i < masters; i++) {
        cluster.masters.add(node());
      }
      for (int i = 0; i < masters * replicasOfEach; i++) {
        cluster.replicas.add(node());
      }
      cluster.join();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static RedisServer node() {
    try {
      return RedisServer.start(
          "--cluster-enabled",
          "yes",
          "--cluster-port",
          "" + RedisServer.freePort(),
          "--cluster-node-timeout",
          "1000",
          "--cluster-require-full-coverage",
          "no",
          "--cluster-replica-validity-factor",
          "0",
          "--repl-diskless-sync-delay",
          "0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void join() {
    for (int i = 0; i < masters.size(); i++) {
      int from = i * SLOTS / masters.size();
      int to = (i + 1) * SLOTS / masters.size() - 1;
      masters.get(i).call("CLUSTER", "ADDSLOTSRANGE", "" + from, "" + to);
      masters.get(i).call("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
    }
    var first = masters.get(0);
    for (var node : nodes()) {
      first.call("CLUSTER", "MEET", "127.0.0.1", "" + node.port(), "" + busPort(node));
    }
    RedisServer.await("the nodes to know each other", () -> nodes().stream().allMatch(this::knows));
    for (int i = 0; i < replicas.size(); i++) {
      var master = masters.get(i % masters.size());
      replicas.get(i).call("CLUSTER", "REPLICATE", (String) master.call("CLUSTER", "MYID"));
    }
    RedisServer.await("the Cluster", () -> nodes().stream().allMatch(this::isInOrder));
    RedisServer.await("the replicas", () -> replicas.stream().allMatch(RedisCluster::isInStep));
  }

  private static String busPort(RedisServer node) {
    return ((List<?>) node.call("CONFIG", "GET", "cluster-port")).get(1).toString();
  }

  private boolean knows(RedisServer node) {
    return info(node).contains("cluster_known_nodes:" + nodes().size());
  }

  private boolean isInOrder(RedisServer node) {
    var info = info(node);
    return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:" + SLOTS);
  }

  private static boolean isInStep(RedisServer replica) {
    return replica.call("INFO", "replication").toString().contains("master_link_status:up");
  }

  private static String info(RedisServer node) {
    return node.call("CLUSTER", "INFO").toString();
  }

  private List<RedisServer> nodes() {
    var nodes = new ArrayList<>(masters);
    nodes.addAll(replicas);
    return nodes;
  }

  /** Returns the nodes that began as masters. */
  public List<RedisServer> masters() {
    return List.copyOf(masters);
  }

  /** Returns the nodes that began as replicas. */
  public List<RedisServer> replicas() {
    return List.copyOf(replicas);
  }

  /** Returns the address with all masters in it. */
  public String uri() {
    return masters.stream()
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "redis://", ""));
  }

  @Override
  public void close() {
    nodes().forEach(RedisServer::close);
  }
}
