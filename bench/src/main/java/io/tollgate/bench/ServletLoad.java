package io.tollgate.bench;

import io.tollgate.bench.LoadFigures.Slice;
import io.tollgate.bench.servlet.ServletApp;
import io.tollgate.bench.servlet.ServletVariant;
import io.tollgate.jaxrs.TollgateFeature;
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
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Puts load on a servlet application with and without the filter, and on nginx with and without its
 * limit, as {@link Load} does.
 */
public final class ServletLoad {

  private static final Path OUTPUT = Path.of("bench", "target", "figures");
  private static final Path PUBLISHED = Path.of("docs", "benchmarks.md");
  private static final long PAUSE_MILLIS = 5;

  /** Whose filters are timed; of the first, the stopwatch itself. */
  static final List<ServletVariant> WATCHED =
      List.of(
          ServletVariant.NONE,
          ServletVariant.FIELDS,
          ServletVariant.COUNT,
          ServletVariant.BUCKET4J,
          ServletVariant.FILTER);

  /** As many as keep the nanoseconds of one. */
  private static final long CALLS = 1_000_000;

  private enum Plan {
    FULL(/* fleets= */ 5, /* rounds= */ 500, /* warmupMillis= */ 4_000, /* sliceMillis= */ 15),
    QUICK(/* fleets= */ 1, /* rounds= */ 10, /* warmupMillis= */ 500, /* sliceMillis= */ 50);

    private final int fleets;
    private final int rounds;
    private final long warmupMillis;
    private final long sliceMillis;

    Plan(int fleets, int rounds, long warmupMillis, long sliceMillis) {
      this.fleets = fleets;
      this.rounds = rounds;
      this.warmupMillis = warmupMillis;
      this.sliceMillis = sliceMillis;
    }
  }

  /** A server and who calls it. */
  private record Pair(LoadedServer server, LoadClient client) {}

  private final Plan plan;
  private final Optional<Path> nginx;
  private final ExecutorService threads;
  private final Random random = new Random(7);
  private final LoadFigures<ServletVariant> figures = new LoadFigures<>();
  private final LoadFigures<ServletVariant> inside = new LoadFigures<>();

  private ServletLoad(Plan plan, Optional<Path> nginx, ExecutorService threads) {
    this.plan = plan;
    this.nginx = nginx;
    this.threads = threads;
  }

  /** Runs in full, or with {@code --quick} for some seconds, which publishes nothing. */
  public static void main(String... args) throws IOException, InterruptedException {
    var plan =
        switch (String.join(" ", args)) {
          case "" -> Plan.FULL;
          case "--quick" -> Plan.QUICK;
          default ->
              throw new IllegalArgumentException(
                  "unknown arguments " + Arrays.toString(args) + "; use --quick or none");
        };
    var nginx = NginxProcess.find();
    if (nginx.isEmpty()) {
      System.out.println("nginx is not installed, so it is left out; install Debian's nginx-light");
    }
    var threads = Executors.newFixedThreadPool(LoadClient.CONNECTIONS);
    try {
      new ServletLoad(plan, nginx, threads).run();
    } finally {
      threads.shutdownNow();
    }
  }

