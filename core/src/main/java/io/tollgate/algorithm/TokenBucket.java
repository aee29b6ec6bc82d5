package io.tollgate.algorithm;

import java.math.BigInteger;

/**
 * So many tokens per period, with a bounded burst: a bucket that starts full, is refilled evenly,
 * and refuses a call only when it holds fewer tokens than the call costs.
 *
 * <p>In any stretch of {@code d} seconds it admits at most {@code burst + rate * d} tokens.
 */
public final class TokenBucket {

  /*
   * The generic cell rate algorithm, in integers.
   *
   * A bucket's whole state is one long: the instant at which its debt is paid off if nobody calls
   * any more. A call of cost c moves that instant c intervals forward, and passes while the instant
   * stays within `burst` intervals of now. One call of cost 3 is therefore the same as three calls
   * of cost 1.
   *
   * The interval between two tokens is period ÷ tokens, which is rarely a whole number of
   * nanoseconds. So time is counted in units chosen for each bucket: a nanosecond is
   * `unitsPerNano` of them and a token is worth `unitsPerToken`, both whole:
   *
   *       unitsPerNano        tokens
   *      ──────────────  =  ──────────   reduced to lowest terms
   *      unitsPerToken      periodNanos
   *
   * 3 per second: a nanosecond is 3 units, a token 10⁹. Nothing is ever rounded, so nothing drifts,
   * after any number of calls.
   *
   * A finer unit shortens the time that fits into 64 bits. Where the exact fraction does not fit
   * (1,000,003 per day with a burst as large), the simplest fraction below it takes its place, at
   * most one part in a million slower than declared and never faster. Where that does not fit
   * either, the bucket is refused when it is made.
   *
   *      |◀──────────────────── 2^62 ────────────────────▶|◀──────── 2^61 ────────▶|
   *      longest rest                                    now        deepest debt
   *
   * Instants are compared by their difference, never with `<`: the origin is arbitrary, and the
   * multiplication by unitsPerNano may wrap as freely as the clock, because differences survive
   * both. What does not survive is a state that was left alone for longer than restNanos(): its
   * holder must take such a bucket for full, which it is by then, without looking at the state.
   *
   * A rest is twice as long as the deepest debt takes to be paid off. So its holder need not know
   * when a state was written, but only that it was within half a rest after an instant that he knows:
   * a rest after that instant it is full.
   *
   * Calls never take more than there is, so they leave a debt of at most the capacity. A call that
   * turns out to have cost more than it took makes it deeper, to twice the capacity at most: what is
   * beyond is forgiven, so that one wrong number shuts nobody out for longer than a refill. The
   * deepest debt stays within 2^61 as well.
   *
   * What comes back later than it was taken needs care. Say a call took x tokens too many. Compare
   * the debt D with D', what it would be without them. D - D' begins as x, and shrinks only while D'
   * is 0: then D goes on being paid off and D' cannot. Whatever others take, D' stays above what the
   * call itself left behind, less x, less the time that has passed. So D - D' is still at least
   *
   *      min(x, debt that the call left behind - what was paid off since)
   *
   * and that much may come back: the debt does not sink below D', and nothing is admitted that would
   * not have been admitted without the x tokens.
   *
   * When the limit changes, the same number of tokens is owed in other units, rounded up to one of
   * them. A smaller bucket cannot owe all of it, or its callers would wait for longer than its limit
   * says. What it cannot owe is beyond: it is kept aside, and owed again when the limit changes once
   * more.
   *
   *      100, 50 taken:   debt ████████████████████
   *      lowered to 10:   debt ████  beyond ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
   *      100 again:       debt ████████████████████
   *
   * So it does not matter how often, and in which order, definitions of a limit are asked: nothing
   * comes back that was taken, and nothing is taken twice. What was owed above the capacity, because
   * calls had cost more than they took, is owed above the other capacity as well.
   */

  /** The deepest debt; with a rest of twice as much, it stays within the range of a difference. */
  private static final long REACH = 1L << 61;

  /** Keeps {@link #restNanos()} above an hour. */
  private static final long MAX_UNITS_PER_NANO = 1L << 20;

  private static final long MAX_TOKENS_PER_NANO = 1_000;

  /**
   * What is owed above this, in all, is forgotten, so that sums fit: twice the largest capacity.
   */
  private static final long MOST_OWED = 1L << 62;

  /**
   * What is missing from a bucket, in its units.
   *
   * @param debt what counts under its limit
   * @param beyond what was taken under another limit and is more than this one can owe; does not
   *     count before the limit changes again
   */
  public record Owed(long debt, long beyond) {

    /** Nothing is missing. */
    public static final Owed NOTHING = new Owed(0, 0);

    private long all() {
      return debt + beyond;
    }
  }

  private final long burst;
  private final long unitsPerNano;
  private final long unitsPerToken;
  private final long capacity;
  private final long deepest;
  private final long restNanos;

