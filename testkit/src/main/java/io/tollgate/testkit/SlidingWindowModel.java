package io.tollgate.testkit;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * A counter for each window since 1970, of which the previous one weighs as much as the window that
 * ends now still covers of it.
 */
final class SlidingWindowModel extends TriedModel {

  private final long most;
  private final BigInteger windowNanos;
  private final Map<BigInteger, BigInteger> taken = new HashMap<>();

  SlidingWindowModel(long most, long windowNanos) {
    super(most);
    this.most = most;
    this.windowNanos = big(windowNanos);
  }

  private BigInteger window(BigInteger nanos) {
    return floorDiv(nanos, windowNanos);
  }

  private BigInteger takenIn(BigInteger window) {
    return taken.getOrDefault(window, BigInteger.ZERO);
  }

  /** Returns the estimate, multiplied by the length of a window so that it is whole. */
  private BigInteger weight(BigInteger nanos) {
    var current = takenIn(window(nanos));
    var previous = takenIn(window(nanos).subtract(BigInteger.ONE));
    var covered = windowNanos.subtract(nanos.mod(windowNanos));
    return current.multiply(windowNanos).add(previous.multiply(covered));
  }

  private BigInteger room(BigInteger nanos) {
    return big(most).multiply(windowNanos).subtract(weight(nanos));
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    return room(nanos).compareTo(big(cost).multiply(windowNanos)) >= 0;
  }

  @Override
  long remaining(BigInteger nanos) {
    return room(nanos).divide(windowNanos).max(BigInteger.ZERO).longValueExact();
  }

  @Override
  boolean untouched(BigInteger nanos) {
    return weight(nanos).signum() == 0;
  }

  @Override
  Tokens taken(BigInteger nanos) {
    return new Tokens(weight(nanos), windowNanos);
  }

  @Override
  boolean goOnFrom(TriedModel before) {
    boolean same =
        before instanceof SlidingWindowModel other && other.windowNanos.equals(windowNanos);
    if (same) {
      taken.putAll(((SlidingWindowModel) before).taken);
    }
    return same;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    taken.merge(window(nanos), big(cost), BigInteger::add);
  }
}
