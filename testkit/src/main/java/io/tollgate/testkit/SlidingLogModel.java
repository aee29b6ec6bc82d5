package io.tollgate.testkit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A list of all calls that count, none of which is ever dropped. */
final class SlidingLogModel extends TriedModel {

  private record Call(BigInteger nanos, long cost) {}

  private final long most;
  private final BigInteger windowNanos;
  private final BigInteger gapNanos;
  private final boolean countsRefused;
  private final List<Call> calls = new ArrayList<>();

  SlidingLogModel(long most, long windowNanos, long gapNanos, boolean countsRefused) {
    super(most);
    this.most = most;
    this.windowNanos = big(windowNanos);
    this.gapNanos = big(gapNanos);
    this.countsRefused = countsRefused;
  }

  private BigInteger takenAt(BigInteger nanos) {
    var taken = BigInteger.ZERO;
    for (var call : calls) {
      if (nanos.subtract(call.nanos).compareTo(windowNanos) < 0) {
        taken = taken.add(big(call.cost));
      }
    }
    return taken;
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    for (var call : calls) {
      if (nanos.subtract(call.nanos).compareTo(gapNanos) < 0) {
        return false;
      }
    }
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
    boolean same = before instanceof SlidingLogModel other && other.windowNanos.equals(windowNanos);
    if (same) {
      calls.addAll(((SlidingLogModel) before).calls);
    }
    return same;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    calls.add(new Call(nanos, cost));
  }

  @Override
  void refuse(BigInteger nanos, long cost) {
    if (countsRefused) {
      calls.add(new Call(nanos, cost));
    }
  }
}
