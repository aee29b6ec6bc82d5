package io.tollgate.bench;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket in one long, which answers yes or no and nothing else.
 *
 * <p>In a Caffeine cache it shows what Tollgate's arithmetic would be worth without its table.
 */
final class GcraCell extends AtomicLong {

  private static final long serialVersionUID = 1;

  GcraCell() {
    super(System.nanoTime());
  }

  boolean tryTake(long nanosPerToken, long capacityNanos) {
    long now = System.nanoTime();
    while (true) {
      long paidOffAt = get();
      long debt = Math.max(0, paidOffAt - now) + nanosPerToken;
      if (debt > capacityNanos) {
        return false;
      }
      if (compareAndSet(paidOffAt, now + debt)) {
        return true;
      }
    }
  }
}
