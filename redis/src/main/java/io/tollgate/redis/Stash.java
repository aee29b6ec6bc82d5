package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Settlement;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tokens of one bucket that this host has taken in advance. */
final class Stash {

  /*
   * Everything that must agree is one word:
   *
   *      asked for, not here yet      here
   *      32 bits                      32 bits
   *
   * Their sum is what this host may spend later than it was taken, so the bound on it holds at every
   * moment and not only between moments. Calls lower the right half by a compare-and-set. Whoever
   * sets the left half has the right to ask for that many; nobody else asks until they came.
   *
   * Tokens can be spent for a second after they were asked for. A host that was stopped for longer
   * finds them worthless when it wakes up, and by then the others may have a larger part.
   *
   * How many are asked for follows from how long the last ones took to be half spent: twice as many
   * when that was short, half as many when it was long.
   *
   * An empty bucket is left alone until some tokens have come together. Until then, and while one
   * caller asks, calls of one token are refused here. When more will be there, nobody here knows.
   */

  /** How long tokens can be spent after they were asked for. */
  static final long LIFE_NANOS = 1_000_000_000L;

  /** What is asked for at first. */
  private static final int FIRST_SIZE = 8;

  /** A stash should last for some dozens of milliseconds: many calls, and soon out of date. */
  private static final long SHORT_NANOS = 25_000_000L;

  private static final long LONG_NANOS = 100_000_000L;

  /** Fewer are not worth a question. */
  private static final int LEAST_SIZE = 2;

  /**
   * How long an empty bucket is left alone at least. A bucket that is refilled thousands of times
   * in a second would otherwise be asked for each of the tokens.
   */
  private static final long REST_NANOS = 5_000_000L;

  /** The word of a stash that is no longer in use; no sum of tokens is negative. */
  private static final long GONE = -1;

  private static final long HERE = 0xFFFF_FFFFL;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Stash.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * What the bucket was like when tokens were last taken from it.
   *
   * @param askedAt just before
   * @param level how many tokens the stash had then
   */
  private record Grant(long askedAt, long remaining, long resetNanos, int level) {}

  private final Limit limit;
  private final String key;
  private volatile long word;
  private volatile Grant grant;
  private volatile int size = FIRST_SIZE;

  /** When tokens were last asked for, or this was made. */
  private volatile long askedAt;

  /** When tokens came last. */
  private volatile long cameAt;

  /** Before this, the bucket has too few tokens to be asked for more. */
  private volatile long restUntil;

  /** Whether the bucket had hardly a token when it was last asked for more. */
  private volatile boolean isDry;

  /** When it has some more. */
  private volatile long dryUntil;

  Stash(Limit limit, String key, long now) {
    this.limit = limit;
    this.key = key;
    this.grant =
        new Grant(now - LIFE_NANOS, /* remaining= */ 0, /* resetNanos= */ 0, /* level= */ 0);
    this.askedAt = now;
    this.cameAt = now - SHORT_NANOS;
    this.restUntil = now;
    this.dryUntil = now;
  }

  private static int here(long word) {
    return (int) (word & HERE);
  }

  private static int askedFor(long word) {
    return (int) (word >>> 32);
  }

  private static long word(int askedFor, int here) {
    return ((long) askedFor << 32) | here;
  }

  Limit limit() {
    return limit;
  }

  /** Tells whether a call of {@code cost} could be paid now. */
  boolean covers(long cost, long now) {
    long seen = word;
    return seen != GONE && cost <= here(seen) && isAlive(now);
  }

  private boolean isAlive(long now) {
    return now - grant.askedAt < LIFE_NANOS;
  }

  /** Pays a call, and answers it; {@code null} if there is too little. */
  @Nullable Decision tryTake(Claim claim, long now) {
    while (true) {
      long seen = word;
      if (seen == GONE || claim.cost() > here(seen)) {
        return null;
      }
      var last = grant;
      if (now - last.askedAt >= LIFE_NANOS) {
        return null;
      }
      int left = here(seen) - (int) claim.cost();
      if (WORD.compareAndSet(this, seen, word(askedFor(seen), left))) {
        long remaining = Math.min(left + last.remaining, limit.maxCost());
        long reset = Math.max(0, last.resetNanos - (now - last.askedAt));
        return Decision.allowed(claim, remaining, reset);
      }
    }
  }

  /**
   * Puts back what a call took that was not admitted then.
   *
   * @param most how many tokens may be here and on their way; what is beyond is forgotten
   */
  void putBack(long cost, int most) {
    while (true) {
      long seen = word;
      if (seen == GONE) {
        return;
      }
      int room = Math.max(0, most - askedFor(seen) - here(seen));
      int back = (int) Math.min(cost, room);
      if (WORD.compareAndSet(this, seen, word(askedFor(seen), here(seen) + back))) {
        return;
      }
    }
  }

  /** Tells whether it is time to ask for more, and nobody does. */
  boolean isLow() {
    long seen = word;
    return seen != GONE && askedFor(seen) == 0 && here(seen) <= size / 2;
  }

