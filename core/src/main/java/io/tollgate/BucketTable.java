package io.tollgate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The place where buckets are held: a hash table of bounded size that forgets by who owes least.
 */
final class BucketTable {

  /*
   * Why not a cache? A cache keeps what was used last and may drop anything. Here that would free a
   * caller who has used up his bucket as soon as enough strangers come by, and a bucket that is full
   * again would be kept although it says nothing. What may be forgotten follows from the state: a
   * bucket that is full is the same as no bucket, and one that owes little is a smaller loss than
   * one that owes much.
   *
   *      heads  ┌──┬──┬──┬──┬──┬──┬──┬──┐
   *             └┬─┴──┴┬─┴──┴──┴▲─┴┬─┴──┘
   *              ▼     ▼        │  ▼
   *           bucket bucket    hand bucket
   *              ▼
   *           bucket
   *
   * Finding takes no lock: chains are linked through volatile references, and a bucket that was
   * unlinked still leads on to the rest of its chain; one that was replaced, because its limit has
   * changed, leads to its successor, from where the whole chain is found. Whoever changes a chain holds the lock of its
   * stripe. A bucket that owes something is retired in the same critical section that unlinks it, so
   * whoever adds one sees either the old bucket or what it left behind.
   *
   * The hand goes round the table once a minute, pushed on by the calls themselves, and drops what
   * is as good as fresh.
   *
   * When the table is full, the hand looks at the next few buckets and drops the one that can be
   * missed most easily. One that had nothing left is written down among the debtors and comes back
   * empty. Calls under way are never dropped: they are as many as there are calls.
   *
   * Chains are short because there are twice as many heads as keys, or all heads there can be.
   * Somebody who sends keys with equal hashes makes one chain long, up to MAX_CHAIN; beyond that his
   * keys displace each other.
   *
   * Between two calls a server does so much else that what they share has left the processor's
   * caches. So the heads in use stand close together, and grow more with the keys, one at a time: the
   * last one takes its buckets from the chain in which they were, as in linear hashing.
   *
   *      heads  ┌──┬──┬──┬──┬──┬──╥──┬──┐          hash & 7  if that is in use
   *      in use │ 0│ 1│ 2│ 3│ 4│ 5║  │  │          hash & 3  otherwise
   *             └──┴──┴──┴──┴──┴──╨──┴──┘
   *      5 was split off 1, 6 will be off 2
   *
   * Who looks without the lock while a chain is split may miss a bucket. So not having found one
   * means nothing before it is confirmed under the lock.
   */

  private static final int STRIPES = 64;
  private static final int MAX_CHAIN = 32;
  private static final int SAMPLE = 8;
  private static final int MAX_CHAINS_LOOKED_AT = 256;

  private static final long ROUND_NANOS = 60_000_000_000L;
  private static final long STEP_NANOS = 1L << 24;

  /** Not an AtomicReferenceArray: that is one more object to be fetched for each call. */
  private static final VarHandle HEAD = MethodHandles.arrayElementVarHandle(Bucket[].class);

  private final int maxKeys;
  private final Ticker clock;

  // Read and written through HEAD only.
  private final @Nullable Bucket[] heads;

  /**
   * How many heads are in use; grows under the locks of the hand and of the chain that is split.
   */
  private volatile int inUse = STRIPES;

  private final Object[] stripes = new Object[STRIPES];
  private final AtomicInteger size = new AtomicInteger();
  private final Debtors debtors;

  /** Held by whoever moves the hand, or splits a chain. */
  private final ReentrantLock hand = new ReentrantLock();

  /** The chain that the hand comes to next. */
  private int handAt;

  /** When the hand was last moved on because of the time. */
  private volatile long sweptAt;

  /** The latest time at which a bucket may have been dropped for being as good as fresh. */
  private volatile long judgedAt;

  BucketTable(int maxKeys, Ticker clock) {
    this.maxKeys = maxKeys;
    this.clock = clock;
    this.heads = new @Nullable Bucket[powerOfTwoAtLeast(maxKeys)];
    this.debtors = new Debtors(maxKeys);
    this.sweptAt = clock.read();
    this.judgedAt = sweptAt;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
  }

