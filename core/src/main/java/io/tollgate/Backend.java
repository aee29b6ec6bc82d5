package io.tollgate;

import java.util.List;
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
   * Decision#each() each} claim in order, or exceptionally when the backend cannot decide.
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

  /** Ends what this backend has begun: connections, threads. */
  @Override
  default void close() {}
}
