package io.tollgate;

/** How a limit counts. */
public enum Algorithm {
  /**
   * A bucket that starts full and is refilled evenly; a call is refused only when fewer tokens than
   * its cost are there.
   */
  TOKEN_BUCKET,
  /** Calls leave at a fixed rate; as many as the burst may wait, the rest are refused. */
  LEAKY_BUCKET,
  /** At most the limit in each window aligned to the clock, and up to twice that across two. */
  FIXED_WINDOW,
  /** At most the limit in the window that ends now, estimated from two counters. */
  SLIDING_WINDOW,
  /** At most the limit in any window, exactly; keeps the time of every call in the window. */
  SLIDING_LOG,
  /** At most so many calls under way; see {@link Limit#concurrent(long)}. */
  CONCURRENCY
}
