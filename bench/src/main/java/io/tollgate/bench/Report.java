package io.tollgate.bench;

import io.tollgate.bench.Traffic.Population;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs every comparison and writes the page.
 *
 * <p>In rounds: each runs every peer once, in a JVM of its own, so that a slow moment of the
 * machine hits one round and shows as spread. Ratios are taken within a round.
 */
public final class Report {

  private static final Path OUTPUT = Path.of("bench", "target", "figures");
  private static final Path PUBLISHED = Path.of("docs", "benchmarks.md");
  private static final int ITERATIONS = 3;

  /** Buckets in a cache become faster for two or three seconds, a single one for half of one. */
  private static final int KEYED_WARMUP_ITERATIONS = 10;

  /** More keys than places: enough rows to see who pays what for displacing. */
  private static final KeyedPeer[] CROWDED = {
    KeyedPeer.TOLLGATE, KeyedPeer.BUCKET4J, KeyedPeer.CELL
  };

  private enum Plan {
    FULL(/* rounds= */ 3, /* millis= */ 300, Population.values()),
    QUICK(/* rounds= */ 1, /* millis= */ 100, Population.TEN_THOUSAND);

    private final int rounds;

    /** How long an iteration takes. */
    private final int millis;

    @SuppressWarnings("ImmutableEnumChecker") // Written nowhere.
    private final Population[] populations;

    Plan(int rounds, int millis, Population... populations) {
      this.rounds = rounds;
      this.millis = millis;
      this.populations = populations;
    }
  }

  /**
   * A heap of fixed size, all of whose pages were touched before. Otherwise a page fault for every
   * 4 kB of fresh heap takes a third of the time of whoever allocates 40 bytes per call, for as
   * long as a run lasts; a server has that behind it after its first seconds.
   */
  private enum Heap {
    SMALL("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"),
    LARGE("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch");

    @SuppressWarnings("ImmutableEnumChecker") // Written nowhere.
    private final String[] arguments;

    Heap(String... arguments) {
      this.arguments = arguments;
    }
  }

  private final Plan plan;
  private final Figures figures = new Figures();

  private Report(Plan plan) {
    this.plan = plan;
  }

  /** Runs in full, or with {@code --quick} for about a minute, which publishes nothing. */
  public static void main(String... args) throws IOException, RunnerException {
    var plan =
        switch (String.join(" ", args)) {
          case "" -> Plan.FULL;
          case "--quick" -> Plan.QUICK;
          default ->
              throw new IllegalArgumentException(
                  "unknown arguments "
                      + Arrays.toString(args)
                      + "; use --quick or none, or bench/run jmh for JMH itself");
        };
    new Report(plan).run();
  }

  private void run() throws IOException, RunnerException {
    long begin = System.nanoTime();
    Files.createDirectories(OUTPUT);
    for (int round = 1; round <= plan.rounds; round++) {
      for (int threads : Target.THREADS) {
        runRound(round, threads);
      }
    }
    var memory = measureMemory();
    var took = Duration.ofNanos(System.nanoTime() - begin);
    var text = Page.of(circumstances(took), figures, memory);
    System.out.println(text);
    publish(text);
  }

  private void runRound(int round, int threads) throws RunnerException {
    run(
        round,
        threads,
        "baseline",
        Heap.SMALL,
        new OptionsBuilder()
            .include(BaselineBenchmark.class.getSimpleName())
            .warmupIterations(ITERATIONS)
            .param("population", names(plan.populations)));
    run(
        round,
        threads,
        "hot bucket",
        Heap.SMALL,
        new OptionsBuilder()
            .include(HotBucketBenchmark.class.getSimpleName())
            .warmupIterations(ITERATIONS));
    for (var population : plan.populations) {
      var peers = population == Population.CROWDED ? CROWDED : KeyedPeer.values();
      run(
          round,
          threads,
          population.label(),
          population.maxKeys() > Population.TEN_THOUSAND.maxKeys() ? Heap.LARGE : Heap.SMALL,
          new OptionsBuilder()
              .include(KeyedBenchmark.class.getSimpleName())
              .warmupIterations(KEYED_WARMUP_ITERATIONS)
              .param("population", population.name())
              .param("peer", names(peers)));
    }
  }

  private static String[] names(Enum<?>... constants) {
    return Arrays.stream(constants).map(Enum::name).toArray(String[]::new);
  }

  private void run(int round, int threads, String what, Heap heap, ChainedOptionsBuilder options)
      throws RunnerException {
    System.out.printf(
        "round %d of %d: %s, %s%n", round, plan.rounds, what, Target.threads(threads));
    var file =
        OUTPUT.resolve(String.format("%d %s %d", round, what, threads).replaceAll("\\W+", "-"));
    var results =
        new Runner(
                options
                    .threads(threads)
                    .forks(1)
                    .jvmArgs(heap.arguments)
                    .warmupTime(TimeValue.milliseconds(plan.millis))
                    .measurementIterations(ITERATIONS)
                    .measurementTime(TimeValue.milliseconds(plan.millis))
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .resultFormat(ResultFormatType.JSON)
                    .result(file + ".json")
                    .output(file + ".log")
                    .build())
            .run();
    results.forEach(figures::add);
  }

  private Map<Population, Map<KeyedPeer, BytesPerKey>> measureMemory() {
    var memory = new EnumMap<Population, Map<KeyedPeer, BytesPerKey>>(Population.class);
    for (var population : plan.populations) {
      if (population != Population.CROWDED) {
        System.out.println("bytes per key, " + population.label());
        memory.put(population, BytesPerKey.ofEach(population));
      }
    }
    return memory;
  }

  private String circumstances(Duration took) {
    return String.format(
        """
        Measured on %s by `%s` in %d minutes on %s.
        Rounds: %d; each limiter in a JVM of its own per round, measured for %d ms after %d ms (many keys: %d ms) of warm-up.
        Figures are the median of the rounds, in brackets the lowest and the highest.""",
        LocalDate.now(ZoneOffset.UTC),
        plan == Plan.FULL ? "bench/run" : "bench/run --quick",
        took.toMinutes(),
        Machine.describe(),
        plan.rounds,
        ITERATIONS * plan.millis,
        ITERATIONS * plan.millis,
        KEYED_WARMUP_ITERATIONS * plan.millis);
  }

  private void publish(String text) throws IOException {
    if (plan == Plan.FULL) {
      Files.writeString(PUBLISHED, Page.replaceFigures(Files.readString(PUBLISHED), text));
      System.out.println("Written to " + PUBLISHED + "; raw results in " + OUTPUT);
    } else {
      Files.writeString(OUTPUT.resolve("quick.md"), text);
      System.out.println("A quick run publishes nothing; raw results in " + OUTPUT);
    }
  }
}
