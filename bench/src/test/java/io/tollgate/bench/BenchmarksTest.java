package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.bench.rest.Variant;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every benchmark runs, for a moment and in this JVM: that it says something is for bench/run. */
class BenchmarksTest {

  private static final int CLOCK_AND_KEY = 2;
  private static final int FEW_AND_MANY_RULES = 3;

  @TempDir Path output;

  @Test
  void run_everyPeer_measuresSpeedAndGarbage() throws RunnerException {
    // Two runs at a time on a machine spoil each other's figures, of which there are none here.
    System.setProperty("jmh.ignoreLock", "true");
    var options =
        new OptionsBuilder()
            .include(getClass().getPackageName() + ".*")
            .param("population", Traffic.Population.TEN_THOUSAND.name())
            .threads(2)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(5))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .output(output.resolve("jmh.log").toString())
            .build();

    var results = new Runner(options).run();

    var figures = new Figures();
    results.forEach(figures::add);
    assertThat(results)
        .hasSize(
            CLOCK_AND_KEY
                + HotPeer.values().length * HotBucketBenchmark.Path.values().length
                + KeyedPeer.values().length
                + RulesBenchmark.Kind.values().length
                + FEW_AND_MANY_RULES
                + Variant.values().length);
    assertThat(
            Stream.of(KeyedPeer.values())
                .map(peer -> Figures.Subject.keyed(peer, Traffic.Population.TEN_THOUSAND, 2)))
        .allSatisfy(subject -> assertThat(figures.millionsPerSecond(subject)).isPresent());
  }
}
