package io.tollgate.bench.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that a limiter by address can do and still say what is left: a count in a map. It knows
 * no time, gives nothing back and refuses nobody, so it is no limiter; it is what any limiter has
 * to do besides.
 */
final class CountInMap implements Filter {

  private final ConcurrentMap<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final long perSecond;
  private final String policy;

  CountInMap(long perSecond) {
    this.perSecond = perSecond;
    this.policy = "\"greeting\";q=" + perSecond + ";w=1";
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var address = request.getRemoteAddr();
    var count = counts.get(address);
    if (count == null) {
      count = counts.computeIfAbsent(address, first -> new AtomicLong());
    }
    // As many digits as the others write, however many calls come.
    long left = perSecond - 1 - count.incrementAndGet() % (perSecond / 10);
    var http = (HttpServletResponse) response;
    http.setHeader("RateLimit-Policy", policy);
    http.setHeader("RateLimit", "\"greeting\";r=" + left + ";t=1");
    chain.doFilter(request, response);
  }
}
