package io.tollgate;

/**
 * Remembers who had used up a bucket when the bucket had to make room, in 16 bytes each.
 *
 * <p>Whoever stands here comes back to an empty bucket, not to a full one. A debtor who is written
 * down stays until his time has come: when there is no place left, later debtors are forgotten, so
 * that no flood of keys can push out an earlier one, and nobody is refused for want of memory.
 */
final class Debtors {

  /*
   * A set-associative table: a keyed 64-bit hash of limit and key chooses a row of eight places, of
   * which an entry takes any one that is free or whose time has come. Two callers are taken for each
   * other if all 64 bits agree. Nobody can arrange that without the key, and among a million debtors
   * a stranger meets one by chance with probability 10^6 / 2^64, about 5 in 10^14.
   */

  private static final int ROW = 8;
  private static final int PLACES_PER_KEY = 4;

  /** 64 megabytes. */
  private static final int MAX_PLACES = 1 << 22;

  private final int places;
  private final KeyedHash keyedHash = KeyedHash.random();

  /** Empty until the first debtor, because most applications never have one. */
  private long[] hashes = {};

  private long[] untils = {};

  /** Read without the lock to skip the look-up while there are none. */
  private volatile boolean any;

  Debtors(int maxKeys) {
    long wanted = Math.min(MAX_PLACES, (long) maxKeys * PLACES_PER_KEY);
    this.places = (int) Math.max(ROW, Long.highestOneBit(wanted));
  }

  /** Writes down that this bucket admits nothing before {@code until}. */
  synchronized void remember(Limit limit, String key, long now, long until) {
    if (!any) {
      hashes = new long[places];
      untils = new long[places];
      any = true;
    }
    long hash = hash(limit, key);
    int place = find(hash, row(hash));
    for (int free = row(hash); place < 0 && free < row(hash) + ROW; free++) {
      if (hashes[free] == 0 || untils[free] - now <= 0) {
        place = free;
      }
    }
    if (place >= 0) {
      hashes[place] = hash;
      untils[place] = until;
    }
  }

  /**
   * Returns the time until which this bucket admits nothing; {@code now} if it does not stand here.
   *
   * <p>An entry stays until its time, because its bucket may have to make room again before.
   */
  long recall(Limit limit, String key, long now) {
    return any ? untilOf(hash(limit, key), now) : now;
  }

  private synchronized long untilOf(long hash, long now) {
    int place = find(hash, row(hash));
    return place >= 0 && untils[place] - now > 0 ? untils[place] : now;
  }

  /** Returns the place of an entry, or a negative number. */
  private int find(long hash, int row) {
    for (int place = row; place < row + ROW; place++) {
      if (hashes[place] == hash) {
        return place;
      }
    }
    return -1;
  }

  private int row(long hash) {
    return (int) (hash >>> 32) & (places - 1) & -ROW;
  }

  /** Zero marks an empty place, so no hash is zero. */
  private long hash(Limit limit, String key) {
    long hash = keyedHash.of(limit.name(), key);
    return hash == 0 ? 1 : hash;
  }
}
