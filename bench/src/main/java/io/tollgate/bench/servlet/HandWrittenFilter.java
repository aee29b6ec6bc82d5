package io.tollgate.bench.servlet;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What a developer writes who has Bucket4j and an hour: a bucket for each address, kept for ever,
 * for all paths.
 *
 * <p>The fast form throughout: lock-free buckets, one bandwidth for all, constant texts made once.
 */
final class HandWrittenFilter implements Filter {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final Bandwidth bandwidth;
  private final long perSecond;
  private final String policy;

  HandWrittenFilter(long perSecond) {
    this.bandwidth =
        Bandwidth.builder()
            .capacity(perSecond)
            .refillGreedy(perSecond, Duration.ofSeconds(1))
            .build();
    this.perSecond = perSecond;
    this.policy = "\"greeting\";q=" + perSecond + ";w=1";
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var probe = bucket(request.getRemoteAddr()).tryConsumeAndReturnRemaining(1);
    var http = (HttpServletResponse) response;
    long left = probe.getRemainingTokens();
    long seconds =
        left == 0 ? ceil(probe.getNanosToWaitForRefill(), NANOS_PER_SECOND) : ceil(left, perSecond);
    http.setHeader("RateLimit-Policy", policy);
    http.setHeader("RateLimit", "\"greeting\";r=" + left + ";t=" + seconds);
    if (probe.isConsumed()) {
      chain.doFilter(request, response);
    } else {
      http.setHeader("Retry-After", Long.toString(Math.max(1, seconds)));
      http.sendError(TOO_MANY_REQUESTS);
    }
  }

  private Bucket bucket(String address) {
    var known = buckets.get(address);
    return known == null ? buckets.computeIfAbsent(address, first -> full()) : known;
  }

  private Bucket full() {
    return Bucket.builder()
        .addLimit(bandwidth)
        .withCustomTimePrecision(TimeMeter.SYSTEM_NANOTIME)
        .build();
  }

  private static long ceil(long number, long divisor) {
    return (number + divisor - 1) / divisor;
  }
}
