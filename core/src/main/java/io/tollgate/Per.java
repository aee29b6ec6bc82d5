package io.tollgate;

import java.time.Duration;

/** The period a limit is stated for. */
public enum Per {
  /** One second. */
  SECOND(Duration.ofSeconds(1)),
  /** Sixty seconds. */
  MINUTE(Duration.ofMinutes(1)),
  /** Sixty minutes. */
  HOUR(Duration.ofHours(1)),
  /** Twenty-four hours. */
  DAY(Duration.ofDays(1));

  private final Duration duration;

  Per(Duration duration) {
    this.duration = duration;
  }

  /** Returns the length of this period. */
  public Duration duration() {
    return duration;
  }
}
