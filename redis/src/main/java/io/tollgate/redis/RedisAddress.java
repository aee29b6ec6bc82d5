package io.tollgate.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where Redis is, and as whom to log in there.
 *
 * @param nodes one, or some of a Cluster
 */
record RedisAddress(List<RedisURI> nodes, boolean isCluster) {

  /** After this a connection that does not come about, or a node that says nothing, is given up. */
  static final Duration PATIENCE = Duration.ofMillis(500);

  /** A name or an IPv4 address, or else an IPv6 address. */
  private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[?[0-9a-fA-F:.]+(%\\w+)?]?");

  /**
   * Reads the address.
   *
   * @throws IllegalArgumentException if it cannot be read; the message does not repeat it, because
   *     a password may be in it
   */
  static RedisAddress of(RedisSettings settings) {
    var nodes = parsed(settings.uri());
    boolean cluster = settings.cluster() || nodes.size() > 1;
    if (cluster && nodes.stream().anyMatch(node -> node.getSocket() != null)) {
      throw unreadable("the nodes of a Cluster are reached by host and port");
    }
    if (settings.cluster() && nodes.stream().anyMatch(node -> !node.getSentinels().isEmpty())) {
      throw unreadable("it names Sentinels, and tollgate.redis.cluster is set; choose one of them");
    }
    for (var node : nodes) {
      logIn(node, settings);
      if (node.getHost() != null && !HOST.matcher(node.getHost()).matches()) {
        throw unreadable("the name of a host has an odd character, or a port is not a number");
      }
      if (node.getTimeout().compareTo(PATIENCE) > 0 || node.getTimeout().isZero()) {
        node.setTimeout(PATIENCE);
      }
      node.getSentinels().forEach(sentinel -> sentinel.setTimeout(PATIENCE));
    }
    return new RedisAddress(List.copyOf(nodes), cluster);
  }

  private static List<RedisURI> parsed(String text) {
    RuntimeException failure;
    try {
      boolean several = text.toLowerCase(Locale.ROOT).matches("rediss?://[^/?]*,.*");
      return several
          ? List.copyOf(RedisClusterURIUtil.toRedisURIs(URI.create(text)))
          : List.of(RedisURI.create(text));
    } catch (IllegalArgumentException e) {
      failure = e;
    }
    // Thrown without its cause, which may repeat the whole text.
    throw unreadable(
        "write redis://host:port, rediss://host:port, redis-socket:///path,"
            + " redis-sentinel://host1,host2?sentinelMasterId=name, or the nodes of a Cluster as"
            + " redis://host1:port,host2:port ("
            + failure.getClass().getSimpleName()
            + ")");
  }

  private static IllegalArgumentException unreadable(String fix) {
    return new IllegalArgumentException("tollgate.redis.uri cannot be used: " + fix);
  }

  private static void logIn(RedisURI node, RedisSettings settings) {
    if (settings.username().isEmpty() && settings.password().isEmpty()) {
      return;
    }
    var given = node.getCredentialsProvider().resolveCredentials().block();
    var username = settings.username().orElse(given == null ? null : given.getUsername());
    var password =
        settings
            .password()
            .map(String::toCharArray)
            .orElse(given == null ? null : given.getPassword());
    if (password == null) {
      throw new IllegalArgumentException(
          "tollgate.redis.username is set, and there is no password for it; set"
              + " tollgate.redis.password");
    }
    node.setCredentialsProvider(new StaticCredentialsProvider(username, password));
  }

  /** Returns host and port, or path, of each node: fit for a message. */
  String shown() {
    return nodes.stream()
        .flatMap(
            node ->
                node.getSentinels().isEmpty()
                    ? List.of(node).stream()
                    : node.getSentinels().stream())
        .map(
            node ->
                node.getSocket() != null ? node.getSocket() : node.getHost() + ":" + node.getPort())
        .collect(Collectors.joining(", "));
  }
}
