package io.tollgate.bench;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.caffeine.Bucket4jCaffeine;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Ticker;
import io.tollgate.bench.KeyedBuckets.InCaffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.openjdk.jmh.infra.Blackhole;

/** A limiter that is measured on many keys. */
public enum KeyedPeer {
  /** What users call; returns a decision. */
  TOLLGATE("**Tollgate**, `decide`", KeyedPeer::tollgate),

  /** The usual recipe, and what the targets compare with. */
  BUCKET4J(
      "Bucket4j in Caffeine, bound and expiry",
      room -> bucket4j(room.allowance(), room.expiringCache())),

  BUCKET4J_SIZE(
      "Bucket4j in Caffeine, bound only", room -> bucket4j(room.allowance(), room.cache())),

  BUCKET4J_MODULE("Bucket4j's own Caffeine module", KeyedPeer::bucket4jModule),

  RESILIENCE4J("Resilience4j in Caffeine, bound and expiry", KeyedPeer::resilience4j),

  GUAVA("Guava in Caffeine, bound and expiry (paces)", KeyedPeer::guava),

  /** Our arithmetic in their table. */
  CELL(
      "one long in Caffeine, bound and expiry",
      room -> cell(room.allowance(), room.expiringCache())),

  CELL_SIZE("one long in Caffeine, bound only", room -> cell(room.allowance(), room.cache()));

  /** Nobody expires while he is measured: Tollgate's buckets do not either. */
  private static final Duration EXPIRY = Duration.ofHours(1);

  /**
   * How much a peer may hold, and for what.
   *
   * @param maintenance where caches tidy up
   */
  record Room(int maxKeys, Allowance allowance, Executor maintenance) {

    Caffeine<Object, Object> cache() {
      return Caffeine.newBuilder().maximumSize(maxKeys).executor(maintenance);
    }

    Caffeine<Object, Object> expiringCache() {
      return cache().expireAfterAccess(EXPIRY);
    }
  }

  private interface Maker {
    KeyedBuckets make(Room room);
  }

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // A method, which keeps nothing.
  private final Maker maker;

  KeyedPeer(String label, Maker maker) {
    this.label = label;
    this.maker = maker;
  }

  String label() {
    return label;
  }

  KeyedBuckets buckets(Room room) {
    return maker.make(room);
  }

  private static KeyedBuckets tollgate(Room room) {
    var backend = new LocalBackend(room.maxKeys(), Ticker.system(), InstantSource.system());
    return new Tollgate(Limiter.builder().local(backend).build(), HotPeer.limit(room.allowance()));
  }

  private record Tollgate(Limiter holder, Limit limit) implements KeyedBuckets {

    @Override
    public boolean tryTake(String key, Blackhole blackhole) {
      var decision = holder.decide(limit, key);
      blackhole.consume(decision);
      return decision.allowed();
    }
  }

  /** One bandwidth for all keys; a new one for each, as in many examples, would cost more bytes. */
  private static Bandwidth bandwidth(Allowance allowance) {
    return Bandwidth.builder()
        .capacity(allowance.burst())
        .refillGreedy(1, allowance.perToken())
        .build();
  }

  private static KeyedBuckets bucket4j(Allowance allowance, Caffeine<Object, Object> cache) {
    var bandwidth = bandwidth(allowance);
    return new InCaffeine<Bucket>(
        cache.build(),
        key -> Bucket.builder().addLimit(bandwidth).withNanosecondPrecision().build(),
        bucket -> bucket.tryConsume(1));
  }

  private static KeyedBuckets bucket4jModule(Room room) {
    var manager =
        Bucket4jCaffeine.<String>builderFor(room.cache())
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(EXPIRY))
            .build();
    var configuration = BucketConfiguration.builder().addLimit(bandwidth(room.allowance())).build();
    return new Bucket4jModule(manager, () -> configuration);
  }

  private record Bucket4jModule(
      ProxyManager<String> holder, Supplier<BucketConfiguration> configuration)
      implements KeyedBuckets {

    @Override
    public boolean tryTake(String key, Blackhole blackhole) {
      return holder.getProxy(key, configuration).tryConsume(1);
    }
  }

  private static KeyedBuckets resilience4j(Room room) {
    var config = HotPeer.resilience4jConfig(room.allowance());
    return new InCaffeine<AtomicRateLimiter>(
        room.expiringCache().build(),
        key -> new AtomicRateLimiter(key, config),
        limiter -> limiter.acquirePermission(1));
  }

  private static KeyedBuckets guava(Room room) {
    double pace = room.allowance().pacePerSecond();
    return new InCaffeine<RateLimiter>(
        room.expiringCache().build(), key -> RateLimiter.create(pace), RateLimiter::tryAcquire);
  }

  private static KeyedBuckets cell(Allowance allowance, Caffeine<Object, Object> cache) {
    long nanosPerToken = allowance.perToken().toNanos();
    long capacityNanos = allowance.period().toNanos();
    return new InCaffeine<GcraCell>(
        cache.build(), key -> new GcraCell(), cell -> cell.tryTake(nanosPerToken, capacityNanos));
  }
}