  private static int powerOfTwoAtLeast(int n) {
    return Math.max(STRIPES, Integer.highestOneBit(Math.max(1, n - 1)) << 1);
  }

  int size() {
    return size.get();
  }

  static int hash(Limit limit, String key) {
    int hash = (key.hashCode() + 31 * limit.hashCode()) * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  /**
   * Returns the bucket of {@code limit} for {@code key}, which may be retired; takes no lock, and
   * may miss one whose chain is being split.
   */
  @Nullable Bucket glimpse(int hash, Limit limit, String key) {
    for (var bucket = head(chain(hash)); bucket != null; bucket = bucket.next) {
      if (bucket.isOf(hash, limit, key)) {
        return bucket;
      }
    }
    return null;
  }

  /** Returns the bucket of {@code limit} for {@code key} if there is one, which may be retired. */
  @Nullable Bucket find(int hash, Limit limit, String key) {
    var seen = glimpse(hash, limit, key);
    return seen == null ? findLive(hash, limit, key) : seen;
  }

  /**
   * Returns the bucket of {@code limit} for {@code key}, added if there was none, and with the
   * numbers of {@code limit} if they have changed; where that could keep nothing, one that is not
   * in this table.
   */
  Bucket findOrAdd(int hash, Limit limit, String key, long now) {
    if (keepsNothing(limit)) {
      return Bucket.charged(hash, limit, key, now, /* taken= */ 0);
    }
    makeRoom(hash, limit, key, now);
    synchronized (stripe(hash)) {
      var bucket = findLive(hash, limit, key);
      if (bucket == null) {
        return addNew(hash, limit, key, now);
      }
      return bucket.limit.equals(limit)
          ? bucket
          : replace(bucket, bucket.retireFor(limit, clock), now);
    }
  }

  /**
   * Tells whether all buckets of a limit are always full, because it has no tokens. One of them
   * could not keep what was taken under another definition, so it does not take its place, nor that
   * of a bucket which stands among the debtors.
   */
  private static boolean keepsNothing(Limit limit) {
    return limit.maxCost() == 0 && limit.tokenBucket() != null;
  }

  /**
   * Returns the bucket of {@code limit} for {@code key}, whatever its numbers have become, added if
   * there was none; where that could keep nothing, one that is not in this table.
   */
  Bucket findAnyOrAdd(int hash, Limit limit, String key, long now) {
    makeRoom(hash, limit, key, now);
    synchronized (stripe(hash)) {
      var bucket = findLive(hash, limit, key);
      return bucket == null ? addNew(hash, limit, key, now) : bucket;
    }
  }

  /** Returns the bucket of {@code limit} for {@code key} if there is one that is not retired. */
  @Nullable Bucket findLive(int hash, Limit limit, String key) {
    synchronized (stripe(hash)) {
      var bucket = glimpse(hash, limit, key);
      if (bucket != null && bucket.isRetired()) {
        unlink(bucket);
        return null;
      }
      return bucket;
    }
  }

  private Bucket addNew(int hash, Limit limit, String key, long now) {
    // A bucket that was dropped as fresh may have been so at judgedAt only: time goes on from it.
    long from = latest(now, judgedAt);
    long until = debtors.recall(limit, key, from);
    boolean owes = until - from > 0;
    var bucket =
        owes
            ? Bucket.usedUp(hash, limit, key, from, until)
            : Bucket.charged(hash, limit, key, from, /* taken= */ 0);
    // Without tokens none can be missing: the debtor would be free when the limit is raised again.
    return keepsNothing(limit) || (owes && limit.maxCost() == 0) ? bucket : add(bucket, now);
  }

  /** Puts a bucket in the place of the one there is, unless it could keep nothing. */
  void put(Bucket bucket, long now) {
    if (keepsNothing(bucket.limit)) {
      return;
    }
    makeRoom(bucket.hash, bucket.limit, bucket.key, now);
    synchronized (stripe(bucket.hash)) {
      var old = glimpse(bucket.hash, bucket.limit, bucket.key);
      add(bucket, now);
      if (old != null) {
        old.retire();
        unlink(old);
      }
    }
  }

  /** Gives tokens back to the successor of a bucket whose limit has changed meanwhile. */
  void giveBackToSuccessor(Bucket retired, long cost, long now) {
    synchronized (stripe(retired.hash)) {
      Bucket bucket = retired;
      while (bucket != null && bucket.isRetired()) {
        bucket = successorOf(bucket);
      }
      if (bucket != null) {
        replace(bucket, bucket.retireGivingBack(cost, now), now);
      }
    }
  }

  /** Returns the bucket that took the place of a retired one; null if that was just dropped. */
  private static @Nullable Bucket successorOf(Bucket retired) {
    var next = retired.next;
    return next != null && next.isOf(retired.hash, retired.limit, retired.key) ? next : null;
  }

  private static long latest(long one, long other) {
    return one - other < 0 ? other : one;
  }

  /** Links a bucket in front of its chain; the caller holds the stripe. */
  private Bucket add(Bucket bucket, long now) {
    int chain = chain(bucket.hash);
    if (length(chain) >= MAX_CHAIN) {
      drop(leastMissed(chain, /* best= */ null, now), now);
    }
    bucket.next = head(chain);
    HEAD.setVolatile(heads, chain, bucket);
    size.incrementAndGet();
    return bucket;
  }

  private Bucket replace(Bucket retired, Bucket successor, long now) {
    // Added first: who looks without the lock finds the successor or the retired one, never none.
    add(successor, now);
    unlink(retired);
    // No other bucket of a chain is of the same limit and key, so this tells what became of it.
    retired.next = successor;
    return successor;
  }

  /** Moves the hand as far as time has come. */
  void sweep(long now) {
    long due = now - sweptAt;
    if (due < STEP_NANOS || !hand.tryLock()) {
      return;
    }
    try {
      due = now - sweptAt;
      if (due >= STEP_NANOS) {
        judgedAt = latest(now, judgedAt);
        for (int i = chainsDue(due); i > 0; i--) {
          dropFresh(nextChain(), now);
        }
        sweptAt = now;
      }
    } finally {
      hand.unlock();
    }
  }

  private int chainsDue(long nanos) {
    // In steps of about a microsecond, so that the product does not overflow.
    return nanos >= ROUND_NANOS ? inUse : (int) (inUse * (nanos >> 10) / (ROUND_NANOS >> 10)) + 1;
  }

  /** Makes room for a bucket that is not there, before it is added. */
  private void makeRoom(int hash, Limit limit, String key, long now) {
    if (isFull() && find(hash, limit, key) == null) {
      dropLeastMissed(now);
    }
    if (isCrowded() && hand.tryLock()) { // Otherwise somebody else is about to, or the next one.
      try {
        while (isCrowded()) {
          split();
        }
      } finally {
        hand.unlock();
      }
    }
  }

  private boolean isCrowded() {
    int used = inUse;
    return size.get() >= used / 2 && used < heads.length;
  }

  /** Takes the next head into use; the caller holds the hand. */
  private void split() {
    int to = inUse;
    int from = to - Integer.highestOneBit(to);
    synchronized (stripe(from)) {
      Bucket lastStaying = null;
      Bucket lastMoving = null;
      for (var bucket = head(from); bucket != null; bucket = bucket.next) {
        if (chain(bucket.hash, to + 1) == to) {
          append(to, lastMoving, bucket);
          lastMoving = bucket;
        } else {
          append(from, lastStaying, bucket);
          lastStaying = bucket;
        }
      }
      append(to, lastMoving, null);
      append(from, lastStaying, null);
      inUse = to + 1;
    }
  }

  /** Links a bucket, or the end, behind the last one of a chain; the caller holds the stripe. */
  private void append(int chain, @Nullable Bucket last, @Nullable Bucket bucket) {
    if (last == null) {
      HEAD.setVolatile(heads, chain, bucket);
    } else {
      last.next = bucket;
    }
  }

  private void dropLeastMissed(long now) {
    hand.lock();
    try {
      judgedAt = latest(now, judgedAt);
      Bucket leastMissed = null;
      int seen = 0;
      for (int i = 0; i < MAX_CHAINS_LOOKED_AT && seen < SAMPLE && isFull(); i++) {
        int chain = nextChain();
        dropFresh(chain, now);
        leastMissed = leastMissed(chain, leastMissed, now);
        seen += length(chain);
      }
      if (leastMissed != null && isFull()) {
        synchronized (stripe(leastMissed.hash)) {
          drop(leastMissed, now);
        }
      }
    } finally {
      hand.unlock();
    }
  }

  private boolean isFull() {
    return size.get() >= maxKeys;
  }

  private int nextChain() {
    int chain = handAt;
    handAt = chain + 1 == inUse ? 0 : chain + 1;
    return chain;
  }

  private void dropFresh(int chain, long now) {
    if (head(chain) == null) {
      return;
    }
    synchronized (stripe(chain)) {
      for (var bucket = head(chain); bucket != null; bucket = bucket.next) {
        if (bucket.tryRetireFresh(now)) {
          unlink(bucket);
        }
      }
    }
  }

  /** Returns the bucket that can be missed most easily, of a chain and the best so far. */
  private @Nullable Bucket leastMissed(int chain, @Nullable Bucket best, long now) {
    for (var bucket = head(chain); bucket != null; bucket = bucket.next) {
      if (!bucket.isHeld(now) && (best == null || isMissedLess(bucket, best, now))) {
        best = bucket;
      }
    }
    return best;
  }

  /** One with tokens left before one without, then the one that would be fresh sooner. */
  private static boolean isMissedLess(Bucket one, Bucket other, long now) {
    boolean oneUsedUp = one.usedUpNanos(now) > 0;
    boolean otherUsedUp = other.usedUpNanos(now) > 0;
    return oneUsedUp == otherUsedUp
        ? one.freshAfterNanos(now) < other.freshAfterNanos(now)
        : otherUsedUp;
  }

  /**
   * Drops a bucket that is not held by now, and writes down who had nothing left; the caller holds
   * the stripe.
   */
  private void drop(@Nullable Bucket bucket, long now) {
    if (bucket == null || bucket.isRetired()) {
      return;
    }
    long usedUp = bucket.retireUnlessHeld(now);
    if (usedUp > 0) {
      debtors.remember(bucket.limit, bucket.key, now, now + usedUp);
    }
    if (bucket.isRetired()) {
      unlink(bucket);
    }
  }

  /** Unlinks a retired bucket; the caller holds the stripe. */
  private void unlink(Bucket retired) {
    int chain = chain(retired.hash);
    var before = head(chain);
    if (before == retired) {
      HEAD.setVolatile(heads, chain, retired.next);
      size.decrementAndGet();
      return;
    }
    while (before != null && before.next != retired) {
      before = before.next;
    }
    if (before != null) {
      before.next = retired.next;
      size.decrementAndGet();
    }
  }

  private @Nullable Bucket head(int chain) {
    return (Bucket) HEAD.getVolatile(heads, chain);
  }

  private int length(int chain) {
    int length = 0;
    for (var bucket = head(chain); bucket != null; bucket = bucket.next) {
      length++;
    }
    return length;
  }

  private int chain(int hash) {
    return chain(hash, inUse);
  }

  private static int chain(int hash, int inUse) {
    int mask = -1 >>> Integer.numberOfLeadingZeros(inUse - 1);
    int chain = hash & mask;
    return chain < inUse ? chain : chain & (mask >>> 1);
  }

  /** A chain's number and every hash in it have the same stripe. */
  private Object stripe(int hash) {
    return stripes[hash & (STRIPES - 1)];
  }
}
