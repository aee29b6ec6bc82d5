package io.tollgate.testkit;

import java.math.BigInteger;

/**
 * A queue from which tokens leave evenly: one call is on its way out, and behind it the burst may
 * wait.
 *
 * <p>A call that joins waits until all before it have left, and then takes as long as its cost.
 */
final class LeakyBucketModel extends TriedModel {

  /*
   * Counted in parts of a token, as in TokenBucketModel: a nanosecond lets `tokens` of them leave.
   * What is queued counts the rest of the call on its way out.
   */

  private final BigInteger partsPerNano;
  private final BigInteger partsPerToken;
  private final long most;

  private BigInteger queued = BigInteger.ZERO;
  private BigInteger since = LONG_AGO;

  LeakyBucketModel(long tokens, long periodNanos, long burst) {
    super(most(tokens, burst));
    this.partsPerNano = big(tokens);
    this.partsPerToken = big(periodNanos);
    this.most = most(tokens, burst);
  }

  private static long most(long tokens, long burst) {
    return tokens == 0 ? 0 : burst + 1;
  }

  private BigInteger queuedAt(BigInteger nanos) {
    var left = nanos.subtract(since).multiply(partsPerNano);
    return queued.subtract(left).max(BigInteger.ZERO);
  }

  @Override
  boolean fits(BigInteger nanos, long cost) {
    var joined = queuedAt(nanos).add(partsPerToken.multiply(big(cost)));
    return joined.compareTo(partsPerToken.multiply(big(most))) <= 0;
  }

  @Override
  long remaining(BigInteger nanos) {
    return most - ceilDiv(queuedAt(nanos), partsPerToken).longValueExact();
  }

  @Override
  boolean untouched(BigInteger nanos) {
    return queuedAt(nanos).signum() == 0;
  }

  @Override
  BigInteger delay(BigInteger nanos) {
    var before = queuedAt(nanos);
    return before.signum() == 0 ? before : ceilDiv(before, partsPerNano);
  }

  @Override
  Tokens taken(BigInteger nanos) {
    return new Tokens(queuedAt(nanos), partsPerToken);
  }

  @Override
  void begin(BigInteger nanos, Tokens taken) {
    queued = taken.in(partsPerToken);
    since = nanos;
  }

  @Override
  void take(BigInteger nanos, long cost) {
    queued = queuedAt(nanos).add(partsPerToken.multiply(big(cost)));
    since = nanos;
  }
}
