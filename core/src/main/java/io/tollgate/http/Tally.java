package io.tollgate.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what any call may bring about, and says when the log is to tell of it: now and then. */
final class Tally {

  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final AtomicLong count = new AtomicLong();
  private final AtomicLong told = new AtomicLong();
  private final AtomicLong toldAt;

  /** Begins to count; the first is told at once. */
  Tally(long now) {
    this.toldAt = new AtomicLong(now - PAUSE_NANOS);
  }

  /** Counts one more; returns how many were not told if that is to be done now, or else 0. */
  long add(long now) {
    long counted = count.incrementAndGet();
    long before = toldAt.get();
    return now - before >= PAUSE_NANOS && toldAt.compareAndSet(before, now)
        ? counted - told.getAndSet(counted)
        : 0;
  }

  long count() {
    return count.get();
  }
}
