package io.tollgate.bench.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Times another filter, from its call until it hands the request on.
 *
 * <p>In a server a filter's time is mostly that of fetching its code and data anew, after all that
 * the server has done since the last request, which a loop does not show. And a median of many
 * calls hardly notices what else the machine does, which requests per second do.
 */
final class Stopwatch implements Filter {

  private static final int NANOS_PER_PLACE = 8;
  private static final int PLACES = 8_192;

  private final Filter filter;
  private final AtomicLongArray calls = new AtomicLongArray(PLACES);

  Stopwatch(Filter filter) {
    this.filter = filter;
  }

  @Override
  public void init(FilterConfig config) throws ServletException {
    filter.init(config);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    long begin = System.nanoTime();
    filter.doFilter(
        request,
        response,
        (handedOn, answer) -> {
          count(System.nanoTime() - begin);
          chain.doFilter(handedOn, answer);
        });
  }

  /** Counts a call. */
  void count(long nanos) {
    calls.incrementAndGet((int) Math.min(PLACES - 1, nanos / NANOS_PER_PLACE));
  }

  @Override
  public void destroy() {
    filter.destroy();
  }

  /**
   * Returns the median of all calls since it was last asked for, to be asked between calls.
   *
   * @throws IllegalStateException if there were none
   */
  long takeMedianNanos() {
    long all = 0;
    for (int i = 0; i < PLACES; i++) {
      all += calls.get(i);
    }
    if (all == 0) {
      throw new IllegalStateException("nobody has called");
    }
    int median = 0;
    for (long upTo = calls.get(0); upTo < (all + 1) / 2; upTo += calls.get(median)) {
      median++;
    }
    for (int i = 0; i < PLACES; i++) {
      calls.set(i, 0);
    }
    return (long) median * NANOS_PER_PLACE + NANOS_PER_PLACE / 2;
  }
}
