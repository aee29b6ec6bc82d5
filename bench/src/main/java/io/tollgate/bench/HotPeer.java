package io.tollgate.bench;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.SynchronizationStrategy;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.github.resilience4j.ratelimiter.internal.SemaphoreBasedRateLimiter;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import java.time.Duration;
import java.util.function.Function;

/** A limiter that is measured on one bucket. */
public enum HotPeer {
  /** What users call: finds the bucket by limit and key, and returns a decision. */
  TOLLGATE("**Tollgate**, `decide`", Kind.OURS, HotPeer::tollgate),

  /** The numbers in a decision are worked out when asked for; here all are. */
  TOLLGATE_READ("Tollgate, every number of the decision read", Kind.OURS, HotPeer::tollgateRead),

  /** What the limiter adds to the backend. */
  TOLLGATE_BACKEND("Tollgate, `LocalBackend` alone", Kind.OURS, HotPeer::tollgateBackend),

  BUCKET4J(
      "Bucket4j lock-free, `tryConsume`",
      Kind.REFILLED_ON_CALL,
      allowance -> bucket4j(allowance, SynchronizationStrategy.LOCK_FREE)),

  /** Answers what a decision answers: what is left, and when to come back. */
  BUCKET4J_PROBE(
      "Bucket4j lock-free, `tryConsumeAndReturnRemaining`",
      Kind.REFILLED_ON_CALL,
      HotPeer::bucket4jProbe),

  BUCKET4J_SYNCHRONIZED(
      "Bucket4j synchronized, `tryConsume`",
      Kind.REFILLED_ON_CALL,
      allowance -> bucket4j(allowance, SynchronizationStrategy.SYNCHRONIZED)),

  GUAVA("Guava `RateLimiter` (paces)", Kind.REFILLED_ON_CALL, HotPeer::guava),

  FAILSAFE_SMOOTH("Failsafe smooth (paces)", Kind.REFILLED_ON_CALL, HotPeer::failsafeSmooth),

  FAILSAFE_BURSTY("Failsafe bursty", Kind.REFILLED_ON_CALL, HotPeer::failsafeBursty),

  RESILIENCE4J("Resilience4j atomic", Kind.REFILLED_ON_CALL, HotPeer::resilience4j),

  /** Reads no clock: a thread of its own puts the permits back. */
  RESILIENCE4J_SEMAPHORE(
      "apart: Resilience4j semaphore, refilled by a timer",
      Kind.APART,
      HotPeer::resilience4jSemaphore),

  NAIVE("apart: doubles under a lock, 15 lines", Kind.APART, HotPeer::naive);

  /** How a row is to be read. */
  enum Kind {
    /** Tollgate. */
    OURS,
    /** A library whose bucket is refilled by the call that looks at it, as ours is. */
    REFILLED_ON_CALL,
    /** Shown for orientation; no target compares with it. */
    APART
  }

  private final String label;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // A method, which keeps nothing.
  private final Function<Allowance, HotBucket> maker;

  HotPeer(String label, Kind kind, Function<Allowance, HotBucket> maker) {
    this.label = label;
    this.kind = kind;
    this.maker = maker;
  }

  String label() {
    return label;
  }

  Kind kind() {
    return kind;
  }

  HotBucket bucket(Allowance allowance) {
    return maker.apply(allowance);
  }

  static Limit limit(Allowance allowance) {
    return Limit.of(1).per(allowance.perToken()).burst(allowance.burst()).named("hot");
  }

  private static HotBucket tollgate(Allowance allowance) {
    var limiter = Limiter.local();
    var limit = limit(allowance);
    return blackhole -> {
      var decision = limiter.decide(limit, "everybody");
      blackhole.consume(decision);
      return decision.allowed();
    };
  }

  private static HotBucket tollgateRead(Allowance allowance) {
    var limiter = Limiter.local();
    var limit = limit(allowance);
    return blackhole -> {
      var decision = limiter.decide(limit, "everybody");
      blackhole.consume(decision);
      blackhole.consume(decision.remaining());
      blackhole.consume(decision.reset());
      blackhole.consume(decision.retryAfter());
      return decision.allowed();
    };
  }

  private static HotBucket tollgateBackend(Allowance allowance) {
    var backend = new LocalBackend();
    var limit = limit(allowance);
    return blackhole -> {
      var decision = backend.decide(limit, "everybody", 1);
      blackhole.consume(decision);
      return decision.allowed();
    };
  }

  private static Bucket newBucket4j(Allowance allowance, SynchronizationStrategy strategy) {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(allowance.burst()).refillGreedy(1, allowance.perToken()))
        .withNanosecondPrecision()
        .withSynchronizationStrategy(strategy)
        .build();
  }

  private static HotBucket bucket4j(Allowance allowance, SynchronizationStrategy strategy) {
    var bucket = newBucket4j(allowance, strategy);
    return blackhole -> bucket.tryConsume(1);
  }

  private static HotBucket bucket4jProbe(Allowance allowance) {
    var bucket = newBucket4j(allowance, SynchronizationStrategy.LOCK_FREE);
    return blackhole -> {
      var probe = bucket.tryConsumeAndReturnRemaining(1);
      blackhole.consume(probe);
      return probe.isConsumed();
    };
  }

  private static HotBucket guava(Allowance allowance) {
    var limiter = RateLimiter.create(allowance.pacePerSecond());
    return blackhole -> limiter.tryAcquire();
  }

  private static HotBucket failsafeSmooth(Allowance allowance) {
    var interval = Duration.ofNanos(Math.round(1e9 / allowance.pacePerSecond()));
    var limiter = dev.failsafe.RateLimiter.smoothBuilder(interval).build();
    return blackhole -> limiter.tryAcquirePermit();
  }

  private static HotBucket failsafeBursty(Allowance allowance) {
    var limiter =
        dev.failsafe.RateLimiter.burstyBuilder(allowance.burst(), allowance.period()).build();
    return blackhole -> limiter.tryAcquirePermit();
  }

  static RateLimiterConfig resilience4jConfig(Allowance allowance) {
    return RateLimiterConfig.custom()
        .limitForPeriod(Math.toIntExact(allowance.burst()))
        .limitRefreshPeriod(allowance.period())
        .timeoutDuration(Duration.ZERO)
        .build();
  }

  private static HotBucket resilience4j(Allowance allowance) {
    var limiter = new AtomicRateLimiter("hot", resilience4jConfig(allowance));
    return blackhole -> limiter.acquirePermission(1);
  }

  private static HotBucket resilience4jSemaphore(Allowance allowance) {
    var limiter = new SemaphoreBasedRateLimiter("hot", resilience4jConfig(allowance));
    return blackhole -> limiter.acquirePermission(1);
  }

  private static HotBucket naive(Allowance allowance) {
    var bucket = new NaiveBucket(allowance);
    return blackhole -> bucket.tryTake();
  }
}
