package io.tollgate;

import io.tollgate.Decision.Outcome;
import io.tollgate.algorithm.TokenBucket;
import io.tollgate.algorithm.TokenBucket.Owed;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bucket whose state is one word: a token bucket or a leaky bucket. */
sealed class WordBucket extends Bucket permits ChangedBucket {

  /*
   * Callers read the clock before they come here, so they may come in another order than they read
   * it. A bucket that was full when it was taken from counts from the reading of that call. Seen from
   * an earlier reading, it would seem to have owed the time between the two, and could refuse a call
   * although the token is there. So the bucket keeps the reading that it counts from, and nobody
   * looks at it from before.
   *
   * That reading is moved on, and never back, before the state is; who sees a state therefore sees a
   * reading at least as late as the one the state counts from.
   *
   * The same reading tells a bucket that was left alone for longer than TokenBucket.restNanos(), an
   * hour at the least, so that its word must not be looked at. Such a bucket is retired, because word
   * and reading cannot be renewed in one step. One that is busy without ever being full moves its
   * reading on when half of that time has passed, so as not to be taken for it:
   *
   *      reading                  half                     rest
   *      |◀───── calls take ─────▶|◀─ the last debt goes ─▶| full
   *
   * Whatever was taken was taken in the first half, or at a later reading that the bucket counts from
   * then. No debt takes longer than the other half to be paid off, so whoever comes after the whole
   * finds a full bucket. Calls that are refused move nothing, and need not.
   */

  /** No bucket's state: see {@link #storable}. */
  private static final long RETIRED = Long.MIN_VALUE;

  private static final VarHandle STATE;
  private static final VarHandle ORIGIN;

