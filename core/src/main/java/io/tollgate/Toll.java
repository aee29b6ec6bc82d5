package io.tollgate;

/**
 * What the present call pays; injected to settle limits with {@link RateLimited#settle}, and
 * without effect on others.
 *
 * <pre>{@code
 * @GET
 * @RateLimited(limit = 1000, per = MINUTE, cost = 10, settle = true)
 * public List<Row> export(@Context Toll toll) {
 *   List<Row> rows = query();
 *   toll.settle(rows.size());
 *   return rows;
 * }
 * }</pre>
 */
public interface Toll {

  /**
   * Says what the call has really cost, which replaces what was reserved, at all limits of the call
   * that are settled: the difference is given back, or taken although it may not be there, so that
   * the next calls wait for it.
   *
   * <p>The first time counts; further calls change nothing.
   *
   * @throws IllegalArgumentException if {@code actual} is negative
   */
  void settle(long actual);
}
