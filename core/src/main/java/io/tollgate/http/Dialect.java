package io.tollgate.http;

/** The header fields in which a response tells what is left. */
public enum Dialect {
  /** {@code RateLimit-Policy} and {@code RateLimit}, of the newest draft of the IETF. */
  DRAFT,
  /**
   * {@code RateLimit-Limit}, {@code RateLimit-Remaining}, {@code RateLimit-Reset} of older drafts.
   */
  TRIPLE,
  /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset} in seconds since 1970. */
  XEPOCH,
  /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset} in seconds from now. */
  XDELTA,
  /** None. */
  NONE
}