  static {
    try {
      var lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(WordBucket.class, "state", long.class);
      ORIGIN = lookup.findVarHandle(WordBucket.class, "origin", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TokenBucket tokens;
  private volatile long state;

  // Read and written through ORIGIN only.
  @SuppressWarnings("UnusedVariable")
  private long origin;

  WordBucket(int hash, Limit limit, String key, TokenBucket tokens, long now, long state) {
    super(hash, limit, key);
    this.tokens = tokens;
    this.origin = now;
    this.state = storable(state);
  }

  /** One word in 2^64 means retired; the state that would equal it owes a unit more. */
  private static long storable(long state) {
    return state == RETIRED ? RETIRED + 1 : state;
  }

  @Override
  final @Nullable Decision tryTake(long reading, long cost) {
    while (true) {
      long seen = state;
      long counted = (long) ORIGIN.getOpaque(this);
      long rested = reading - counted;
      if (seen == RETIRED) {
        return null;
      }
      if (rested > tokens.restNanos()) {
        STATE.compareAndSet(this, seen, RETIRED); // Who loses this looks again, too.
        continue;
      }
      long now = rested < 0 ? counted : reading;
      long debt = tokens.debt(seen, now);
      if (cost == 0 || !tokens.admits(debt, cost)) {
        return new WordDecision(cost == 0 ? Outcome.ALLOWED : Outcome.REFUSED, limit, cost, debt);
      }
      boolean movesOn = rested > 0 && (debt == 0 || rested > tokens.restNanos() / 2);
      if (movesOn && !ORIGIN.compareAndSet(this, counted, now)) {
        continue;
      }
      long after = tokens.debtAfter(debt, cost);
      if (STATE.compareAndSet(this, seen, storable(tokens.owing(after, now)))) {
        return new WordDecision(Outcome.ALLOWED, limit, cost, after);
      }
    }
  }

  @Override
  final boolean admits(long reading, long cost) {
    long seen = state;
    return seen == RETIRED || tokens.admits(debt(seen, reading), cost);
  }

  @Override
  final @Nullable Decision peek(long reading, long cost) {
    long seen = state;
    if (seen == RETIRED) {
      return null;
    }
    long debt = debt(seen, reading);
    long remaining = tokens.remaining(debt);
    long reset = tokens.nanos(debt);
    if (!tokens.admits(debt, cost)) {
      long wait = tokens.waitNanos(debt, cost);
      return new PlainDecision(Outcome.REFUSED, limit, cost, remaining, reset, wait, List.of());
    }
    long delay = limit.leakyBucket() == null || cost == 0 ? 0 : reset;
    return new PlainDecision(Outcome.ALLOWED, limit, cost, remaining, reset, delay, List.of());
  }

  /** Returns the debt of a state that was read just before, at a reading early or very late. */
  private long debt(long seen, long reading) {
    long rested = reading - (long) ORIGIN.getOpaque(this);
    return rested > tokens.restNanos() ? 0 : tokens.debt(seen, reading - Math.min(0, rested));
  }

  @Override
  final boolean tryGiveBack(Decision taken, long reading) {
    while (true) {
      long seen = state;
      if (seen == RETIRED) {
        return false;
      }
      long left = tokens.giveBack(seen, notBeforeOrigin(reading), taken.cost());
      if (STATE.compareAndSet(this, seen, storable(left))) {
        return true;
      }
    }
  }

  @Override
  final boolean tryCharge(long reading, long more) {
    while (true) {
      long seen = state;
      long counted = (long) ORIGIN.getOpaque(this);
      long rested = reading - counted;
      if (seen == RETIRED) {
        return false;
      }
      if (rested > tokens.restNanos()) {
        STATE.compareAndSet(this, seen, RETIRED); // Who loses this looks again, too.
        continue;
      }
      long now = rested < 0 ? counted : reading;
      boolean movesOn =
          rested > 0 && (tokens.debt(seen, now) == 0 || rested > tokens.restNanos() / 2);
      if (movesOn && !ORIGIN.compareAndSet(this, counted, now)) {
        continue;
      }
      if (STATE.compareAndSet(this, seen, storable(tokens.charge(seen, now, more)))) {
        return true;
      }
    }
  }

  @Override
  final boolean tryRefund(Settlement settlement, long reading) {
    long elapsed = settlement.elapsedNanos();
    while (true) {
      long seen = state;
      if (seen == RETIRED) {
        return false;
      }
      long counted = (long) ORIGIN.getOpaque(this);
      long rested = reading - counted;
      // One that was full, or was made, after the call has nothing left of what that took.
      if (rested > tokens.restNanos() || elapsed - rested > slackNanos(counted)) {
        return true;
      }
      long left =
          tokens.refund(
              seen,
              reading - Math.min(0, rested),
              elapsed,
              settlement.resetNanos(),
              settlement.taken(),
              -settlement.difference());
      if (left == seen || STATE.compareAndSet(this, seen, storable(left))) {
        return true;
      }
    }
  }

  @Override
  final void countRefusal(long now, long cost) {
    // A word has no place for refused calls, and Limit allows counting them for a log only.
  }

  @Override
  final boolean isRetired() {
    return state == RETIRED;
  }

  @Override
  final boolean tryRetireFresh(long now) {
    long seen = state;
    return seen != RETIRED && debt(seen, now) == 0 && STATE.compareAndSet(this, seen, RETIRED);
  }

  @Override
  final long retireUnlessHeld(long now) {
    return usedUpNanos((long) STATE.getAndSet(this, RETIRED), now);
  }

  @Override
  final void retire() {
    state = RETIRED;
  }

  @Override
  final Bucket retireFor(Limit changed, Ticker clock) {
    long seen = (long) STATE.getAndSet(this, RETIRED);
    long now = clock.read();
    var owed = owed(seen, now);
    var successor = changed.tokenBucket();
    return successor == null
        ? changed(hash, changed, key, now, tokens.tokens(owed))
        : new ChangedBucket(hash, changed, key, successor, now, successor.owed(tokens, owed));
  }

  @Override
  final Bucket retireGivingBack(long cost, long reading) {
    long seen = (long) STATE.getAndSet(this, RETIRED);
    var left = tokens.less(owed(seen, reading), cost);
    return new ChangedBucket(hash, limit, key, tokens, notBeforeOrigin(reading), left);
  }

  private Owed owed(long seen, long reading) {
    long debt = seen == RETIRED ? 0 : debt(seen, reading);
    return debt == 0 ? Owed.NOTHING : new Owed(debt, beyond((long) ORIGIN.getOpaque(this)));
  }

  /**
   * Nobody looks from before the reading that a bucket counts from, and so its successor neither.
   */
  private long notBeforeOrigin(long reading) {
    return reading - Math.min(0, reading - (long) ORIGIN.getOpaque(this));
  }

  /**
   * Returns what was taken under another limit and is more than this one can owe.
   *
   * @param counted the reading that this bucket counts from
   */
  long beyond(long counted) {
    return 0;
  }

  /**
   * Returns how much earlier than what this bucket counts from a call may seem to have come that is
   * settled.
   *
   * @param counted the reading that this bucket counts from
   */
  long slackNanos(long counted) {
    return 1L << SLACK_BITS;
  }

  @Override
  final long usedUpNanos(long now) {
    return usedUpNanos(state, now);
  }

  private long usedUpNanos(long seen, long now) {
    return seen == RETIRED || tokens.burst() == 0
        ? 0
        : tokens.waitNanos(debt(seen, now), /* cost= */ 1);
  }

  @Override
  final long freshAfterNanos(long now) {
    long seen = state;
    return seen == RETIRED ? 0 : tokens.nanos(debt(seen, now));
  }

  @Override
  final boolean isHeld(long now) {
    return false;
  }
}
