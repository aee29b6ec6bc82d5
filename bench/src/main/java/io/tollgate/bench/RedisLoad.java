package io.tollgate.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.tollgate.bench.RedisFigures.Case;
import io.tollgate.bench.RedisFigures.Crowd;
import io.tollgate.bench.RedisFigures.Slice;
import io.tollgate.redis.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Lets all peers decide over one Redis in turn, and writes how many decisions they made. */
public final class RedisLoad {

  private static final Path OUTPUT = Path.of("bench", "target", "figures");
  private static final Path PUBLISHED = Path.of("docs", "benchmarks.md");

  /** How often a round is tried. */
  private static final int MAX_TRIES = 5;

  private enum Plan {
    FULL(
        /* fleets= */ 3,
        /* rounds= */ 9,
        /* compileMillis= */ 10_000,
        /* warmupMillis= */ 100,
        /* sliceMillis= */ 600),
    QUICK(
        /* fleets= */ 1,
        /* rounds= */ 1,
        /* compileMillis= */ 500,
        /* warmupMillis= */ 100,
        /* sliceMillis= */ 200);

    private final int fleets;
    private final int rounds;
    private final long compileMillis;
    private final long warmupMillis;
    private final long sliceMillis;

    Plan(int fleets, int rounds, long compileMillis, long warmupMillis, long sliceMillis) {
      this.fleets = fleets;
      this.rounds = rounds;
      this.compileMillis = compileMillis;
      this.warmupMillis = warmupMillis;
      this.sliceMillis = sliceMillis;
    }
  }

  private final Plan plan;
  private final RedisCommands<String, String> redis;
  private final Random random = new Random(7);
  private final RedisFigures figures = new RedisFigures();
  private int leftOut;

  private RedisLoad(Plan plan, RedisCommands<String, String> redis) {
    this.plan = plan;
    this.redis = redis;
  }

  /** Runs in full, or with {@code --quick} for less than a minute, which publishes nothing. */
  public static void main(String... args) throws IOException {
    var plan =
        switch (String.join(" ", args)) {
          case "" -> Plan.FULL;
          case "--quick" -> Plan.QUICK;
          default ->
              throw new IllegalArgumentException(
                  "unknown arguments " + Arrays.toString(args) + "; use --quick or none");
        };
    try (var server = RedisServer.start()) {
      var client = RedisClient.create(server.uri());
      try (var connection = client.connect()) {
        new RedisLoad(plan, connection.sync()).run(server.uri());
      } finally {
        client.shutdown();
      }
    }
  }

  private void run(String uri) throws IOException {
    long begin = System.nanoTime();
    Files.createDirectories(OUTPUT);
    for (int fleet = 1; fleet <= plan.fleets; fleet++) {
      System.out.printf("fleet %d of %d%n", fleet, plan.fleets);
      runFleet(uri);
    }
    publish(circumstances(Duration.ofNanos(System.nanoTime() - begin)));
  }

  /** A fleet has fresh JVMs, since two of them may have compiled the same code differently. */
  private void runFleet(String uri) throws IOException {
    figures.beginFleet();
    var peers = new EnumMap<RedisPeer, RedisCallsProcess>(RedisPeer.class);
    try {
      for (var peer : RedisPeer.values()) {
        peers.put(
            peer,
            new RedisCallsProcess(peer, uri, Crowd.MANY, OUTPUT.resolve("redis-" + peer + ".log")));
      }
      // Whoever has more code would otherwise be measured while that is compiled.
      for (var peer : peers.values()) {
        peer.call(new Case(Crowd.MANY, 64), plan.compileMillis, random.nextLong());
      }
      for (var crowd : Crowd.values()) {
        for (int count : RedisPage.THREADS) {
          System.out.printf("  %s, %d threads%n", crowd.label(), count);
          for (int round = 0; round < plan.rounds; round++) {
            compare(peers, new Case(crowd, count));
          }
        }
      }
    } finally {
      for (var peer : peers.values()) {
        peer.close();
      }
    }
  }

  /**
   * Runs a round, again if it does not count: while the machine stands still, Tollgate's time
   * budget runs out and it decides by itself, which is no decision over Redis.
   */
  private void compare(Map<RedisPeer, RedisCallsProcess> peers, Case which) throws IOException {
    for (int i = 0; i < MAX_TRIES; i++) {
      var round = round(peers, which);
      if (round.entrySet().stream().allMatch(one -> isOverRedis(one.getKey(), one.getValue()))) {
        round.forEach((peer, slice) -> figures.add(which, peer, slice));
        return;
      }
      leftOut++;
      System.out.println("  left out a round in which not every decision was made over Redis");
    }
    throw new IllegalStateException(
        "Tollgate does not ask Redis; is something else busy on this machine?");
  }

  private Map<RedisPeer, Slice> round(Map<RedisPeer, RedisCallsProcess> peers, Case which)
      throws IOException {
    var order = new ArrayList<>(peers.entrySet());
    Collections.shuffle(order, random);
    var round = new EnumMap<RedisPeer, Slice>(RedisPeer.class);
    for (var peer : order) {
      peer.getValue().call(which, plan.warmupMillis, random.nextLong());
      redis.configResetstat();
      var done = peer.getValue().call(which, plan.sliceMillis, random.nextLong());
      round.put(
          peer.getKey(), new Slice(done.decisions(), done.nanos(), done.p99Micros(), scripts()));
    }
    return round;
  }

  private static boolean isOverRedis(RedisPeer peer, Slice slice) {
    return peer == RedisPeer.TOLLGATE_LEASED || slice.scriptsPerDecision() > 0.99;
  }

  /** Counts what clients asked for; what runs inside of a script is counted under its own name. */
  private long scripts() {
    return redis
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_eval"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*[:,]calls=(\\d+),.*", "$1")))
        .sum();
  }

  private String circumstances(Duration took) {
    return String.format(
        Locale.ROOT,
        """
        Measured on %s by `%s` in %d minutes on %s; Redis %s on the same machine, over loopback.
        Fleets: %d, each with a fresh JVM for everybody, which runs for %d s until it is compiled. Then come %d rounds in each case; in each everybody gets %d ms of warm-up and %d ms that count, in an order that changes.
        Rounds that were left out and run again, because the machine stood still and Tollgate decided without Redis: %d.
        Figures are the median of the fleets, of which each is the median of its rounds; in brackets the lowest and the highest fleet.""",
        LocalDate.now(ZoneOffset.UTC),
        plan == Plan.FULL ? "bench/run redis" : "bench/run redis --quick",
        took.toMinutes(),
        Machine.describe(),
        version(),
        plan.fleets,
        TimeUnit.MILLISECONDS.toSeconds(plan.compileMillis),
        plan.rounds,
        plan.warmupMillis,
        plan.sliceMillis,
        leftOut);
  }

  private String version() {
    return redis
        .info("server")
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private void publish(String circumstances) throws IOException {
    var text = RedisPage.of(circumstances, figures);
    System.out.println(text);
    if (plan == Plan.FULL) {
      Files.writeString(PUBLISHED, RedisPage.SECTION.replace(Files.readString(PUBLISHED), text));
      System.out.println("Written to " + PUBLISHED);
    }
  }
}
