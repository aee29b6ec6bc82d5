package io.tollgate.redis;

import io.tollgate.Limit;
import io.tollgate.algorithm.FixedWindow;
import io.tollgate.algorithm.Ratio;
import io.tollgate.algorithm.SlidingWindow;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/** A limit as the scripts take it. */
final class LimitNumbers {

  /*
   * Lua has doubles only, which are exact for whole numbers up to 2^53. So everything that a script
   * adds up or multiplies has to stay below that, which is seen to here:
   *
   *   tokens    A token bucket counts in units, as io.tollgate.algorithm.TokenBucket does, of which a
   *             microsecond and a token have a whole number. The deepest debt is twice the burst.
   *             Where the exact ratio does not fit, the simplest one takes its place that is at most
   *             one part in a million slower.
   *   windows   Lengths in microseconds, and limits, are below 2^51, so that sums of times and twice
   *             the limit fit. The one product, of two such numbers, is worked out in two halves.
   *
   * A window that is no whole number of microseconds is rounded up, by at most one part in a million.
   * What does not fit is refused.
   */

  /** The most tokens or microseconds in a window. */
  static final long MOST = 1L << 51;

  /** What a script adds up stays below this. */
  static final long MOST_COUNTED = 1L << 52;

  private static final long MILLION = 1_000_000;
  private static final int SIZE = 1 + 4 * Double.BYTES;

  private static final int TOKEN_BUCKET = 1;
  private static final int LEAKY_BUCKET = 2;
  private static final int FIXED_WINDOW = 3;
  private static final int SLIDING_WINDOW = 4;
  private static final int SLIDING_LOG = 5;
  private static final int CONCURRENCY = 6;

  private final int code;
  private final long first;
  private final long second;
  private final byte[] packed;
  private final byte[] packedForOne;
  private final byte[] name;
  private final long maxCost;

  private LimitNumbers(
      Limit limit, int code, long first, long second, byte[] packed, long maxCost) {
    this.code = code;
    this.first = first;
    this.second = second;
    this.packed = packed;
    this.packedForOne = withCost(packed, 1);
    this.name = KeyNames.partOf(limit);
    this.maxCost = maxCost;
  }

