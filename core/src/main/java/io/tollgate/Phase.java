package io.tollgate;

/** When a limit is asked on the way of a request. */
public enum Phase {
  /**
   * Before it is known who the user is: for limits by address or for everybody, that protect the
   * authentication itself. What is taken here stays taken if a later limit refuses the call.
   */
  BEFORE_AUTHENTICATION,
  /** When the user is known, and before the request's body is read. */
  AFTER_AUTHENTICATION
}
