package io.tollgate.http;

import io.tollgate.RuleReport.RefusedKey;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Remembers who is refused most, in bounded memory. */
final class RefusedKeys {

  /*
   * The "space-saving" sketch: so many counters, and a key that has none takes over that of the key
   * with the smallest count, and its count too. Whoever has more than one in CAPACITY of all refusals
   * is therefore among them, and no count is too low. A key that has a counter is counted without a
   * lock. Taking over looks through all counters, so only one thread does it at a time, and the others
   * let their refusal go uncounted: under a flood of keys that changes no order.
   */

  private static final int CAPACITY = 128;
  private static final int REPORTED = 20;

  private record Id(String bucket, String key) {}

  private final ConcurrentMap<Id, AtomicLong> counts = new ConcurrentHashMap<>();
  private final ReentrantLock takeover = new ReentrantLock();

  void add(String bucket, String key) {
    var id = new Id(bucket, key);
    var count = counts.get(id);
    if (count != null) {
      count.incrementAndGet();
    } else if (takeover.tryLock()) {
      try {
        long before = counts.size() < CAPACITY ? 0 : removeSmallest();
        counts.computeIfAbsent(id, any -> new AtomicLong(before)).incrementAndGet();
      } finally {
        takeover.unlock();
      }
    }
  }

  private long removeSmallest() {
    Id smallest = null;
    long least = Long.MAX_VALUE;
    for (var entry : counts.entrySet()) {
      long count = entry.getValue().get();
      if (count < least) {
        least = count;
        smallest = entry.getKey();
      }
    }
    if (smallest == null) {
      return 0;
    }
    counts.remove(smallest);
    return least;
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
