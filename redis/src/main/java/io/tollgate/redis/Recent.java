package io.tollgate.redis;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells which buckets were called a moment ago, in a fixed space.
 *
 * <p>Buckets that fall into one place are taken for one another. Then one is thought to be called
 * more often than it is, which costs little.
 */
final class Recent {

  private static final int PLACES = 1 << 14;
  private static final long RECENT_NANOS = 100_000_000L;

  private final AtomicLongArray calledAt = new AtomicLongArray(PLACES);

  Recent(long now) {
    for (int i = 0; i < PLACES; i++) {
      calledAt.setPlain(i, now - RECENT_NANOS);
    }
  }

  /** Notes a call, and tells whether there was one in the last tenth of a second. */
  boolean calledAgain(int hash, long now) {
    int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
    return now - calledAt.getAndSet(place, now) < RECENT_NANOS;
  }
}
