package io.tollgate.testkit;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** A counter for each window since 1970. */
final class FixedWindowModel extends TriedModel {

  private final long most;
  private final BigInteger windowNanos;
  private final Map<BigInteger, BigInteger> taken = new HashMap<>();

  FixedWindowModel(long most, long windowNanos) {
    super(most);
    this.most = most;
    this.windowNanos = big(windowNanos);
  }

  private BigInteger window(BigInteger nanos) {
    return floorDiv(nanos, windowNanos);
  }

  private BigInteger takenAt(BigInteger nanos) {
    return taken.getOrDefault(window(nanos), BigInteger.ZERO);
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    return takenAt(nanos).add(big(cost)).compareTo(big(most)) <= 0;
  }

  @Override
  long remaining(BigInteger nanos) {
    return big(most).subtract(takenAt(nanos)).max(BigInteger.ZERO).longValueExact();
  }

  @Override
  boolean untouched(BigInteger nanos) {
    return takenAt(nanos).signum() == 0;
  }

  @Override
  Tokens taken(BigInteger nanos) {
    return Tokens.whole(takenAt(nanos));
  }

  @Override
  boolean goOnFrom(TriedModel before) {
    boolean same =
        before instanceof FixedWindowModel other && other.windowNanos.equals(windowNanos);
    if (same) {
      taken.putAll(((FixedWindowModel) before).taken);
    }
    return same;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    taken.merge(window(nanos), big(cost), BigInteger::add);
  }
}
