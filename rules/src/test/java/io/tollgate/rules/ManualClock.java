package io.tollgate.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that goes on when it is told to. */
final class ManualClock implements InstantSource {

  private volatile Instant now = Instant.parse("2026-11-16T12:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  void advance(Duration duration) {
    now = now.plus(duration);
  }
}
