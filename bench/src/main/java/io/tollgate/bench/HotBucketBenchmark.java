package io.tollgate.bench;

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
 * One bucket that everybody draws on.
 *
 * <p>Each peer runs in a JVM of its own, so that the call below has one target there. Peers hold
 * their bucket; Tollgate finds it by limit and key, as its users do.
 */
@SuppressWarnings("NullAway.Init") // JMH sets up the fields.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class HotBucketBenchmark {

  /** What becomes of the calls. */
  public enum Path {
    /** Tokens are always there. */
    ADMITTED,
    /** None is. */
    REFUSED;

    Allowance allowance() {
      return this == ADMITTED ? Allowance.AMPLE : Allowance.SCARCE;
    }
  }

  @Param HotPeer peer;
  @Param Path path;
  private HotBucket bucket;

  /** Makes the bucket and, for refusals, empties it. */
  @Setup
  public void setUp(Blackhole blackhole) {
    bucket = peer.bucket(path.allowance());
    if (path == Path.REFUSED) {
      while (bucket.tryTake(blackhole)) {
        blackhole.consume(bucket);
      }
    }
  }

  /** Takes a token. */
  @Benchmark
  public boolean decide(Blackhole blackhole) {
    return bucket.tryTake(blackhole);
  }

  /** Checks that the path was not left. */
  @TearDown
  public void tearDown(Blackhole blackhole) {
    if (bucket.tryTake(blackhole) != (path == Path.ADMITTED)) {
      throw new IllegalStateException(
          peer
              + " was to be measured while "
              + path
              + "; change the allowance or the run's length");
    }
  }
}
