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
    FULL(/* fleets= */ 5, /* rounds= */ 400, /* warmupMillis= */ 6_000, /* sliceMillis= */ 15),
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

  /** An application, who calls it, and what for. */
  private record Called(LoadedServer server, LoadClient client, Calls calls) {}

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
    var fleet = new EnumMap<ServletVariant, Called>(ServletVariant.class);
    try (var opened = new Opened()) {
      figures.beginFleet();
      var onJetty = inAnyOrder();
      onJetty.removeIf(ServletVariant::isNginx);
      startJetty(opened, fleet, onJetty, /* prefix= */ "");
      for (var variant : inAnyOrder()) {
        if (variant.isNginx()) {
          var server = opened.add(NginxProcess.start(nginx.orElseThrow(), variant.isLimited()));
          var client = opened.add(new LoadClient(server.port()));
          add(fleet, variant, server, client, /* path= */ "");
        }
      }
      warmUp(fleet);
      for (int round = 0; round < plan.rounds; round++) {
        for (var variant : inAnyOrder()) {
          figures.add(variant, slice(called(fleet, variant)));
        }
      }
    }
  }

  /** Times the filters themselves, in a server of their own: a stopwatch costs something, too. */
  private void runInside() throws IOException, InterruptedException {
    var fleet = new EnumMap<ServletVariant, Called>(ServletVariant.class);
    try (var opened = new Opened()) {
      var jetty = startJetty(opened, fleet, WATCHED, ServletApp.TIMED);
      warmUp(fleet);
      jetty.ask(ServletApp.TIMES); // What was before counts no more.
      for (int round = 0; round < plan.rounds; round++) {
        for (var variant : inAnyOrder()) {
          if (fleet.containsKey(variant)) {
            slice(called(fleet, variant));
          }
        }
      }
      var times = jetty.ask(ServletApp.TIMES).split(" ", -1);
      inside.beginFleet();
      for (int i = 0; i < WATCHED.size(); i++) {
        long nanos = CALLS * Long.parseLong(times[i]);
        inside.add(WATCHED.get(i), new Slice(CALLS, nanos, nanos));
      }
    }
  }

  /** All on one Jetty: two with the same application differ by more than a filter costs. */
  private static ServerProcess startJetty(
      Opened opened,
      Map<ServletVariant, Called> fleet,
      List<ServletVariant> variants,
      String prefix)
      throws IOException {
    // As an application of servlets has it, without our module for Jakarta REST.
    var jetty =
        opened.add(
            new ServerProcess(
                ServletApp.class,
                variants.stream().map(variant -> prefix + variant).toList(),
                /* absent= */ List.of(TollgateFeature.class),
                OUTPUT.resolve("servlet.log")));
    var client = opened.add(new LoadClient(jetty.port()));
    for (int i = 0; i < variants.size(); i++) {
      add(fleet, variants.get(i), jetty, client, jetty.paths().get(i));
    }
    return jetty;
  }

  private static void add(
      Map<ServletVariant, Called> fleet,
      ServletVariant variant,
      LoadedServer server,
      LoadClient client,
      String path)
      throws IOException {
    var calls = new Calls(variant.name(), path, /* status= */ 200);
    client.introduce(calls);
    fleet.put(variant, new Called(server, client, calls));
  }

  private static Called called(Map<ServletVariant, Called> fleet, ServletVariant variant) {
    var called = fleet.get(variant);
    if (called == null) {
      throw new IllegalStateException(variant + " does not run");
    }
    return called;
  }

  /**
   * In two turns: what the others do may make the JVM compile anew what it had compiled for one.
   */
  private void warmUp(Map<ServletVariant, Called> fleet) throws InterruptedException {
    var inAnyOrder = new ArrayList<>(fleet.values());
    for (int turn = 0; turn < 2; turn++) {
      Collections.shuffle(inAnyOrder, random);
      for (var one : inAnyOrder) {
        one.client.run(one.calls, TimeUnit.MILLISECONDS.toNanos(plan.warmupMillis / 2), threads);
      }
    }
  }

  private List<ServletVariant> inAnyOrder() {
    var variants = new ArrayList<>(List.of(ServletVariant.values()));
    variants.removeIf(variant -> variant.isNginx() && nginx.isEmpty());
    Collections.shuffle(variants, random);
    return variants;
  }

  private Slice slice(Called one) throws IOException, InterruptedException {
    one.client.leadIn(one.calls, threads);
    long cpu = one.server.cpuNanos();
    long begin = System.nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(plan.sliceMillis);
    long requests = one.client.run(one.calls, nanos, threads);
    long took = System.nanoTime() - begin;
    return new Slice(requests, took, one.server.cpuNanos() - cpu);
  }

  private String circumstances(Duration took) {
    return String.format(
        Locale.ROOT,
        """
        Measured on %s by `%s` in %d minutes on %s.
        Fleets: %d, each of fresh processes, one Jetty for all on Jetty, %d ms of warm-up for each, then %d rounds with %d ms for each, after %d ms that do not count.
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
