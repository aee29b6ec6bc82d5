package io.tollgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tollgate.Algorithm;
import io.tollgate.Decision;
import io.tollgate.Limit;
import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * What the header fields say about one limit: {@code RateLimit-Policy} and {@code RateLimit} of
 * draft-ietf-httpapi-ratelimit-headers, lists of strings with parameters (RFC 9651).
 *
 * <p>Made once for each limit; what does not change from call to call is written then.
 */
final class RateLimitFields {

  /** Structured fields know integers of at most fifteen digits. */
  private static final long MAX_INTEGER = 999_999_999_999_999L;

  private static final int MAX_DIGITS = 15;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Limit limit;
  private final String policy;
  private final String tokens;
  private final byte[] stateBegin;
  private final int maxStateLength;

  /** How long one period takes, and how many tokens come in it; 0 if tokens do not come by time. */
  private final long periodNanos;

  private final long tokensPerPeriod;

  /** How many whole seconds one period takes; 0 if it has parts of a second. */
  private final long periodSeconds;

  /** The largest count of tokens whose time can be worked out in whole seconds. */
  private final long maxInSeconds;

  RateLimitFields(Limit limit) {
    boolean comesByTime = limit.algorithm() != Algorithm.CONCURRENCY;
    // A limit's name is printable ASCII without quote and backslash, so quotes are all it needs.
    String name = '"' + limit.name() + '"';
    this.limit = limit;
    this.tokens = Long.toString(integer(limit.tokens()));
    this.policy = name + ";q=" + tokens + (comesByTime ? window(limit) : unit());
    this.stateBegin = (name + ";r=").getBytes(US_ASCII);
    this.maxStateLength = stateBegin.length + MAX_DIGITS + ";t=".length() + MAX_DIGITS;
    this.periodNanos = limit.period().toNanos();
    this.tokensPerPeriod = comesByTime ? limit.tokens() : 0;
    boolean wholeSeconds = periodNanos >= NANOS_PER_SECOND && periodNanos % NANOS_PER_SECOND == 0;
    this.periodSeconds = wholeSeconds ? periodNanos / NANOS_PER_SECOND : 0;
    this.maxInSeconds = wholeSeconds ? Long.MAX_VALUE / periodSeconds : 0;
  }

  /** A window is whole seconds or not stated; the burst goes beyond what the draft can say. */
  private static String window(Limit limit) {
    boolean wholeSeconds = limit.period().toNanosPart() == 0;
    return (wholeSeconds ? ";w=" + integer(limit.period().toSeconds()) : "")
        + (limit.burst() == limit.tokens() ? "" : ";tollgate-burst=" + integer(limit.burst()));
  }

  private static String unit() {
    return ";qu=\"concurrent-requests\"";
  }

  /** Returns the limit that they speak of. */
  Limit limit() {
    return limit;
  }

  /** Returns the policy of the limit: {@code "search";q=100;w=60}. */
  String policy() {
    return policy;
  }

  /** Returns how many tokens come in a period, or how many calls may be under way. */
  String tokens() {
    return tokens;
  }

  /** Returns what is left after a decision: {@code "search";r=42;t=26}. */
  String state(Decision decision) {
    long remaining = decision.remaining();
    var text = new AsciiText(stateBegin, maxStateLength).append(integer(remaining));
    if (tokensPerPeriod > 0) {
      text.append(";t=").append(seconds(decision, remaining));
    }
    return text.toString();
  }

  /**
   * Returns the seconds in which no more than what is left may be used: until there is a token
   * again if there is none, otherwise as long as what is left takes to come; but no longer than a
   * refused call has to wait. Empty if tokens do not come by time.
   */
  OptionalLong secondsLeft(Decision decision, long remaining) {
    return tokensPerPeriod == 0
        ? OptionalLong.empty()
        : OptionalLong.of(seconds(decision, remaining));
  }

  private long seconds(Decision decision, long remaining) {
    if (decision.allowed() && remaining > 0) {
      return secondsFor(remaining);
    }
    long seconds =
        remaining == 0 ? ceilSeconds(decision.nextToken().toNanos()) : secondsFor(remaining);
    var wait = decision.retryAfter();
    return wait.isPresent() ? Math.min(seconds, retryAfterSeconds(wait.get().toNanos())) : seconds;
  }

  /** Returns how many seconds so many tokens, at least one, take to come, rounded up. */
  private long secondsFor(long count) {
    return count <= maxInSeconds
        ? integer((count * periodSeconds - 1) / tokensPerPeriod + 1)
        : secondsInParts(count);
  }

  /** The same where whole seconds do not do, because of the period or the size of the numbers. */
  private long secondsInParts(long count) {
    if (count <= Long.MAX_VALUE / periodNanos) {
      return ceilSeconds((count * periodNanos - 1) / tokensPerPeriod + 1);
    }
    var nanos = BigInteger.valueOf(count).multiply(BigInteger.valueOf(periodNanos));
    var perSecond =
        BigInteger.valueOf(tokensPerPeriod).multiply(BigInteger.valueOf(NANOS_PER_SECOND));
    var seconds = nanos.add(perSecond).subtract(BigInteger.ONE).divide(perSecond);
    return seconds.bitLength() < Long.SIZE ? integer(seconds.longValue()) : MAX_INTEGER;
  }

  /** Returns whole seconds, rounded up, at least one: who waits that long gets in. */
  static long retryAfterSeconds(long waitNanos) {
    return Math.max(1, ceilSeconds(waitNanos));
  }

  private static long ceilSeconds(long nanos) {
    return nanos / NANOS_PER_SECOND + (nanos % NANOS_PER_SECOND > 0 ? 1 : 0);
  }

  /** Returns the number, or the largest one that fits into a field. */
  static long integer(long value) {
    return Math.min(value, MAX_INTEGER);
  }
}
