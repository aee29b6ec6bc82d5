package io.tollgate.bench;

import io.tollgate.bench.Traffic.Walk;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** What everybody pays and nobody can be blamed for. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BaselineBenchmark {

  /** Reads the clock. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  /** Builds the key of the next caller. */
  @Benchmark
  public String key(Walk walk) {
    return walk.nextKey();
  }
}
