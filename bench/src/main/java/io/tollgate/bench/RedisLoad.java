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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Lets all peers decide over one Redis in turn, and writes how many decisions they made. */
public final class RedisLoad {

  private static final Path PUBLISHED = Path.of("docs", "benchmarks.md");

  private enum Plan {
    FULL(
        /* rounds= */ 5,
        /* compileMillis= */ 8_000,
        /* warmupMillis= */ 500,
        /* sliceMillis= */ 2_000),
    QUICK(
        /* rounds= */ 1, /* compileMillis= */ 500, /* warmupMillis= */ 100, /* sliceMillis= */ 200);

    private final int rounds;
    private final long compileMillis;
    private final long warmupMillis;
    private final long sliceMillis;

    Plan(int rounds, long compileMillis, long warmupMillis, long sliceMillis) {
      this.rounds = rounds;
      this.compileMillis = compileMillis;
      this.warmupMillis = warmupMillis;
      this.sliceMillis = sliceMillis;
    }
  }

  private final Plan plan;
  private final RedisCommands<String, String> redis;
  private final ExecutorService threads;
  private final Random random = new Random(7);
  private final RedisFigures figures = new RedisFigures();

  private RedisLoad(Plan plan, RedisCommands<String, String> redis, ExecutorService threads) {
    this.plan = plan;
    this.redis = redis;
    this.threads = threads;
  }

  /** Runs in full, or with {@code --quick} for less than a minute, which publishes nothing. */
  public static void main(String... args) throws IOException, InterruptedException {
    var plan =
        switch (String.join(" ", args)) {
          case "" -> Plan.FULL;
          case "--quick" -> Plan.QUICK;
          default ->
              throw new IllegalArgumentException(
                  "unknown arguments " + Arrays.toString(args) + "; use --quick or none");
        };
    var threads = Executors.newCachedThreadPool();
    try (var server = RedisServer.start()) {
      var client = RedisClient.create(server.uri());
      try (var connection = client.connect()) {
        new RedisLoad(plan, connection.sync(), threads).run(server.uri());
      } finally {
        client.shutdown();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void run(String uri) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    var peers = new EnumMap<RedisPeer, RedisBuckets>(RedisPeer.class);
    try {
      for (var peer : RedisPeer.values()) {
        peers.put(peer, peer.open(uri, Crowd.MANY.callers()));
      }
      // Whoever has more code would otherwise be measured while that is compiled.
      System.out.println("everybody once, until compiled");
      for (var peer : peers.entrySet()) {
        slice(peer.getKey(), peer.getValue(), new Case(Crowd.MANY, 64), plan.compileMillis);
      }
      for (int round = 1; round <= plan.rounds; round++) {
        for (var crowd : Crowd.values()) {
          for (int count : RedisPage.THREADS) {
            System.out.printf(
                "round %d of %d: %s, %d threads%n", round, plan.rounds, crowd.label(), count);
            compare(peers, new Case(crowd, count));
          }
        }
      }
    } finally {
      peers.values().forEach(RedisBuckets::close);
    }
    publish(circumstances(Duration.ofNanos(System.nanoTime() - begin)));
  }

  private void compare(Map<RedisPeer, RedisBuckets> peers, Case which) throws InterruptedException {
    var order = new ArrayList<>(peers.entrySet());
    Collections.shuffle(order, random);
    for (var peer : order) {
      slice(peer.getKey(), peer.getValue(), which, plan.warmupMillis);
      figures.add(
          which, peer.getKey(), slice(peer.getKey(), peer.getValue(), which, plan.sliceMillis));
    }
  }

  private Slice slice(RedisPeer peer, RedisBuckets buckets, Case which, long millis)
      throws InterruptedException {
    redis.configResetstat();
    long begin = System.nanoTime();
    long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
    var running = new ArrayList<Future<Calls>>();
    for (int i = 0; i < which.threads(); i++) {
      var calls = new Calls(peer, buckets, which.crowd().callers(), random.nextLong());
      running.add(threads.submit(() -> calls.until(end)));
    }
    var done = new ArrayList<Calls>();
    for (var one : running) {
      try {
        done.add(one.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException(peer + " failed", e.getCause());
      }
    }
    long nanos = System.nanoTime() - begin;
    long decisions = done.stream().mapToLong(Calls::count).sum();
    return new Slice(decisions, nanos, Calls.p99Micros(done), scripts());
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
        Everybody runs for %d s until it is compiled. Rounds: %d; in each everybody gets %d ms of warm-up and %d ms that count, in an order that changes.
        Figures are the median of the rounds, in brackets the lowest and the highest.""",
        LocalDate.now(ZoneOffset.UTC),
        plan == Plan.FULL ? "bench/run redis" : "bench/run redis --quick",
        took.toMinutes(),
        Machine.describe(),
        version(),
        TimeUnit.MILLISECONDS.toSeconds(plan.compileMillis),
        plan.rounds,
        plan.warmupMillis,
        plan.sliceMillis);
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

  /** What one thread calls. */
  private static final class Calls {

    private final RedisPeer peer;
    private final RedisBuckets buckets;
    private final int callers;
    private final Random random;
    private long count;
    private long[] nanos = new long[1 << 12];
    private int kept;

    Calls(RedisPeer peer, RedisBuckets buckets, int callers, long seed) {
      this.peer = peer;
      this.buckets = buckets;
      this.callers = callers;
      this.random = new Random(seed);
    }

    Calls until(long end) {
      for (long begin = System.nanoTime(); begin - end < 0; ) {
        if (!buckets.tryTake(random.nextInt(callers))) {
          throw new IllegalStateException(peer + " refused a call; raise its limit");
        }
        long now = System.nanoTime();
        keep(now - begin);
        begin = now;
      }
      return this;
    }

    /** Who decides in this process decides millions of times, of which some tell enough. */
    private void keep(long took) {
      if (peer != RedisPeer.TOLLGATE_LEASED || count % 64 == 0) {
        if (kept == nanos.length) {
          nanos = Arrays.copyOf(nanos, 2 * kept);
        }
        nanos[kept++] = took;
      }
      count++;
    }

    long count() {
      return count;
    }

    static double p99Micros(List<Calls> all) {
      var sorted =
          all.stream()
              .flatMapToLong(calls -> Arrays.stream(calls.nanos, 0, calls.kept))
              .sorted()
              .toArray();
      return sorted[(int) (sorted.length * 0.99)] / 1e3;
    }
  }
}
