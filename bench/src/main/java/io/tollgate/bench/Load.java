package io.tollgate.bench;

import io.tollgate.bench.LoadFigures.Slice;
import io.tollgate.bench.rest.JerseyBenchmark;
import io.tollgate.bench.rest.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Puts load on all variants in turn, and writes what they made of it.
 *
 * <p>Applications that are compared live on one server, because two servers with the same
 * application differ by more than a limiter costs, in how well the JVM has compiled them and where
 * their memory lies. Others live elsewhere, so that one Jersey does not call the filters of all of
 * them, which no application has. Each application gets a short slice of time in each round, in an
 * order that changes, so that a slow moment of the machine hits all alike. Then comes the next
 * server, in a fresh JVM.
 */
public final class Load {

  private static final Path OUTPUT = Path.of("bench", "target", "figures");
  private static final Path PUBLISHED = Path.of("docs", "benchmarks.md");

  /** As many as keep the fractions of a nanosecond. */
  private static final long CALLS = 1_000_000;

  /** Who is on one server; what they are compared with stands on each. */
  static final List<List<Variant>> SERVERS =
      List.of(
          List.of(
              Variant.NONE,
              Variant.NONE_AGAIN,
              Variant.USER,
              Variant.BUCKET4J,
              Variant.REFUSED,
              Variant.BUCKET4J_REFUSED),
          List.of(
              Variant.NONE,
              Variant.FIELDS,
              Variant.COUNT,
              Variant.UNLIMITED,
              Variant.ADDRESS,
              Variant.THREE));

  private enum Plan {
    FULL(
        /* fleets= */ 13,
        /* rounds= */ 150,
        /* warmupMillis= */ 6_000,
        /* sliceMillis= */ 15,
        /* insideRuns= */ 3,
        /* insideSeconds= */ 4),
    QUICK(
        /* fleets= */ 1,
        /* rounds= */ 10,
        /* warmupMillis= */ 500,
        /* sliceMillis= */ 50,
        /* insideRuns= */ 1,
        /* insideSeconds= */ 1);

    private final int fleets;
    private final int rounds;
    private final long warmupMillis;
    private final long sliceMillis;
    private final int insideRuns;
    private final int insideSeconds;

    Plan(
        int fleets,
        int rounds,
        long warmupMillis,
        long sliceMillis,
        int insideRuns,
        int insideSeconds) {
      this.fleets = fleets;
      this.rounds = rounds;
      this.warmupMillis = warmupMillis;
      this.sliceMillis = sliceMillis;
      this.insideRuns = insideRuns;
      this.insideSeconds = insideSeconds;
    }
  }

  private final Plan plan;
  private final String machine;
  private final ExecutorService threads;
  private final Random random = new Random(7);
  private final LoadFigures<Variant> figures = new LoadFigures<>();
  private final LoadFigures<Variant> inside = new LoadFigures<>();

  private Load(Plan plan, String machine, ExecutorService threads) {
    this.plan = plan;
    this.machine = machine;
    this.threads = threads;
  }

  /** Runs in full, or with {@code --quick} for less than a minute, which publishes nothing. */
  public static void main(String... args)
      throws IOException, InterruptedException, RunnerException {
    var plan =
        switch (String.join(" ", args)) {
          case "" -> Plan.FULL;
          case "--quick" -> Plan.QUICK;
          default ->
              throw new IllegalArgumentException(
                  "unknown arguments " + Arrays.toString(args) + "; use --quick or none");
        };
    var machine = Machine.describe();
    var threads = Executors.newFixedThreadPool(LoadClient.CONNECTIONS);
    try {
      new Load(plan, machine, threads).run();
    } finally {
      threads.shutdownNow();
    }
  }

  private void run() throws IOException, InterruptedException, RunnerException {
    long begin = System.nanoTime();
    Files.createDirectories(OUTPUT);
    for (int fleet = 1; fleet <= plan.fleets; fleet++) {
      System.out.printf("fleet %d of %d%n", fleet, plan.fleets);
      for (var variants : SERVERS) {
        runServer(variants);
      }
    }
    for (int run = 1; run <= plan.insideRuns; run++) {
      System.out.printf("inside Jersey, %d of %d%n", run, plan.insideRuns);
      runInside(run);
    }
    var took = Duration.ofNanos(System.nanoTime() - begin);
    var text = LoadPage.of(circumstances(took), figures, inside);
    System.out.println(text);
    publish(text);
  }