  /**
   * Obtains the right to ask for more.
   *
   * @param most how many tokens may be here and on their way
   * @param cost what a call costs that came just now
   * @return how many to ask for; 0 for none
   */
  int tryAsk(long now, int most, long cost) {
    long seen = word;
    if (seen == GONE || askedFor(seen) != 0 || now - restUntil < 0) {
      return 0;
    }
    if (here(seen) > 0 && !isAlive(now)) {
      return 0; // They would be spent with the new ones; they have to be taken out before.
    }
    int wanted = (int) Math.min(Math.max(nextSize(now), 2 * cost), most);
    int more = wanted - here(seen);
    if (more < 1 || !WORD.compareAndSet(this, seen, word(more, here(seen)))) {
      return 0;
    }
    size = wanted;
    askedAt = now;
    return more;
  }

  private long nextSize(long now) {
    if (isDry) {
      return size;
    }
    long lasted = now - cameAt;
    if (lasted < SHORT_NANOS) {
      return 2L * size;
    }
    return lasted > LONG_NANOS ? Math.max(FIRST_SIZE, size / 2) : size;
  }

  /**
   * Adds the tokens that were asked for.
   *
   * @return whether they were added; if not, they are the caller's to give back
   */
  boolean tryAdd(Decision answer, long now) {
    while (true) {
      long seen = word;
      if (seen == GONE) {
        return false;
      }
      int level = here(seen) + askedFor(seen);
      // First, or they could be spent as tokens of the last time, or not at all.
      grant = new Grant(askedAt, answer.remaining(), answer.reset().toNanos(), level);
      cameAt = now;
      isDry = false;
      if (WORD.compareAndSet(this, seen, word(/* askedFor= */ 0, level))) {
        return true;
      }
    }
  }

  /** Takes note that the tokens that were asked for are not there. */
  void refused(Decision answer, long now) {
    long asked = Math.max(1, askedFor(Math.max(0, word)));
    long remaining = Math.min(answer.remaining(), asked - 1);
    if (remaining >= LEAST_SIZE && remaining >= asked / 2) {
      size = (int) remaining;
      askNoMoreBefore(now);
      return;
    }
    long wait = answer.retryAfter().orElse(Duration.ZERO).toNanos();
    long eachTakes = Math.max(1, wait / (asked - remaining));
    long shortRest = Math.min(REST_NANOS, wait);
    long rest = Math.max(shortRest, eachTakes * (LEAST_SIZE - remaining));
    // As many as will be there after the rest, if nobody else takes them.
    size = (int) Math.max(LEAST_SIZE, Math.min(remaining + rest / eachTakes, asked));
    dryUntil = now + (remaining == 0 ? Math.max(shortRest, eachTakes) : shortRest);
    isDry = true;
    askNoMoreBefore(now + rest);
  }

  /**
   * Refuses a call of one token that cannot be paid, if the bucket was empty a moment ago; {@code
   * null} if it has to be asked.
   */
  @Nullable Decision tryRefuse(Claim claim, long now) {
    if (!isDry || claim.cost() != 1) {
      return null;
    }
    // Whoever came first after the rest has asked, and all others would be told the same.
    boolean asking = askedFor(Math.max(0, word)) > 0 && now - askedAt < REST_NANOS;
    long wait = Math.max(dryUntil - now, asking ? REST_NANOS - (now - askedAt) : 0);
    if (wait <= 0) {
      return null;
    }
    var last = grant;
    long reset = Math.max(wait, last.resetNanos - (now - last.askedAt));
    return Decision.refused(claim, here(Math.max(0, word)), reset, wait);
  }

  /** Takes note that nobody answered. */
  void failed(long until) {
    isDry = false;
    askNoMoreBefore(until);
  }

  private void askNoMoreBefore(long until) {
    restUntil = until;
    while (true) {
      long seen = word;
      if (seen == GONE || WORD.compareAndSet(this, seen, word(/* askedFor= */ 0, here(seen)))) {
        return;
      }
    }
  }

  /** Takes note that the bucket had nothing for a call until then. */
  void rest(long until) {
    if (until - restUntil > 0) {
      restUntil = until;
    }
  }

  /**
   * Takes out what is to be given back: what is beyond {@code most}, or all when nobody can spend
   * it any more.
   *
   * @return how many tokens
   */
  int takeOut(long now, int most) {
    while (true) {
      long seen = word;
      if (seen == GONE) {
        return 0;
      }
      int kept = isAlive(now) ? Math.min(here(seen), most) : 0;
      int out = here(seen) - kept;
      if (out == 0 || WORD.compareAndSet(this, seen, word(askedFor(seen), kept))) {
        return out;
      }
    }
  }

  /** Tells whether nobody has asked for a while, or who did was never answered. */
  boolean isForgotten(long now) {
    return now - askedAt > 2 * LIFE_NANOS;
  }

  /**
   * Puts this stash out of use.
   *
   * @return how many tokens were in it
   */
  int retire() {
    long seen = (long) WORD.getAndSet(this, GONE);
    return seen == GONE ? 0 : here(seen);
  }

  /** Returns the largest number of tokens that were here since they were last taken. */
  int level() {
    return grant.level;
  }

  /** Returns what gives {@code tokens} back to the bucket. */
  Settlement givingBack(int tokens, long now) {
    var last = grant;
    return new Settlement(
        limit,
        key,
        tokens,
        /* actual= */ 0,
        Duration.ofNanos(Math.max(0, now - last.askedAt)),
        Duration.ofNanos(last.resetNanos));
  }

  /** Returns what asks for {@code tokens} of the bucket. */
  Claim asking(int tokens) {
    return new Claim(limit, key, tokens);
  }
}