  private void run() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Files.createDirectories(OUTPUT);
    for (int fleet = 1; fleet <= plan.fleets; fleet++) {
      System.out.printf("fleet %d of %d%n", fleet, plan.fleets);
      runFleet();
      runInside();
    }
    var took = Duration.ofNanos(System.nanoTime() - begin);
    var text = ServletPage.of(circumstances(took), figures, inside);
    System.out.println(text);
    publish(text);
  }

  private void runFleet() throws IOException, InterruptedException {
    var fleet = new EnumMap<ServletVariant, Pair>(ServletVariant.class);
    try {
      figures.beginFleet();
      start(fleet);
      for (var variant : inAnyOrder()) {
        slice(fleet, variant, plan.warmupMillis);
      }
      for (int round = 0; round < plan.rounds; round++) {
        for (var variant : inAnyOrder()) {
          figures.add(variant, slice(fleet, variant, plan.sliceMillis));
        }
      }
    } finally {
      for (var pair : fleet.values()) {
        pair.client.close();
        pair.server.close();
      }
    }
  }

  /** Times the filters themselves, in servers of their own: a stopwatch costs something, too. */
  private void runInside() throws IOException, InterruptedException {
    var fleet = new EnumMap<ServletVariant, Pair>(ServletVariant.class);
    var names = WATCHED.stream().map(variant -> ServletApp.TIMED + variant).toList();
    try (var jetty = jetty(names)) {
      for (int i = 0; i < WATCHED.size(); i++) {
        fleet.put(WATCHED.get(i), pair(WATCHED.get(i), jetty, jetty.ports().get(i)));
        slice(fleet, WATCHED.get(i), plan.warmupMillis);
      }
      jetty.ask(ServletApp.TIMES); // What was before counts no more.
      for (int round = 0; round < plan.rounds; round++) {
        for (var variant : inAnyOrder()) {
          if (fleet.containsKey(variant)) {
            slice(fleet, variant, plan.sliceMillis);
          }
        }
      }
      var times = jetty.ask(ServletApp.TIMES).split(" ", -1);
      inside.beginFleet();
      for (int i = 0; i < WATCHED.size(); i++) {
        long nanos = CALLS * Long.parseLong(times[i]);
        inside.add(WATCHED.get(i), new Slice(CALLS, nanos, nanos));
      }
    } finally {
      fleet.values().forEach(pair -> pair.client.close());
    }
  }

  /** All on Jetty in one JVM: two JVMs with the same server differ by more than a filter costs. */
  private void start(Map<ServletVariant, Pair> fleet) throws IOException {
    var onJetty = inAnyOrder().stream().filter(variant -> !variant.isNginx()).toList();
    var names = onJetty.stream().map(ServletVariant::name).toList();
    var jetty = jetty(names);
    for (int i = 0; i < onJetty.size(); i++) {
      fleet.put(onJetty.get(i), pair(onJetty.get(i), jetty, jetty.ports().get(i)));
    }
    for (var variant : inAnyOrder()) {
      if (variant.isNginx()) {
        var server = NginxProcess.start(nginx.orElseThrow(), variant.isLimited());
        fleet.put(variant, pair(variant, server, server.port()));
      }
    }
  }

  /** As an application of servlets has it, without our module for Jakarta REST. */
  private static ServerProcess jetty(List<String> names) throws IOException {
    return new ServerProcess(
        ServletApp.class,
        names,
        /* absent= */ List.of(TollgateFeature.class),
        OUTPUT.resolve("servlet.log"));
  }

  private static Pair pair(ServletVariant variant, LoadedServer server, int port)
      throws IOException {
    return new Pair(server, new LoadClient(variant.name(), 200, port));
  }

  private List<ServletVariant> inAnyOrder() {
    var variants = new ArrayList<>(List.of(ServletVariant.values()));
    variants.removeIf(variant -> variant.isNginx() && nginx.isEmpty());
    Collections.shuffle(variants, random);
    return variants;
  }

  private Slice slice(Map<ServletVariant, Pair> fleet, ServletVariant variant, long millis)
      throws IOException, InterruptedException {
    var pair = fleet.get(variant);
    if (pair == null) {
      throw new IllegalStateException(variant + " does not run");
    }
    Thread.sleep(PAUSE_MILLIS);
    pair.client.leadIn(threads);
    long cpu = pair.server.cpuNanos();
    long begin = System.nanoTime();
    long requests = pair.client.run(TimeUnit.MILLISECONDS.toNanos(millis), threads);
    long nanos = System.nanoTime() - begin;
    return new Slice(requests, nanos, pair.server.cpuNanos() - cpu);
  }

  private String circumstances(Duration took) {
    return String.format(
        Locale.ROOT,
        """
        Measured on %s by `%s` in %d minutes on %s.
        Fleets: %d, each of fresh processes, one JVM for all on Jetty, %d ms of warm-up for each, then %d rounds with %d ms for each, after %d ms that do not count.
        Figures are the median of the fleets, in brackets the lowest and the highest.%s""",
        LocalDate.now(ZoneOffset.UTC),
        plan == Plan.FULL ? "bench/run servlet" : "bench/run servlet --quick",
        took.toMinutes(),
        Machine.describe(),
        plan.fleets,
        plan.warmupMillis,
        plan.rounds,
        plan.sliceMillis,
        LoadClient.LEAD_IN_MILLIS,
        nginx.isEmpty() ? "\nnginx is not installed on this machine, so it was left out." : "");
  }

  private void publish(String text) throws IOException {
    if (plan == Plan.FULL) {
      var page = ServletPage.SECTION.replace(Files.readString(PUBLISHED), text);
      Files.writeString(PUBLISHED, page);
      System.out.println("Written to " + PUBLISHED);
    } else {
      Files.writeString(OUTPUT.resolve("servlet-quick.md"), text);
      System.out.println("A quick run publishes nothing; its page is in " + OUTPUT);
    }
  }
}