  private void runServer(List<Variant> compared) throws IOException, InterruptedException {
    var all = new EnumMap<Variant, Calls>(Variant.class);
    var variants = inAnyOrder(compared);
    try (var server = new ServerProcess(variants, OUTPUT.resolve("load.log"));
        var client = new LoadClient(server.port())) {
      figures.beginFleet();
      for (int i = 0; i < variants.size(); i++) {
        var variant = variants.get(i);
        var calls = new Calls(variant.name(), server.paths().get(i), variant.status());
        client.introduce(calls);
        all.put(variant, calls);
      }
      warmUp(client, all);
      for (int round = 0; round < plan.rounds; round++) {
        for (var variant : inAnyOrder(compared)) {
          figures.add(variant, slice(server, client, Objects.requireNonNull(all.get(variant))));
        }
      }
    }
  }

  /**
   * In two turns: what the others do may make the JVM compile anew what it had compiled for one.
   */
  private void warmUp(LoadClient client, Map<Variant, Calls> all) throws InterruptedException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(plan.warmupMillis / 2);
    for (int turn = 0; turn < 2; turn++) {
      for (var variant : inAnyOrder(all.keySet())) {
        client.run(Objects.requireNonNull(all.get(variant)), nanos, threads);
      }
    }
  }

  /** Measures every variant without sockets, whose price hides small differences. */
  private void runInside(int run) throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(JerseyBenchmark.class.getSimpleName())
            .forks(1)
            .jvmArgs(ChildJvm.ARGUMENTS)
            .warmupIterations(plan.insideSeconds)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(plan.insideSeconds)
            .measurementTime(TimeValue.seconds(1))
            .shouldFailOnError(true)
            .output(OUTPUT.resolve("inside-" + run + ".log").toString())
            .build();
    inside.beginFleet();
    for (var result : new Runner(options).run()) {
      var variant = Variant.valueOf(result.getParams().getParam("variant"));
      long nanos = Math.round(result.getPrimaryResult().getScore() * CALLS);
      inside.add(variant, new Slice(CALLS, nanos, nanos));
    }
  }

  private List<Variant> inAnyOrder(Collection<Variant> compared) {
    var variants = new ArrayList<>(compared);
    Collections.shuffle(variants, random);
    return variants;
  }

  private Slice slice(ServerProcess server, LoadClient client, Calls calls)
      throws IOException, InterruptedException {
    client.leadIn(calls, threads);
    long cpu = server.cpuNanos();
    long begin = System.nanoTime();
    long requests = client.run(calls, TimeUnit.MILLISECONDS.toNanos(plan.sliceMillis), threads);
    long took = System.nanoTime() - begin;
    return new Slice(requests, took, server.cpuNanos() - cpu);
  }

  private String circumstances(Duration took) {
    return String.format(
        Locale.ROOT,
        """
        Measured on %s by `%s` in %d minutes on %s.
        Fleets: %d, each of %d servers in fresh JVMs with %d applications, %d ms of warm-up for each, then %d rounds with %d ms for each, after %d ms that do not count.
        Inside Jersey: each %d times in a JVM of its own, %d s of warm-up and as much measured; figures there are the median of these.
        Figures are the median of the fleets, in brackets the lowest and the highest%s.
        Only what stands beside no limiter can be compared across the servers of a fleet.""",
        LocalDate.now(ZoneOffset.UTC),
        plan == Plan.FULL ? "bench/run load" : "bench/run load --quick",
        took.toMinutes(),
        machine,
        plan.fleets,
        SERVERS.size(),
        SERVERS.get(0).size(),
        plan.warmupMillis,
        plan.rounds,
        plan.sliceMillis,
        LoadClient.LEAD_IN_MILLIS,
        plan.insideRuns,
        plan.insideSeconds,
        confidence());
  }

  private String confidence() {
    return plan.fleets == 1
        ? ""
        : String.format(
            Locale.ROOT,
            ", between which the true median lies with at least %.1f %% probability",
            LoadFigures.confidencePercent(plan.fleets));
  }

  private void publish(String text) throws IOException {
    if (plan == Plan.FULL) {
      var page = LoadPage.SECTION.replace(Files.readString(PUBLISHED), text);
      Files.writeString(PUBLISHED, page);
      System.out.println("Written to " + PUBLISHED);
    } else {
      Files.writeString(OUTPUT.resolve("load-quick.md"), text);
      System.out.println("A quick run publishes nothing; its page is in " + OUTPUT);
    }
  }
}
