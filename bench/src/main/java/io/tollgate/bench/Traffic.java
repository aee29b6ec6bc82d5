package io.tollgate.bench;

import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Who calls: a long row of callers, few of them often and many of them rarely.
 *
 * <p>The caller of rank r comes with a probability proportional to 1 ÷ r^0.99 (Zipf). Ranks are
 * shuffled among the keys, so that those who call often are neighbours neither by name nor by when
 * they first came. The same row for everybody, from a fixed seed.
 */
@SuppressWarnings("NullAway.Init") // JMH sets up the fields.
@State(Scope.Benchmark)
public class Traffic {

  /** How many keys there are, and how many a limiter may hold. */
  public enum Population {
    /** Fits into the caches of the processor. */
    TEN_THOUSAND("10,000 keys", 10_000, 10_000),
    /** Does not. */
    MILLION("1,000,000 keys", 1_000_000, 1_000_000),
    /** More keys than may be held, so that each stranger displaces somebody. */
    CROWDED("1,000,000 keys, 100,000 held", 1_000_000, 100_000);

    private final String label;
    private final int keys;
    private final int maxKeys;

    Population(String label, int keys, int maxKeys) {
      this.label = label;
      this.keys = keys;
      this.maxKeys = maxKeys;
    }

    String label() {
      return label;
    }

    int keys() {
      return keys;
    }

    int maxKeys() {
      return maxKeys;
    }
  }

  /** Longer than what is measured between two returns to the beginning is large. */
  private static final int CALLS = 1 << 22;

  private static final double EXPONENT = 0.99;
  private static final long SEED = 20_250_101;

  @Param Population population;
  private int[] callers;

  /** Draws the row of callers. */
  @Setup
  public void setUp() {
    callers = row(population.keys(), CALLS);
  }

  /** Returns the caller of the first rank. */
  int mostFrequent() {
    return shuffled(population.keys(), new Random(SEED))[0];
  }

  static int[] row(int keys, int calls) {
    var random = new Random(SEED);
    var keyOfRank = shuffled(keys, random);
    var cumulated = cumulatedWeights(keys);
    var row = new int[calls];
    for (int i = 0; i < calls; i++) {
      double drawn = random.nextDouble() * cumulated[keys - 1];
      int found = Arrays.binarySearch(cumulated, drawn);
      row[i] = keyOfRank[Math.min(keys - 1, found >= 0 ? found + 1 : -found - 1)];
    }
    return row;
  }

  private static double[] cumulatedWeights(int keys) {
    var cumulated = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += Math.pow(i + 1, -EXPONENT);
      cumulated[i] = sum;
    }
    return cumulated;
  }

  private static int[] shuffled(int n, Random random) {
    var numbers = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }

  /** Returns a new text of 20 characters, as a header or a token yields with each call. */
  static String key(int caller) {
    // Digits that do not follow on each other; the factor is a prime, so that no two are the same.
    return "user-" + (100_000_000_000_000L + caller * 860_539_927L % 899_999_999_999_963L);
  }

  /** One thread's way along the row; each begins elsewhere. */
  @SuppressWarnings("NullAway.Init") // JMH sets up the fields.
  @State(Scope.Thread)
  public static class Walk {

    private int[] callers;
    private int at;

    /** Goes to this thread's beginning. */
    @Setup
    public void setUp(Traffic traffic, ThreadParams thread) {
      callers = traffic.callers;
      at = (int) ((long) CALLS * thread.getThreadIndex() / thread.getThreadCount());
    }

    String nextKey() {
      return key(callers[at++ & (CALLS - 1)]);
    }
  }
}
