package io.tollgate.bench.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What a developer writes who has Bucket4j and a day: a bucket for each user, kept for ever, and
 * the answers that Tollgate gives.
 *
 * <p>The fast form throughout: lock-free buckets, one bandwidth for all, constant texts made once.
 */
@Priority(Priorities.AUTHENTICATION + 500)
final class HandWrittenFilter implements ContainerRequestFilter, ContainerResponseFilter {

  private static final String PROBE = "probe";
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final Bandwidth bandwidth;
  private final long tokens;
  private final long periodNanos;
  private final String policy;

  private HandWrittenFilter(long tokens, Duration period, long burst) {
    this.bandwidth = Bandwidth.builder().capacity(burst).refillGreedy(tokens, period).build();
    this.tokens = tokens;
    this.periodNanos = period.toNanos();
    this.policy =
        "\"user\";q="
            + tokens
            + ";w="
            + period.toSeconds()
            + (burst == tokens ? "" : ";tollgate-burst=" + burst);
  }

  /** Returns a filter that admits everybody. */
  static HandWrittenFilter ample() {
    return new HandWrittenFilter(Greetings.PER_MINUTE, Duration.ofMinutes(1), Greetings.AMPLE);
  }

  /** Returns a filter that admits everybody once. */
  static HandWrittenFilter scarce() {
    return new HandWrittenFilter(/* tokens= */ 1, Duration.ofDays(1), /* burst= */ 1);
  }

  @Override
  public void filter(ContainerRequestContext request) {
    var probe =
        bucket(request.getSecurityContext().getUserPrincipal().getName())
            .tryConsumeAndReturnRemaining(1);
    request.setProperty(PROBE, probe);
    if (!probe.isConsumed()) {
      request.abortWith(refusal(probe));
    }
  }

  private Bucket bucket(String user) {
    var known = buckets.get(user);
    return known == null ? buckets.computeIfAbsent(user, first -> full()) : known;
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(bandwidth)
        .withCustomTimePrecision(TimeMeter.SYSTEM_NANOTIME)
        .build();
  }

  private static Response refusal(ConsumptionProbe probe) {
    long wait = Math.max(1, ceilSeconds(probe.getNanosToWaitForRefill()));
    var problem =
        "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
            + "\"title\":\"Too Many Requests\",\"status\":429,"
            + "\"detail\":\"This call costs 1 token and 0 are left; it fits in "
            + wait
            + " s.\",\"violated-policies\":[\"user\"]}";
    return Response.status(429)
        .type("application/problem+json")
        .entity(problem.getBytes(US_ASCII)) // A text would take an encoder and its buffer.
        .header("Cache-Control", "no-store")
        .header("Retry-After", Long.toString(wait))
        .build();
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(PROBE) instanceof ConsumptionProbe probe) {
      ConstantFields.write(response, policy, state(probe));
    }
  }

  private String state(ConsumptionProbe probe) {
    long left = probe.getRemainingTokens();
    long seconds =
        left == 0
            ? ceilSeconds(probe.getNanosToWaitForRefill())
            : ceilSeconds(left * periodNanos / tokens);
    return "\"user\";r=" + left + ";t=" + seconds;
  }

  private static long ceilSeconds(long nanos) {
    return (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
  }
}
