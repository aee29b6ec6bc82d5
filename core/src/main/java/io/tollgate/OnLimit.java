package io.tollgate;

/** What becomes of a call that its limit does not admit now. */
public enum OnLimit {
  /** It is refused. */
  REFUSE,
  /**
   * It waits for its turn, first come, first served, if that comes within {@link
   * RateLimited#maxWait}; otherwise it is refused at once.
   */
  WAIT
}