  private TokenBucket(long burst, Ratio unitsPerNanoByToken) {
    this.burst = burst;
    this.unitsPerNano = unitsPerNanoByToken.numerator();
    this.unitsPerToken = unitsPerNanoByToken.denominator();
    this.capacity = burst * unitsPerToken;
    this.deepest = Math.min(2 * capacity, REACH);
    this.restNanos = 2 * REACH / unitsPerNano;
  }

  /**
   * Returns the bucket that gains {@code tokens} evenly over each {@code periodNanos} and holds at
   * most {@code burst}.
   *
   * @throws IllegalArgumentException if these numbers cannot be kept within one part in a million
   */
  public static TokenBucket of(long tokens, long periodNanos, long burst) {
    checkArguments(tokens, periodNanos, burst);
    if (tokens == 0) {
      return new TokenBucket(/* burst= */ 0, new Ratio(1, 1));
    }
    var exact = Ratio.reduced(tokens, periodNanos);
    if (fits(exact, burst)) {
      return new TokenBucket(burst, exact);
    }
    var close = exact.simplestWithinOneMillionthBelow();
    if (fits(close, burst)) {
      return new TokenBucket(burst, close);
    }
    throw tooLong(tokens, periodNanos, burst, REACH / close.denominator());
  }

  private static IllegalArgumentException tooLong(
      long tokens, long periodNanos, long burst, long largestBurst) {
    return new IllegalArgumentException(
        "a burst of "
            + burst
            + " at "
            + tokens
            + " tokens per "
            + periodNanos
            + " ns takes too long to refill to be counted exactly; "
            + (largestBurst > 0
                ? "lower the burst to at most " + largestBurst
                : "shorten the period to at most 73 years"));
  }

  private static void checkArguments(long tokens, long periodNanos, long burst) {
    if (tokens < 0) {
      throw new IllegalArgumentException("limit is " + tokens + "; it must be 0 or more");
    }
    if (periodNanos < 1) {
      throw new IllegalArgumentException("period is " + periodNanos + " ns; it must be positive");
    }
    if (tokens / periodNanos > MAX_TOKENS_PER_NANO
        || (tokens / periodNanos == MAX_TOKENS_PER_NANO && tokens % periodNanos != 0)) {
      throw new IllegalArgumentException(
          tokens
              + " tokens per "
              + periodNanos
              + " ns is more than 10^12 per second; lower the limit, or lengthen the period");
    }
    if (tokens == 0 && burst != 0) {
      throw new IllegalArgumentException(
          "a limit of 0 admits nothing, so it has no burst; leave the burst of " + burst + " out");
    }
    if (tokens > 0 && burst < 1) {
      throw new IllegalArgumentException(
          "burst is " + burst + "; it must be 1 or more, or no call would ever pass");
    }
  }

  private static boolean fits(Ratio ratio, long burst) {
    return ratio.numerator() <= MAX_UNITS_PER_NANO && burst <= REACH / ratio.denominator();
  }

  /** Returns the most tokens this bucket can hold, which is also the largest cost it can admit. */
  public long burst() {
    return burst;
  }

  /**
   * Returns how long a state may be left alone before it must not be looked at any more; at least
   * an hour, and at least twice as long as the deepest debt takes to be paid off.
   */
  public long restNanos() {
    return restNanos;
  }

  /** Returns how long an empty bucket takes to be full. */
  public long refillNanos() {
    return nanos(capacity);
  }

  /** Returns the state of a full bucket. */
  public long full(long now) {
    return now * unitsPerNano;
  }

  /** Returns what this bucket owes if {@code taken} tokens were taken before it was made. */
  public Owed owed(long taken) {
    return split(inUnits(taken, /* unitsPerTokenThere= */ 1), /* over= */ 0);
  }

  /** Returns what this bucket owes in the place of another one, as many tokens as that. */
  public Owed owed(TokenBucket before, Owed owed) {
    long over = Math.max(0, owed.debt - before.capacity);
    return split(inUnits(owed.all(), before.unitsPerToken), inUnits(over, before.unitsPerToken));
  }

  /**
   * Splits all that is owed into what this bucket can owe and what is beyond.
   *
   * @param over how much of it was owed above a capacity
   */
  private Owed split(long all, long over) {
    long debt = Math.min(all - over, capacity) + Math.min(over, deepest - capacity);
    return new Owed(debt, all - debt);
  }

  private long inUnits(long amount, long unitsPerTokenThere) {
    if (amount == 0 || unitsPerToken == unitsPerTokenThere) {
      return Math.min(amount, MOST_OWED);
    }
    long product = amount * unitsPerToken;
    if (Math.multiplyHigh(amount, unitsPerToken) == 0 && product >= 0) {
      long rest = product % unitsPerTokenThere;
      return Math.min(product / unitsPerTokenThere + (rest == 0 ? 0 : 1), MOST_OWED);
    }
    var rational = BigInteger.valueOf(amount).multiply(BigInteger.valueOf(unitsPerToken));
    var units = rational.divideAndRemainder(BigInteger.valueOf(unitsPerTokenThere));
    return units[0].bitLength() > 62
        ? MOST_OWED
        : Math.min(units[0].longValueExact() + units[1].signum(), MOST_OWED);
  }

