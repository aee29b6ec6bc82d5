package io.tollgate.testkit;

import io.tollgate.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that passes only when a test says so, for the ticker and the wall clock alike.
 *
 * <p>The ticker may begin anywhere, because a monotonic clock does; the wall clock begins at noon
 * of the first day of 2026.
 */
public final class ManualTicker implements Ticker, InstantSource {

  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

  private final long origin;
  private final AtomicLong elapsed = new AtomicLong();

  /** Begins at zero. */
  public ManualTicker() {
    this(/* origin= */ 0);
  }

  /** Begins at {@code origin}, from which it may wrap. */
  public ManualTicker(long origin) {
    this.origin = origin;
  }

  /** Lets time pass. */
  public void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("time goes on by " + duration + "; it never goes back");
    }
    elapsed.addAndGet(duration.toNanos());
  }

  @Override
  public long read() {
    return origin + elapsed.get();
  }

  @Override
  public Instant instant() {
    return START.plusNanos(elapsed.get());
  }
}
