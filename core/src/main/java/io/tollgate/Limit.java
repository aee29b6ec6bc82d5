package io.tollgate;

import io.tollgate.algorithm.BucketAlgorithm;
import io.tollgate.algorithm.LeakyBucket;
import io.tollgate.algorithm.TokenBucket;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A ceiling on how fast one key may spend: so many tokens per period, at most so many at once.
 *
 * <pre>{@code
 * Limit search = Limit.of(100).per(MINUTE).burst(200).named("search");
 * }</pre>
 *
 * <p>Immutable; each method returns another limit. A limit's name is the identity of its buckets: a
 * limit that changes under the same name keeps what was already taken. A limit without a name is
 * named after its numbers.
 *
 * <p>Numbers that cannot be kept are refused at once. The rate that is admitted is exact wherever
 * the numbers fit into 64 bits, and otherwise at most one part in a million below the declared one.
 */
public final class Limit {

  private static final int MAX_NAME_LENGTH = 128;
  private static final Duration DEFAULT_LEASE = Duration.ofMinutes(5);

  private final LimitDefinition definition;

  /** The arithmetic of a one-word bucket, for the two algorithms that have one. */
  private final @Nullable TokenBucket tokenBucket;

  private final @Nullable LeakyBucket leakyBucket;

  /** The arithmetic of every other algorithm. */
  private final @Nullable BucketAlgorithm<?> bucketAlgorithm;

  private final String name;
  private final int hash;
  private final long maxCost;
  private final long maxWaitNanos;

  private Limit(LimitDefinition definition) {
    this.definition = definition;
    this.leakyBucket = definition.leakyBucket();
    this.tokenBucket = leakyBucket == null ? definition.tokenBucket() : leakyBucket.tokens();
    this.bucketAlgorithm = tokenBucket == null ? definition.bucketAlgorithm() : null;
    this.name = definition.name().isEmpty() ? definition.describe() : definition.name();
    this.hash = name.hashCode();
    if (tokenBucket != null) {
      this.maxCost = tokenBucket.burst();
      this.maxWaitNanos = tokenBucket.refillNanos();
    } else {
      this.maxCost = Objects.requireNonNull(bucketAlgorithm).maxCost();
      this.maxWaitNanos = bucketAlgorithm.maxWaitNanos();
    }
  }

  /** Begins a limit of {@code tokens} per period; 0 admits nothing. */
  public static Amount of(long tokens) {
    if (tokens < 0) {
      throw new IllegalArgumentException("limit is " + tokens + "; it must be 0 or more");
    }
    return new Amount(tokens);
  }

  /** Returns a limit of {@code max} calls under way at a time; 0 admits nothing. */
  public static Limit concurrent(long max) {
    return new Limit(
        new LimitDefinition(
            "", max, DEFAULT_LEASE, max, Algorithm.CONCURRENCY, Duration.ZERO, false));
  }

  /** Returns this limit under another name. */
  public Limit named(String name) {
    checkName(name);
    return new Limit(definition.withName(name));
  }

  /**
   * Returns this limit with at most {@code burst} tokens at once, where it was as many as the
   * limit.
   *
   * <p>For {@link Algorithm#LEAKY_BUCKET} that many may wait. For the windows the rate stays and
   * the window becomes as long as the burst takes at that rate: 20 per minute with a burst of 40 is
   * 40 in two minutes.
   */
  public Limit burst(long burst) {
    if (algorithm() == Algorithm.CONCURRENCY) {
      throw new IllegalArgumentException(
          "a limit of calls under way has no burst; state the number in Limit.concurrent");
    }
    return new Limit(definition.withBurst(burst));
  }

  /** Returns this limit counted another way. */
  public Limit algorithm(Algorithm algorithm) {
    if ((algorithm == Algorithm.CONCURRENCY) != (algorithm() == Algorithm.CONCURRENCY)) {
      throw new IllegalArgumentException(
          "a rate and a number of calls under way cannot stand for each other;"
              + " use Limit.of(...).per(...) or Limit.concurrent(...)");
    }
    return new Limit(definition.withAlgorithm(algorithm));
  }

  /**
   * Returns this limit with at least {@code gap} between two calls of a key; for {@link
   * Algorithm#SLIDING_LOG}.
   */
  public Limit minimumGap(Duration gap) {
    requireAlgorithm(Algorithm.SLIDING_LOG, "a minimum gap");
    return new Limit(definition.withGap(gap));
  }

