package io.tollgate.http;

import io.tollgate.Claim;
import io.tollgate.Limit;

/**
 * When those in a queue will have their turn, as far as that can be told without asking.
 *
 * <p>Exact for a token bucket that nobody else draws on. Where it is wrong, whoever waits finds out
 * when he asks.
 */
final class Forecast {

  /*
   * All is told from the last one in the queue: when his turn will be, and how much of a window will
   * be left behind him. Tokens of a bucket come one by one, so the next one has to wait for as many
   * as he costs. A window brings all its tokens at once, so the next one goes along, or waits for
   * another window.
   *
   * Instants are compared by their difference: the ticker has an arbitrary origin and may wrap.
   */

  private long lastAt;
  private long left;

  /** Begins with the first of a queue, who knows when to ask again. */
  Forecast(Claim first, long at) {
    this.lastAt = at;
    this.left = Math.max(first.limit().tokens() - first.cost(), 0);
  }

  /** Returns when somebody would have his turn who joined now. */
  long next(Claim claim, long now) {
    long at = lastAt - now > 0 ? lastAt : now;
    if (isWindow(claim.limit())) {
      return claim.cost() <= left ? at : at + periodNanos(claim.limit());
    }
    return at + nanos(claim);
  }

  /** Counts somebody who joins, and returns when his turn will be. */
  long join(Claim claim, long now) {
    long at = next(claim, now);
    if (isWindow(claim.limit())) {
      boolean sameWindow = claim.cost() <= left;
      left = Math.max((sameWindow ? left : claim.limit().tokens()) - claim.cost(), 0);
    }
    lastAt = at;
    return at;
  }

  /** Takes back somebody who leaves before his turn. */
  void leave(Claim claim) {
    if (isWindow(claim.limit())) {
      left += claim.cost();
    } else {
      lastAt -= nanos(claim);
    }
  }

  /** Moves all that was told: the first one has to wait longer than was thought. */
  void delay(long nanos) {
    lastAt += nanos;
  }

  private static boolean isWindow(Limit limit) {
    return switch (limit.algorithm()) {
      case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_LOG -> true;
      case TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY -> false;
    };
  }

  private static long periodNanos(Limit limit) {
    return limit.period().toNanos();
  }

  /** Returns how long the tokens of a claim take to come; half of all time if that is too long. */
  private static long nanos(Claim claim) {
    long period = periodNanos(claim.limit());
    long tokens = Math.max(claim.limit().tokens(), 1);
    return claim.cost() > Long.MAX_VALUE / 2 / period
        ? Long.MAX_VALUE / 2
        : claim.cost() * period / tokens;
  }
}
