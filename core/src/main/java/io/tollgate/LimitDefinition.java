package io.tollgate;

import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.Concurrency;
import io.tollgate.algorithm.FixedWindow;
import io.tollgate.algorithm.LeakyBucket;
import io.tollgate.algorithm.SlidingLog;
import io.tollgate.algorithm.SlidingWindow;
import io.tollgate.algorithm.TokenBucket;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a limit is made of. */
record LimitDefinition(
    String name,
    long tokens,
    Duration period,
    long burst,
    Algorithm algorithm,
    Duration gap,
    boolean countsRefused) {

  LimitDefinition withName(String name) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  LimitDefinition withPeriod(Duration period) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  LimitDefinition withBurst(long burst) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  LimitDefinition withAlgorithm(Algorithm algorithm) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  LimitDefinition withGap(Duration gap) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  LimitDefinition withCountsRefused(boolean countsRefused) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  /** Returns the part of one of {@code hosts}; {@link Shares} has the rules. */
  LimitDefinition share(int hosts) {
    if (tokens == 0) {
      return this;
    }
    return switch (algorithm) {
      case TOKEN_BUCKET -> withPeriod(period.multipliedBy(hosts)).withBurst(part(burst, hosts));
      case LEAKY_BUCKET ->
          // One leaves at once, and the burst waits behind it.
          withPeriod(period.multipliedBy(hosts)).withBurst(part(burst + 1, hosts) - 1);
      case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_LOG -> {
        long window = windowNanos();
        var longer = gap.multipliedBy(hosts);
        var longest = Duration.ofNanos(window);
        yield withTokens(part(burst, hosts))
            .withPeriod(longest)
            .withGap(longer.compareTo(longest) < 0 ? longer : longest);
      }
      case CONCURRENCY -> withTokens(part(tokens, hosts));
    };
  }

  private static long part(long count, int hosts) {
    return Math.max(1, count / hosts);
  }

  private LimitDefinition withTokens(long tokens) {
    return withTokens(tokens, /* burst= */ tokens);
  }

  LimitDefinition withTokens(long tokens, long burst) {
    return new LimitDefinition(name, tokens, period, burst, algorithm, gap, countsRefused);
  }

  @Nullable TokenBucket tokenBucket() {
    return algorithm == Algorithm.TOKEN_BUCKET
        ? TokenBucket.of(tokens, periodNanos(), burst)
        : null;
  }

  @Nullable LeakyBucket leakyBucket() {
    return algorithm == Algorithm.LEAKY_BUCKET
        ? LeakyBucket.of(tokens, periodNanos(), burst)
        : null;
  }

  BucketAlgorithm<?> bucketAlgorithm() {
    return switch (algorithm) {
      case FIXED_WINDOW -> new FixedWindow(burst, windowNanos());
      case SLIDING_WINDOW -> new SlidingWindow(burst, windowNanos());
      case SLIDING_LOG -> new SlidingLog(burst, windowNanos(), nanos(gap, "gap"), countsRefused);
      case CONCURRENCY -> new Concurrency(tokens, nanos(period, "lease"));
      case TOKEN_BUCKET, LEAKY_BUCKET -> throw new AssertionError(algorithm);
    };
  }

  private long periodNanos() {
    return nanos(period, "period");
  }

  /** The time in which the burst comes at the declared rate: the period, unless a burst is set. */
  private long windowNanos() {
    if (burst == tokens) {
      return periodNanos();
    }
    if (tokens == 0 || burst < 1) {
      throw new IllegalArgumentException(
          "burst is " + burst + "; it must be 1 or more, and a limit of 0 has none");
    }
    var window =
        BigInteger.valueOf(periodNanos())
            .multiply(BigInteger.valueOf(burst))
            .divideAndRemainder(BigInteger.valueOf(tokens));
    // Rounding up by less than a nanosecond slows the rate; in a window that short, by too much.
    boolean roundedTooMuch =
        window[1].signum() != 0 && window[0].compareTo(BigInteger.valueOf(1_000_000)) < 0;
    if (roundedTooMuch || window[0].bitLength() > 62) {
      throw new IllegalArgumentException(
          "a burst of "
              + burst
              + " makes a window that cannot be counted to one part in a million;"
              + " choose a burst that is a multiple of the limit of "
              + tokens);
    }
    return window[0].longValueExact() + window[1].signum();
  }

  private static long nanos(Duration duration, String what) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          what + " is " + duration + "; at most 292 years can be counted", e);
    }
  }

  String describe() {
    if (algorithm == Algorithm.CONCURRENCY) {
      return tokens + " at a time, for " + period(period) + " at most";
    }
    var text = new StringBuilder().append(tokens).append('/').append(period(period));
    if (burst != tokens) {
      text.append(" burst ").append(burst);
    }
    if (algorithm != Algorithm.TOKEN_BUCKET) {
      text.append(' ').append(algorithm.name().toLowerCase(Locale.ROOT));
    }
    if (!gap.isZero()) {
      text.append(" gap ").append(period(gap));
    }
    return text.append(countsRefused ? " counting refused" : "").toString();
  }

  /** The shortest usual way to write a period: {@code 60s}, {@code 1500ms}, {@code 7ns}. */
  private static String period(Duration period) {
    if (period.toNanosPart() == 0) {
      return period.toSeconds() + "s";
    }
    return period.toNanosPart() % 1_000_000 == 0
        ? period.toMillis() + "ms"
        : period.toNanos() + "ns";
  }
}