  /**
   * Returns this limit with refused calls counted like admitted ones; for {@link
   * Algorithm#SLIDING_LOG}.
   */
  public Limit countingRefused() {
    requireAlgorithm(Algorithm.SLIDING_LOG, "counting refused calls");
    return new Limit(definition.withCountsRefused(true));
  }

  /**
   * Returns this limit with leases that end by themselves after {@code lease}, where it was five
   * minutes; for {@link #concurrent(long)}.
   */
  public Limit lease(Duration lease) {
    requireAlgorithm(Algorithm.CONCURRENCY, "a lease");
    return new Limit(definition.withPeriod(lease));
  }

  /**
   * Returns this limit with so many times the tokens, and so many times the burst.
   *
   * @throws IllegalArgumentException if the numbers cannot be kept
   */
  public Limit times(long factor) {
    try {
      return new Limit(
          definition.withTokens(
              Math.multiplyExact(tokens(), factor), Math.multiplyExact(burst(), factor)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          factor + " times " + this + " is too large; write a smaller number", e);
    }
  }

  private void requireAlgorithm(Algorithm algorithm, String what) {
    if (algorithm() != algorithm) {
      throw new IllegalArgumentException(
          what + " needs " + algorithm + ", and this limit counts by " + algorithm());
    }
  }

  /** Returns the name, by which this limit's buckets are known. */
  public String name() {
    return name;
  }

  /** Returns how many tokens come in each period, or how many calls may be under way. */
  public long tokens() {
    return definition.tokens();
  }

  /** Returns the period, or how long a lease lasts. */
  public Duration period() {
    return definition.period();
  }

  /** Returns how many tokens there can be at once, or how many calls may wait. */
  public long burst() {
    return definition.burst();
  }

  /** Returns how this limit counts. */
  public Algorithm algorithm() {
    return definition.algorithm();
  }

  /** Returns the least time between two calls of a key; zero unless stated. */
  public Duration minimumGap() {
    return definition.gap();
  }

  /** Tells whether refused calls count like admitted ones. */
  public boolean countsRefused() {
    return definition.countsRefused();
  }

  /** Returns the largest cost that can ever be admitted. */
  public long maxCost() {
    return maxCost;
  }

  /** Returns the longest that a call can be refused when nobody else calls. */
  long maxWaitNanos() {
    return maxWaitNanos;
  }

  /**
   * Returns what one of {@code hosts} has of this limit, under the same name.
   *
   * @throws IllegalArgumentException if its numbers cannot be kept
   */
  Limit share(int hosts) {
    return new Limit(definition.withName(name).share(hosts));
  }

  @Nullable TokenBucket tokenBucket() {
    return tokenBucket;
  }

  @Nullable LeakyBucket leakyBucket() {
    return leakyBucket;
  }

  @Nullable BucketAlgorithm<?> bucketAlgorithm() {
    return bucketAlgorithm;
  }

  /** Returns the numbers as settings write them: {@code 100/min burst 200}. */
  public String describe() {
    return LimitText.write(this);
  }

  /** Tells whether the buckets of both limits are the same, whatever their numbers. */
  boolean sharesBucketsWith(Limit other) {
    return hash == other.hash && name.equals(other.name);
  }

  /** Compares names and numbers. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Limit that && hash == that.hash && definition.equals(that.definition));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return definition.name().isEmpty() ? name : name + ": " + definition.describe();
  }

  static void checkName(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "the name of a limit has 1 to "
              + MAX_NAME_LENGTH
              + " characters; this one has "
              + name.length());
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        throw new IllegalArgumentException(
            String.format(
                "the name of a limit goes into a header field, so it takes printable ASCII without"
                    + " quote and backslash; character %d is U+%04X",
                i + 1, (int) c));
      }
    }
  }

  /** How many tokens, still without the period. */
  public static final class Amount {

    private final long tokens;

    private Amount(long tokens) {
      this.tokens = tokens;
    }

    /** Completes the limit: so many tokens per second, minute, hour or day. */
    public Limit per(Per per) {
      return per(per.duration());
    }

    /** Completes the limit: so many tokens per {@code period}. */
    public Limit per(Duration period) {
      return new Limit(
          new LimitDefinition(
              "", tokens, period, tokens, Algorithm.TOKEN_BUCKET, Duration.ZERO, false));
    }

    /** Completes the limit: so many tokens every {@code count} seconds, minutes, hours or days. */
    public Limit every(long count, Per per) {
      try {
        return per(per.duration().multipliedBy(count));
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "period is " + count + " times a " + per + "; at most 292 years can be counted", e);
      }
    }
  }
}
