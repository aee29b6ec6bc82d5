package io.tollgate.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
   * Who keeps hammering a log that counts refused calls must not make it grow, so the oldest entries
   * are cut off when the younger ones alone reach the limit. While one that was cut off would still
   * count, nothing can come back: it would be missed. A log whose limit was lowered is cut where the
   * largest limit is that its calls were counted under, so that it is whole when the limit is raised
   * again. An empty log has no such limit: it is as good as absent.
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

    static long total(@Nullable Entry list) {
      long total = 0;
      for (var entry = list; entry != null; entry = entry.next) {
        total += entry.cost;
      }
      return total;
    }

    /** Takes {@code less} off the first entries of a list. */
    static @Nullable Entry less(@Nullable Entry list, long less) {
      var entry = list;
      long left = less;
      while (entry != null && left >= entry.cost) {
        left -= entry.cost;
        entry = entry.next;
      }
      return entry == null || left == 0
          ? entry
          : new Entry(entry.at, entry.cost - left, entry.next);
    }
  }

  /** The calls of the last window. */
  public static final class Log {

    private final @Nullable Entry older;
    private final @Nullable Entry younger;
    private final long total;

    /** The largest limit that a call was counted under since the log was empty. */
    private final long largest;

    /** When the last call came. */
    private final long lastAt;

    /** The latest time this log has seen; who comes with an earlier one is late. */
    private final long seenAt;

    /** The youngest entry that was cut off. */
    private final @Nullable Entry cut;

    private Log(
        @Nullable Entry older,
        @Nullable Entry younger,
        long total,
        long largest,
        long lastAt,
        long seenAt,
        @Nullable Entry cut) {
      this.older = older;
      this.younger = younger;
      this.total = total;
      this.largest = largest;
      this.lastAt = lastAt;
      this.seenAt = seenAt;
      this.cut = cut;
    }

    private static Log empty(long now) {
      return new Log(null, null, /* total= */ 0, /* largest= */ 0, now, now, null);
    }

    private boolean isEmpty() {
      return older == null;
    }

    private long notBeforeSeen(long now) {
      return now - seenAt < 0 ? seenAt : now;
    }

    private Log with(long now, long cost, long limit) {
      if (older == null) {
        return new Log(new Entry(now, cost, null), null, cost, limit, now, now, cut);
      }
      long larger = Math.max(largest, limit);
      return new Log(older, new Entry(now, cost, younger), total + cost, larger, now, now, cut);
    }

    /** Drops the calls that have left the window. */
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
      return sum == total ? this : new Log(first, rest, sum, largest, lastAt, now, cut);
    }

    /**
     * Drops the oldest calls while the younger ones alone reach the largest limit: nothing is
     * admitted before these have left, and then the older ones have left as well.
     */
    private Log newest() {
      var log = this;
      while (log.older != null && log.total - log.older.cost >= largest) {
        var next = log.older.next;
        log =
            new Log(
                next == null ? Entry.reversed(log.younger) : next,
                next == null ? null : log.younger,
                log.total - log.older.cost,
                largest,
                log.lastAt,
                log.seenAt,
                new Entry(log.older.at, log.older.cost, null));
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

    private List<Entry> entries() {
      var entries = new ArrayList<Entry>();
      for (var entry = older; entry != null; entry = entry.next) {
        entries.add(entry);
      }
      for (var entry = Entry.reversed(younger); entry != null; entry = entry.next) {
        entries.add(entry);
      }
      return entries;
    }

    /** Drops one call; equal calls are interchangeable. */
    private Log without(long at, long cost) {
      var entries = entries();
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).at == at && entries.get(i).cost == cost) {
          return less(entries, i, cost);
        }
      }
      return this;
    }

    /** Takes {@code less} off the call of at least {@code cost} that came nearest to {@code at}. */
    private Log less(long at, long cost, long less) {
      var entries = entries();
      int nearest = -1;
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).cost >= cost
            && (nearest < 0
                || Math.abs(entries.get(i).at - at) < Math.abs(entries.get(nearest).at - at))) {
          nearest = i;
        }
      }
      return nearest < 0 ? this : less(entries, nearest, less);
    }

    private Log less(List<Entry> entries, int place, long less) {
      var log = empty(seenAt);
      for (int i = 0; i < entries.size(); i++) {
        var entry = entries.get(i);
        long cost = i == place ? entry.cost - less : entry.cost;
        log = cost > 0 ? log.with(entry.at, cost, largest) : log;
      }
      // What was charged later is an entry but no call, and makes nobody wait for the gap.
      boolean gone = entries.get(place).cost <= less;
      long last = gone && log.lastAt - lastAt < 0 ? log.lastAt : lastAt;
      return new Log(log.older, log.younger, log.total, largest, last, seenAt, cut);
    }

    /** Takes {@code less} off the calls that came last. */
    private Log lessOfYoungest(long less) {
      long off = Math.min(less, total);
      long ofYounger = Math.min(off, Entry.total(younger));
      var first =
          off == ofYounger
              ? older
              : Entry.reversed(Entry.less(Entry.reversed(older), off - ofYounger));
      var rest = Entry.less(younger, ofYounger);
      var log = new Log(first, rest, total - off, largest, lastAt, seenAt, cut);
      // A call that is gone makes nobody wait for the gap.
      long youngest = log.isEmpty() ? instantOfOldest(/* amount= */ 1) : log.youngestAt();
      return youngest - lastAt < 0
          ? new Log(log.older, log.younger, log.total, largest, youngest, seenAt, cut)
          : log;
    }

    /** Returns when the youngest entry was made. */
    private long youngestAt() {
      var entry = younger == null ? older : younger;
      while (younger == null && entry != null && entry.next != null) {
        entry = entry.next;
      }
      return entry == null ? lastAt : entry.at;
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
    var empty = Log.empty(now);
    return taken == 0 ? empty : empty.with(now, Windows.sum(0, taken), limit);
  }

  @Override
  public Log usedUpUntil(long now, long until) {
    return until - now <= 0 ? fresh(now) : charged(until - windowNanos, limit);
  }

  @Override
  public long waitNanos(Log state, long now, long cost) {
    long at = state.notBeforeSeen(now);
    var log = state.since(at, windowNanos);
    if (cost == 0 || log.isEmpty()) {
      return 0;
    }
    long admittedAt = gapNanos == 0 ? at : log.lastAt + gapNanos;
    long excess = log.total + cost - limit;
    if (excess > 0) {
      long fitsAt = log.instantOfOldest(excess) + windowNanos;
      admittedAt = fitsAt - admittedAt > 0 ? fitsAt : admittedAt;
    }
    return admittedAt - at > 0 ? admittedAt - now : 0;
  }

  @Override
  public Log take(Log state, long now, long cost) {
    long at = state.notBeforeSeen(now);
    var log = state.since(at, windowNanos);
    return cost == 0 ? log : log.with(at, cost, limit);
  }

  @Override
  public Log refuse(Log state, long now, long cost) {
    long at = state.notBeforeSeen(now);
    var log = state.since(at, windowNanos);
    return countsRefused && cost > 0 ? log.with(at, cost, limit).newest() : log;
  }

  @Override
  public Log giveBack(Log state, Log taken, long cost) {
    return cost == 0 ? state : state.without(taken.lastAt, cost);
  }

  /** Takes the tokens now; but that is no call, and the gap is counted from the last call. */
  @Override
  public Log charge(Log state, long now, long more) {
    long at = state.notBeforeSeen(now);
    var log = state.since(at, windowNanos);
    long sum = Windows.sum(log.total, more);
    if (sum == log.total) {
      return log;
    }
    var charged = log.with(at, sum - log.total, limit);
    return new Log(charged.older, charged.younger, sum, charged.largest, log.lastAt, at, log.cut);
  }

  @Override
  public Log refund(Log state, long now, long until, long taken, long less) {
    long at = state.notBeforeSeen(now);
    boolean missed = state.cut != null && at - state.cut.at < windowNanos;
    return until - at <= 0 || missed || less == 0
        ? state
        : state.since(at, windowNanos).less(until - windowNanos, taken, less);
  }

  @Override
  public Log giveBackLast(Log state, long takenAt, long cost) {
    return state.lessOfYoungest(cost);
  }

  @Override
  public Optional<BucketAlgorithm<Log>> continuedBy(BucketAlgorithm<?> changed) {
    return changed instanceof SlidingLog other && other.windowNanos == windowNanos
        ? Optional.of(other)
        : Optional.empty();
  }

  @Override
  public long taken(Log state, long now) {
    return state.since(state.notBeforeSeen(now), windowNanos).total;
  }

  @Override
  public long freshAfterNanos(Log state, long now) {
    var log = state.since(state.notBeforeSeen(now), windowNanos);
    return log.isEmpty() ? 0 : log.youngestAt() + windowNanos - now;
  }
}
