package io.tollgate;

/**
 * Whether a backend decides calls now; for pages and probes that show it.
 *
 * <p>An application whose backend is down goes on: the failure mode decides its calls.
 *
 * @param status whether it does
 * @param reason why it does not, in one line without secrets; empty when it does
 */
public record Health(Status status, String reason) {

  /** Whether a backend decides calls. */
  public enum Status {
    /** It does, as far as is known. */
    UP,
    /** It does not, and the failure mode decides. */
    DOWN
  }

  private static final Health UP = new Health(Status.UP, "");

  /** Makes the reason one line of bounded length. */
  public Health {
    reason = Problems.oneLine(reason);
  }

  /** Returns the health of a backend that decides calls. */
  public static Health up() {
    return UP;
  }

  /** Returns the health of a backend that does not decide calls. */
  public static Health down(String reason) {
    return new Health(Status.DOWN, reason);
  }

  /** Tells whether the backend decides calls. */
  public boolean isUp() {
    return status == Status.UP;
  }

  @Override
  public String toString() {
    return reason.isEmpty() ? status.name() : status + ": " + reason;
  }
}
