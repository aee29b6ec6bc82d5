package io.tollgate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Where buckets live.
 *
 * <p>A backend decides all claims of a call together, all or nothing, in one step; a call that is
 * refused takes nothing from any bucket. It keeps the promises of each algorithm, which the suite
 * {@code BackendContract} of {@code tollgate-testkit} checks. Backends are found by {@link
 * BackendProvider}.
 */
public interface Backend extends AutoCloseable {

  /**
   * Decides a call.
   *
   * <p>Returns without waiting; the stage completes with a decision that answers {@link
   * Decision#each() each} claim in order, or exceptionally when the backend cannot decide. An
   * {@link IllegalArgumentException}, which names the limit and the fix, says that it can never
   * decide these claims, and nothing about other calls.
   *
   * @param claims at least one, each of another bucket
   */
  CompletionStage<Decision> decideAsync(List<Claim> claims);

  /** Gives leases back; one that has ended, or was given back before, does no harm. */
  CompletionStage<Void> releaseAsync(List<Lease> leases);

  /**
   * Corrects what calls took, after it is known what they cost; {@link Settlement} has the rules.
   *
   * @param settlements none of limits on calls under way
   */
  CompletionStage<Void> settleAsync(List<Settlement> settlements);

  /**
   * Decides a call without asking anybody, where this backend holds what it takes; empty otherwise,
   * and then nothing was taken.
   *
   * <p>Asked before {@link #decideAsync}, also while that fails, so it must be quick.
   *
   * @param claims at least one, each of another bucket
   */
  default Optional<Decision> tryDecide(List<Claim> claims) {
    return Optional.empty();
  }

  /**
   * Returns how many hosts shared these buckets when that was last known, this one included.
   *
   * <p>While the backend fails, each host decides by that part of every limit. Never waits.
   */
  default int hosts() {
    return 1;
  }

  /** Tells whether this backend decides calls, as far as it knows without asking; never waits. */
  default Health health() {
    return Health.up();
  }

  /**
   * Returns what this backend measures about itself, by names that do not change; for metrics.
   *
   * <p>Never waits.
   */
  default Map<String, Double> gauges() {
    return Map.of();
  }

  /** Ends what this backend has begun: connections, threads. */
  @Override
  default void close() {}
}
