package io.tollgate.http;

import io.tollgate.RuleReport.RefusedKey;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;

/** Remembers who is refused most, in bounded memory. */
final class RefusedKeys {

  /*
   * So many counters; a key that has none may take over that of the key with the smallest count, and
   * its count too. If it always did, each refusal in a flood of keys would look through all counters,
   * and somebody who comes often would be displaced by many who come once. So a key draws a lot:
   * the larger the smallest count, the more rarely it takes over. Who is refused often draws often, and
   * stays, since he is not the smallest for long; the flood looks through the counters ever more
   * rarely.
   *
   * A key that has a counter is counted without a lock. One thread at a time takes over, and others
   * let it be: that changes no order.
   */

  private static final int CAPACITY = 128;
  private static final int REPORTED = 20;

  private record Id(String bucket, String key) {}

  private final ConcurrentMap<Id, AtomicLong> counts = new ConcurrentHashMap<>();
  private final ReentrantLock takeover = new ReentrantLock();
  private final LongUnaryOperator random;

  /** The smallest count when a counter was last taken over; 0 while there are free ones. */
  private volatile long least;

  RefusedKeys() {
    this(bound -> ThreadLocalRandom.current().nextLong(bound));
  }

  /**
   * Draws lots by a source of chance.
   *
   * @param random returns a number from 0 up to what it is given, without that
   */
  RefusedKeys(LongUnaryOperator random) {
    this.random = random;
  }

  void add(String bucket, String key) {
    var id = new Id(bucket, key);
    var count = counts.get(id);
    if (count != null) {
      count.incrementAndGet();
    } else if (random.applyAsLong(least + 1) == 0 && takeover.tryLock()) {
      try {
        takeOver(id);
      } finally {
        takeover.unlock();
      }
    }
  }

  private void takeOver(Id id) {
    var count = counts.get(id);
    if (count == null) {
      least = counts.size() < CAPACITY ? 0 : removeSmallest();
      counts.put(id, new AtomicLong(least + 1));
    } else {
      count.incrementAndGet(); // Another thread was faster.
    }
  }

  private long removeSmallest() {
    Id smallest = null;
    long fewest = Long.MAX_VALUE;
    for (var entry : counts.entrySet()) {
      long count = entry.getValue().get();
      if (count < fewest) {
        fewest = count;
        smallest = entry.getKey();
      }
    }
    if (smallest == null) {
      return 0;
    }
    counts.remove(smallest);
    return fewest;
  }

  /** Returns those that were refused most, the most refused first. */
  List<RefusedKey> top() {
    return counts.entrySet().stream()
        .map(
            entry ->
                new RefusedKey(entry.getKey().bucket, entry.getKey().key, entry.getValue().get()))
        .sorted(
            Comparator.comparingLong((RefusedKey one) -> -one.refused())
                .thenComparing(RefusedKey::bucket)
                .thenComparing(RefusedKey::key))
        .limit(REPORTED)
        .toList();
  }
}
