package io.tollgate.bench;

import io.tollgate.bench.KeyedPeer.Room;
import io.tollgate.bench.Traffic.Walk;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Many keys, each with its bucket, and every call admitted.
 *
 * <p>All buckets are there before the first call is measured. The key is built for each call, in
 * the same way for everybody; {@link BaselineBenchmark#key} says what that costs.
 */
@SuppressWarnings("NullAway.Init") // JMH sets up the fields.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class KeyedBenchmark {

  @Param KeyedPeer peer;
  private KeyedBuckets buckets;

  /** Makes a bucket for each key, and pays for the garbage of that before it is measured. */
  @Setup
  public void setUp(Traffic traffic, Blackhole blackhole) {
    var population = traffic.population;
    // The executor is Caffeine's own default.
    buckets =
        peer.buckets(
            new Room(population.maxKeys(), Allowance.AMPLE_PER_KEY, ForkJoinPool.commonPool()));
    for (int caller = 0; caller < population.keys(); caller++) {
      buckets.tryTake(Traffic.key(caller), blackhole);
    }
    System.gc();
  }

  /** Takes a token from the next caller's bucket. */
  @Benchmark
  public boolean decide(Walk walk, Blackhole blackhole) {
    return buckets.tryTake(walk.nextKey(), blackhole);
  }

  /** Checks that the caller who calls most was still admitted. */
  @TearDown
  public void tearDown(Traffic traffic, Blackhole blackhole) {
    if (!buckets.tryTake(Traffic.key(traffic.mostFrequent()), blackhole)) {
      throw new IllegalStateException(
          peer + " refused a call; change the allowance or the run's length");
    }
  }
}
