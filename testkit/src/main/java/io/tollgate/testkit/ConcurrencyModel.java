package io.tollgate.testkit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A list of all calls that were ever admitted, each with the time at which its lease ends. */
final class ConcurrencyModel extends TriedModel {

  private static final class Call {
    final long cost;
    final BigInteger leaseEnd;
    boolean released;

    Call(long cost, BigInteger leaseEnd) {
      this.cost = cost;
      this.leaseEnd = leaseEnd;
    }

    boolean isUnderWay(BigInteger nanos) {
      return !released && nanos.compareTo(leaseEnd) < 0;
    }
  }

  private final long most;
  private final BigInteger leaseNanos;
  private final List<Call> calls = new ArrayList<>();

  ConcurrencyModel(long most, long leaseNanos) {
    super(most);
    this.most = most;
    this.leaseNanos = big(leaseNanos);
  }

  private BigInteger underWay(BigInteger nanos) {
    var underWay = BigInteger.ZERO;
    for (var call : calls) {
      if (call.isUnderWay(nanos)) {
        underWay = underWay.add(big(call.cost));
      }
    }
    return underWay;
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    return underWay(nanos).add(big(cost)).compareTo(big(most)) <= 0;
  }

  @Override
  long remaining(BigInteger nanos) {
    return big(most).subtract(underWay(nanos)).max(BigInteger.ZERO).longValueExact();
  }

  @Override
  boolean untouched(BigInteger nanos) {
    return underWay(nanos).signum() == 0;
  }

  @Override
  Tokens taken(BigInteger nanos) {
    return Tokens.whole(underWay(nanos));
  }

  @Override
  boolean goOnFrom(TriedModel before) {
    boolean same = before instanceof ConcurrencyModel;
    if (same) {
      calls.addAll(((ConcurrencyModel) before).calls);
    }
    return same;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    calls.add(new Call(cost, nanos.add(leaseNanos)));
  }

  @Override
  public void release(int admitted) {
    calls.get(admitted).released = true;
  }
}
