package io.tollgate.algorithm;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * At most so many tokens in any window, exactly: every call is kept until it has left the window.
 *
 * <p>Optionally there is a minimum gap between two calls, and optionally refused calls count as
 * well, so that a caller who keeps hammering stays out until he pauses.
 *
 * @param limit the most tokens that any window admits
 * @param windowNanos the length of the window
 * @param gapNanos the least time between two calls; 0 for none
 * @param countsRefused whether a refused call is kept like an admitted one
 */
public record SlidingLog(long limit, long windowNanos, long gapNanos, boolean countsRefused)
    implements BucketAlgorithm<SlidingLog.Log> {

  /*
   * The log is an immutable queue, so that a holder may swap it in one compare-and-set: a list of
   * the older entries, oldest first, and a list of the younger ones, youngest first. An entry joins
   * the younger list in one step. When the older list has run out, the younger is turned over to
   * become the older, which costs one step for each entry, once in its life.
   *
   *      older: 3s ─▶ 5s ─▶ 6s          younger: 9s ─▶ 8s ─▶ 8s
   *             leaves first                     joined last
   *
   * The older list is empty only when the log is.
   *
   * An entry of age windowNanos has left the window: two calls exactly one window apart are never
   * in the same window.
   */

  /** One call: the instant it came, and its cost. */
  private record Entry(long at, long cost, @Nullable Entry next) {

    static @Nullable Entry reversed(@Nullable Entry list) {
      Entry reversed = null;
      for (var entry = list; entry != null; entry = entry.next) {
        reversed = new Entry(entry.at, entry.cost, reversed);
      }
      return reversed;
    }
  }

  /** The calls of the last window. */
  public static final class Log {

    private static final Log EMPTY = new Log(null, null, /* total= */ 0, /* lastAt= */ 0);

    private final @Nullable Entry older;
    private final @Nullable Entry younger;
    private final long total;
    private final long lastAt;

    private Log(@Nullable Entry older, @Nullable Entry younger, long total, long lastAt) {
      this.older = older;
      this.younger = younger;
      this.total = total;
      this.lastAt = lastAt;
    }

    private boolean isEmpty() {
      return older == null;
    }

    /** Adds a call; one that comes late is counted at the time of the last one. */
    private Log with(long now, long cost) {
      if (isEmpty()) {
        return new Log(new Entry(now, cost, null), null, cost, now);
      }
      long at = now - lastAt < 0 ? lastAt : now;
      return new Log(older, new Entry(at, cost, younger), total + cost, at);
    }

    /** Drops the calls that left the window before {@code now}. */
    private Log since(long now, long windowNanos) {
      var first = older;
      var rest = younger;
      long sum = total;
      while (first != null && now - first.at >= windowNanos) {
        sum -= first.cost;
        first = first.next;
        if (first == null) {
          first = Entry.reversed(rest);
          rest = null;
        }
      }
      return sum == total ? this : new Log(first, rest, sum, lastAt);
    }

    /**
     * Drops the oldest calls while the younger ones alone reach {@code limit}: nothing is admitted
     * before these have left, and then the older ones have left as well.
     */
    private Log newest(long limit) {
      var log = this;
      while (log.older != null && log.total - log.older.cost >= limit) {
        var next = log.older.next;
        log =
            new Log(
                next == null ? Entry.reversed(log.younger) : next,
                next == null ? null : log.younger,
                log.total - log.older.cost,
                log.lastAt);
      }
      return log;
    }

    /** Returns when the oldest calls that make up {@code amount} came. */
    private long instantOfOldest(long amount) {
      long sum = 0;
      for (var entry = older; entry != null; entry = entry.next) {
        sum += entry.cost;
        if (sum >= amount) {
          return entry.at;
        }
      }
      for (var entry = Entry.reversed(younger); entry != null; entry = entry.next) {
        sum += entry.cost;
        if (sum >= amount) {
          return entry.at;
        }
      }
      return lastAt;
    }

    /** Drops one call; equal calls are interchangeable. */
    private Log without(long at, long cost) {
      var entries = new ArrayDeque<Entry>();
      for (var entry = older; entry != null; entry = entry.next) {
        entries.addLast(entry);
      }
      for (var entry = Entry.reversed(younger); entry != null; entry = entry.next) {
        entries.addLast(entry);
      }
      var log = EMPTY;
      boolean found = false;
      for (var entry : entries) {
        if (!found && entry.at == at && entry.cost == cost) {
          found = true;
        } else {
          log = log.with(entry.at, entry.cost);
        }
      }
      return log;
    }
  }

  /** Checks that the limit is not negative, the window positive, and the gap within the window. */
  public SlidingLog {
    Windows.check(limit, windowNanos);
    if (gapNanos < 0 || gapNanos > windowNanos) {
      throw new IllegalArgumentException(
          "minimum gap is "
              + gapNanos
              + " ns; it must be between 0 and the window of "
              + windowNanos
              + " ns");
    }
  }

  @Override
  public long maxCost() {
    return limit;
  }

  @Override
  public long maxWaitNanos() {
    return windowNanos;
  }

  @Override
  public Log charged(long now, long taken) {
    return taken == 0 ? Log.EMPTY : Log.EMPTY.with(now, taken);
  }

  @Override
  public Log usedUpUntil(long now, long until) {
    return until - now <= 0 ? Log.EMPTY : charged(until - windowNanos, limit);
  }

  @Override
  public long waitNanos(Log state, long now, long cost) {
    var log = state.since(now, windowNanos);
    if (cost == 0 || log.isEmpty()) {
      return 0;
    }
    long wait = gapNanos == 0 ? 0 : log.lastAt + gapNanos - now;
    long excess = log.total + cost - limit;
    if (excess > 0) {
      wait = Math.max(wait, log.instantOfOldest(excess) + windowNanos - now);
    }
    return Math.max(0, wait);
  }

  @Override
  public Log take(Log state, long now, long cost) {
    var log = state.since(now, windowNanos);
    return cost == 0 ? log : log.with(now, cost);
  }

  @Override
  public Log refuse(Log state, long now, long cost) {
    var log = state.since(now, windowNanos);
    return countsRefused ? log.with(now, cost).newest(limit) : log;
  }

  @Override
  public Log giveBack(Log state, Log taken, long cost) {
    return cost == 0 ? state : state.without(taken.lastAt, cost);
  }

  @Override
  public long remaining(Log state, long now) {
    return Math.max(0, limit - state.since(now, windowNanos).total);
  }

  @Override
  public long freshAfterNanos(Log state, long now) {
    var log = state.since(now, windowNanos);
    return log.isEmpty() ? 0 : log.lastAt + windowNanos - now;
  }
}