  /**
   * Returns the numbers of a limit.
   *
   * @throws IllegalArgumentException if they cannot be kept in 53 bits, saying what can
   */
  static LimitNumbers of(Limit limit) {
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET -> bucket(TOKEN_BUCKET, limit);
      case LEAKY_BUCKET -> bucket(LEAKY_BUCKET, limit);
      case FIXED_WINDOW -> packed(FIXED_WINDOW, limit, window(limit), 0, 0);
      case SLIDING_WINDOW -> packed(SLIDING_WINDOW, limit, window(limit), 0, 0);
      case SLIDING_LOG ->
          packed(
              SLIDING_LOG,
              limit,
              window(limit),
              micros(limit, "gap", nanos(limit.minimumGap())),
              limit.countsRefused() ? 1 : 0);
      case CONCURRENCY ->
          packed(CONCURRENCY, limit, micros(limit, "lease", nanos(limit.period())), 0, 0);
    };
  }

  private static LimitNumbers bucket(int code, Limit limit) {
    long burst = limit.maxCost();
    if (burst == 0) {
      return packed(limit, code, 1, 1, 0, 0, 0);
    }
    var exact = tokensPerMicro(limit);
    var ratio = fits(exact, burst) ? exact : exact.simplestWithinOneMillionthBelow();
    if (!fits(ratio, burst)) {
      long largest = MOST_COUNTED / ratio.denominator();
      throw refused(
          limit,
          "takes too long to refill",
          largest > 0 ? "lower the burst to at most " + largest : "shorten the period");
    }
    return packed(limit, code, ratio.numerator(), ratio.denominator(), burst, 0, burst);
  }

  private static Ratio tokensPerMicro(Limit limit) {
    long nanos = nanos(limit.period());
    if (nanos % 1_000 == 0) {
      return Ratio.reduced(limit.tokens(), nanos / 1_000);
    }
    if (limit.tokens() > Long.MAX_VALUE / 1_000) {
      throw refused(limit, "has too many tokens", "make the period a multiple of a microsecond");
    }
    return Ratio.reduced(limit.tokens() * 1_000, nanos);
  }

  private static boolean fits(Ratio unitsPerMicroByToken, long burst) {
    return unitsPerMicroByToken.numerator() <= MOST
        && burst <= MOST_COUNTED / unitsPerMicroByToken.denominator();
  }

  /** The time in which the burst comes at the declared rate: the period, unless a burst is set. */
  private static long window(Limit limit) {
    var nanos = BigInteger.valueOf(nanos(limit.period()));
    if (limit.burst() == limit.tokens()) {
      return micros(limit, "window", nanos, BigInteger.ONE);
    }
    return micros(
        limit,
        "window",
        nanos.multiply(BigInteger.valueOf(limit.burst())),
        BigInteger.valueOf(limit.tokens()));
  }

  private static long micros(Limit limit, String what, long nanos) {
    return micros(limit, what, BigInteger.valueOf(nanos), BigInteger.ONE);
  }

  private static long micros(Limit limit, String what, BigInteger nanos, BigInteger divisor) {
    var micros = nanos.divideAndRemainder(divisor.multiply(BigInteger.valueOf(1_000)));
    if (micros[0].compareTo(BigInteger.valueOf(MOST)) >= 0) {
      throw refused(limit, "has too long a " + what, "shorten it to at most 71 years");
    }
    long whole = micros[0].longValueExact();
    if (micros[1].signum() != 0 && whole < MILLION) {
      throw refused(
          limit,
          "has a " + what + " that is no whole number of microseconds",
          "make it one, or a second at least");
    }
    return whole + micros[1].signum();
  }

  private static long nanos(Duration duration) {
    // The limit was made with it, so it fits.
    return duration.toNanos();
  }

  private static LimitNumbers packed(int code, Limit limit, long micros, long third, long fourth) {
    if (limit.maxCost() > MOST) {
      throw refused(limit, "admits too much at once", "lower it to at most " + MOST);
    }
    return packed(limit, code, limit.maxCost(), micros, third, fourth, limit.maxCost());
  }

  private static LimitNumbers packed(
      Limit limit, int code, long first, long second, long third, long fourth, long maxCost) {
    var packed = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
    packed.put((byte) code);
    for (long number : new long[] {first, second, third, fourth}) {
      // Exact: they were seen to be below 2^53.
      packed.putDouble((double) number);
    }
    return new LimitNumbers(limit, code, first, second, packed.array(), maxCost);
  }

  private static IllegalArgumentException refused(Limit limit, String why, String fix) {
    return new IllegalArgumentException(
        "the limit " + limit + " " + why + " to be counted exactly in Redis's 53 bits; " + fix);
  }

  /** Tells whether {@code quick.lua} decides it. */
  boolean isQuick() {
    return code <= SLIDING_WINDOW;
  }

  /** Reads from a reply of {@code quick.lua} what it says of a bucket of this limit. */
  QuickState read(ByteBuffer reply, long now) {
    return switch (code) {
      case TOKEN_BUCKET -> new QuickState.OfTokens(first, second, maxCost, next(reply), false);
      case LEAKY_BUCKET -> new QuickState.OfTokens(first, second, maxCost, next(reply), true);
      case FIXED_WINDOW ->
          QuickState.of(
              new FixedWindow(first, second), new FixedWindow.Count(next(reply), next(reply)), now);
      case SLIDING_WINDOW ->
          QuickState.of(
              new SlidingWindow(first, second),
              new SlidingWindow.Counts(next(reply), next(reply), next(reply)),
              now);
      default -> throw new IllegalStateException("quick.lua has no algorithm " + code);
    };
  }

  private static long next(ByteBuffer reply) {
    return (long) reply.getDouble();
  }

  /** Returns what stands for this limit in the names of its buckets. */
  byte[] name() {
    return name;
  }

  long maxCost() {
    return maxCost;
  }

  /** Returns a bit that stands for the algorithm. */
  int bit() {
    return 1 << code;
  }

  /** Returns the algorithm and four numbers, which also stand in front of every bucket's state. */
  byte[] packed() {
    return packed;
  }

  /** Returns the same and a cost behind it: what can never fit need not be told apart. */
  byte[] packed(long cost) {
    return cost == 1 ? packedForOne : withCost(packed, Math.min(cost, maxCost + 1));
  }

  private static byte[] withCost(byte[] packed, long cost) {
    return ByteBuffer.allocate(packed.length + Double.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(packed)
        // Exact, as above.
        .putDouble((double) cost)
        .array();
  }
}
