package io.tollgate.testkit;

import java.math.BigInteger;
import java.util.function.Predicate;

/** A model that says what fits now, and finds by trying when something will fit. */
abstract class TriedModel implements ReferenceModel {

  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger TWO = BigInteger.TWO;

  /** Before every time that 64 bits can name. */
  static final BigInteger LONG_AGO = TWO.pow(80).negate();

  private final long maxCost;
  private BigInteger last = LONG_AGO;

  TriedModel(long maxCost) {
    this.maxCost = maxCost;
  }

  /** Tells whether a call of a cost from 1 to the largest is admitted if it is the next to come. */
  abstract boolean fits(BigInteger nanos, long cost);

  /** Returns how many whole tokens are left. */
  abstract long remaining(BigInteger nanos);

  /** Tells whether everything is as if nobody had called. */
  abstract boolean untouched(BigInteger nanos);

  /** Counts a call of a cost from 1 that was admitted. */
  abstract void take(BigInteger nanos, long cost);

  /** Returns how many tokens count as taken. */
  abstract Tokens taken(BigInteger nanos);

  /**
   * Goes on with all that another model has counted, if it means the same here; false if not, and
   * then nothing has changed.
   */
  boolean goOnFrom(TriedModel before) {
    return false;
  }

  /** Begins with tokens that were taken before: whole ones, unless a model counts parts. */
  void begin(BigInteger nanos, Tokens taken) {
    if (taken.parts().signum() > 0) {
      take(nanos, taken.in(ONE).longValueExact());
    }
  }

  /** Counts a call of a cost from 1 that was refused; nothing, unless refused calls count. */
  void refuse(BigInteger nanos, long cost) {}

  /** Returns how long a call that is admitted now waits for its turn. */
  BigInteger delay(BigInteger nanos) {
    return BigInteger.ZERO;
  }

  @Override
  public final Answer decide(BigInteger nanos, long cost) {
    checkTime(nanos);
    last = nanos;
    boolean allowed = admits(nanos, cost);
    var delay = allowed ? delay(nanos) : BigInteger.ZERO;
    if (allowed && cost > 0) {
      take(nanos, cost);
    } else if (!allowed && cost <= maxCost) {
      refuse(nanos, cost);
    }
    return answer(nanos, cost, allowed, delay);
  }

  @Override
  public final Answer peek(BigInteger nanos, long cost) {
    checkTime(nanos);
    boolean allowed = admits(nanos, cost);
    return answer(nanos, cost, allowed, allowed ? delay(nanos) : BigInteger.ZERO);
  }

  private boolean admits(BigInteger nanos, long cost) {
    return cost == 0 || (cost <= maxCost && fits(nanos, cost));
  }

  private Answer answer(BigInteger nanos, long cost, boolean allowed, BigInteger delay) {
    boolean neverFits = cost > maxCost;
    return new Answer(
        allowed,
        neverFits,
        remaining(nanos),
        allowed || neverFits ? BigInteger.ZERO : until(nanos, later -> fits(later, cost)),
        delay,
        until(nanos, this::untouched));
  }

  private void checkTime(BigInteger nanos) {
    if (nanos.compareTo(last) < 0) {
      throw new IllegalArgumentException("time went back from " + last + " to " + nanos);
    }
  }

  /** Returns how long until {@code comes}, which stays true once it is: by doubling and halving. */
  private static BigInteger until(BigInteger nanos, Predicate<BigInteger> comes) {
    if (comes.test(nanos)) {
      return BigInteger.ZERO;
    }
    var enough = ONE;
    while (!comes.test(nanos.add(enough))) {
      enough = enough.multiply(TWO);
      if (enough.bitLength() > 80) {
        throw new AssertionError("what was promised did not come in 38 million years");
      }
    }
    var tooLittle = enough.divide(TWO);
    while (enough.subtract(tooLittle).compareTo(ONE) > 0) {
      var middle = enough.add(tooLittle).divide(TWO);
      if (comes.test(nanos.add(middle))) {
        enough = middle;
      } else {
        tooLittle = middle;
      }
    }
    return enough;
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  static BigInteger ceilDiv(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(ONE).divide(divisor);
  }

  static BigInteger floorDiv(BigInteger dividend, BigInteger divisor) {
    return dividend.subtract(dividend.mod(divisor)).divide(divisor);
  }
}