  /** Returns how many tokens are owed in all, rounded up. */
  public long tokens(Owed owed) {
    long all = owed.all();
    return all / unitsPerToken + (all % unitsPerToken == 0 ? 0 : 1);
  }

  /** Returns what is owed after {@code cost} tokens came back: what is beyond comes back first. */
  public Owed less(Owed owed, long cost) {
    long back = Math.min(inUnits(cost, /* unitsPerTokenThere= */ 1), owed.all());
    long fromBeyond = Math.min(back, owed.beyond);
    return new Owed(owed.debt - (back - fromBeyond), owed.beyond - fromBeyond);
  }

  /** Returns the state of a bucket whose next token comes at {@code until}. */
  public long usedUpUntil(long now, long until) {
    if (burst == 0 || until - now <= 0) {
      return full(now);
    }
    long nanos = Math.min(until - now, nanos(deepest));
    return full(now) + Math.min(capacity - unitsPerToken + nanos * unitsPerNano, deepest);
  }

  /**
   * Returns what the bucket owes, in units: nothing when it is full, its capacity when it is empty,
   * more when calls had cost more than they took.
   *
   * <p>More than twice the capacity can be seen only after the clock was set back; it counts as
   * that, so that nobody is shut out for longer than a refill.
   */
  public long debt(long state, long now) {
    long owed = state - full(now);
    return owed <= 0 ? 0 : Math.min(owed, deepest);
  }

  /**
   * Tells whether a bucket with this debt holds {@code cost} tokens; 0 it always does.
   *
   * @param cost from 0 to {@link #burst()}
   */
  public boolean admits(long debt, long cost) {
    return debt <= capacity - cost * unitsPerToken || cost == 0;
  }

  /** Returns the debt after a call of {@code cost} that {@link #admits} let pass. */
  public long debtAfter(long debt, long cost) {
    return debt + cost * unitsPerToken;
  }

  /** Returns the debt before a call of {@code cost} that left {@code debt} behind. */
  public long debtBefore(long debt, long cost) {
    return debt - cost * unitsPerToken;
  }

  /** Returns the state that owes {@code debt} now. */
  public long owing(long debt, long now) {
    return full(now) + debt;
  }

  /**
   * Returns the state after {@code cost} tokens came back that were taken a moment ago.
   *
   * <p>Later it would give too much: what a full bucket could not have gained meanwhile.
   */
  public long giveBack(long state, long now, long cost) {
    long full = full(now);
    // Not by way of debt(), whose bound would forgive what a caller with a later clock has taken.
    return full + Math.max(0, state - cost * unitsPerToken - full);
  }

  /**
   * Returns the state after {@code more} tokens were taken that may not be there: a bucket goes
   * below empty by at most its burst.
   */
  public long charge(long state, long now, long more) {
    long full = full(now);
    long owed = Math.max(0, state - full);
    long deeper = owed + Math.min(more, 2 * burst) * unitsPerToken;
    // A caller with a later clock may have left more than the deepest debt, which stays.
    return full + Math.max(owed, Math.min(deeper, deepest));
  }

  /**
   * Returns the state after {@code less} of the tokens came back that a call took before, as far as
   * they are still missing: the bucket never holds more than if they had not been taken.
   *
   * @param taken how many tokens the call took
   * @param elapsedNanos how long ago that was
   * @param resetNanos how long the bucket would have taken then to be full
   */
  public long refund(
      long state, long now, long elapsedNanos, long resetNanos, long taken, long less) {
    if (resetNanos <= 0 || elapsedNanos >= nanos(deepest)) {
      return state;
    }
    // The reset was rounded up to whole nanoseconds, so a unit more than one less is sure.
    long sure = (Math.min(resetNanos, nanos(deepest)) - 1) * unitsPerNano + 1;
    long left =
        Math.max(sure, Math.min(taken, burst) * unitsPerToken) - elapsedNanos * unitsPerNano;
    long back = Math.min(left, Math.min(less, burst) * unitsPerToken);
    long full = full(now);
    return back <= 0 || state - full <= 0 ? state : full + Math.max(0, state - back - full);
  }

  /** Returns how many whole tokens a bucket with this debt holds. */
  public long remaining(long debt) {
    return debt >= capacity ? 0 : (capacity - debt) / unitsPerToken;
  }

  /**
   * Returns how long a call of {@code cost} has to wait until a bucket with this debt admits it: 0
   * if it does now.
   *
   * @param cost from 0 to {@link #burst()}
   */
  public long waitNanos(long debt, long cost) {
    return cost == 0 ? 0 : nanos(Math.max(0, debt - (capacity - cost * unitsPerToken)));
  }

  /** Returns how long this debt takes to be paid off, rounded up. */
  public long nanos(long debt) {
    return unitsPerNano == 1 ? debt : (debt + unitsPerNano - 1) / unitsPerNano;
  }
}
