package io.tollgate.bench;

/** A token bucket as everybody writes it first: doubles under a lock. */
final class NaiveBucket {

  private final double capacity;
  private final double tokensPerNano;
  private double tokens;
  private long refilledAt = System.nanoTime();

  NaiveBucket(Allowance allowance) {
    this.capacity = allowance.burst();
    this.tokensPerNano = 1.0 / allowance.perToken().toNanos();
    this.tokens = capacity;
  }

  synchronized boolean tryTake() {
    long now = System.nanoTime();
    tokens = Math.min(capacity, tokens + (now - refilledAt) * tokensPerNano);
    refilledAt = now;
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }
}
