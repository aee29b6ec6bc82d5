package io.tollgate;

/** What becomes of a call when its backend fails, or does not answer within the time budget. */
public enum FailureMode {
  /** The call is decided by this host's own buckets, seeded from what was last known. */
  LOCAL,
  /** The call is let through. */
  ALLOW,
  /** The call is turned away with 503, which does not say that its caller spent too much. */
  DENY
}
