package io.tollgate;

import java.util.List;

/**
 * Hears what a {@link Limiter} does; for metrics and logs.
 *
 * <p>Called on the thread that decides, so it must not wait. What it throws is logged and changes
 * no decision.
 */
public interface LimiterListener {

  /** Who decided a call. */
  enum Source {
    /** The backend, in time. */
    BACKEND,
    /** What the backend had said before: a bucket known to be empty was not asked for again. */
    MEMORY,
    /** The failure mode, because the backend failed, was too slow or is not asked for a while. */
    FAILURE_MODE
  }

  /** A call was decided. */
  default void onDecision(List<Claim> claims, Decision decision, Source source) {}

  /** The backend did not decide: it failed, was too slow, or answered nonsense. */
  default void onFailure(Throwable cause) {}

  /** The backend is not asked for a while, because it failed too often; or it is asked again. */
  default void onBreaker(boolean open) {}
}
