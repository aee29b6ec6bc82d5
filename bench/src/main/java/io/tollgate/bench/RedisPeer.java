package io.tollgate.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.tollgate.Claim;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.redisson.Redisson;
import org.redisson.api.RFuture;
import org.redisson.api.RateType;
import org.redisson.config.Config;

/**
 * Who keeps buckets in Redis, by their users' recipe: those on Lettuce share one connection between
 * all threads, Redisson comes with its pool.
 */
enum RedisPeer {
  BARE("a bare `EVALSHA` of one `GET` and one `SET`") {
    @Override
    RedisBuckets open(String uri, int callers) {
      var client = RedisClient.create(uri);
      var commands = client.connect().sync();
      var script =
          commands.scriptLoad(
              "redis.call('GET', KEYS[1]) redis.call('SET', KEYS[1], ARGV[1], 'PX', 2000) return 1");
      return new RedisBuckets() {
        @Override
        public boolean tryTake(int caller) {
          String[] keys = {"bare:" + key(caller)};
          long one = commands.<Long>evalsha(script, ScriptOutputType.INTEGER, keys, "12345678");
          return one == 1;
        }

        @Override
        public void close() {
          client.shutdown();
        }
      };
    }
  },

  TOLLGATE("**Tollgate**, exact") {
    @Override
    RedisBuckets open(String uri, int callers) {
      return tollgate(uri, Map.of(), List.of(Limit.of(AMPLE).per(SECOND).named("one")));
    }
  },

  TOLLGATE_THREE("**Tollgate**, exact, three limits in a call") {
    @Override
    RedisBuckets open(String uri, int callers) {
      var limits =
          List.of(
              Limit.of(AMPLE).per(SECOND).named("second"),
              Limit.of(AMPLE).per(SECOND.multipliedBy(10)).named("ten seconds"),
              Limit.of(AMPLE).per(SECOND.multipliedBy(60)).named("minute"));
      return tollgate(uri, Map.of(), limits);
    }
  },

  TOLLGATE_LEASED("**Tollgate**, leased, tolerance 5 %") {
    @Override
    RedisBuckets open(String uri, int callers) {
      // What is taken in advance is a share of the burst: with a larger one, nothing would be
      // asked.
      var limit = Limit.of(AMPLE).per(SECOND).burst(1_000_000).named("leased");
      var settings = Map.of("tollgate.redis.mode", "leased", "tollgate.redis.tolerance", "5%");
      return tollgate(uri, settings, List.of(limit));
    }
  },

  BUCKET4J("Bucket4j on Lettuce") {
    @Override
    RedisBuckets open(String uri, int callers) {
      var client = RedisClient.create(uri);
      var manager =
          Bucket4jLettuce.casBasedBuilder(client)
              .expirationAfterWrite(
                  ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(SECOND))
              .build();
      var configuration =
          BucketConfiguration.builder()
              .addLimit(limit -> limit.capacity(AMPLE).refillGreedy(AMPLE, SECOND))
              .build();
      return new RedisBuckets() {
        @Override
        public boolean tryTake(int caller) {
          var key = ("bucket4j:" + key(caller)).getBytes(US_ASCII);
          return manager.getProxy(key, () -> configuration).tryConsume(1);
        }

        @Override
        public void close() {
          client.shutdown();
        }
      };
    }
  },

  REDISSON("Redisson `RRateLimiter`") {
    @Override
    RedisBuckets open(String uri, int callers) {
      var config = new Config();
      config.useSingleServer().setAddress(uri);
      var client = Redisson.create(config);
      // It refuses to decide before the rate is there; who uses it sets it when a caller is new.
      var set = new ArrayList<RFuture<Boolean>>();
      for (int caller = 0; caller < callers; caller++) {
        var limiter = client.getRateLimiter("redisson:" + key(caller));
        set.add(limiter.trySetRateAsync(RateType.OVERALL, AMPLE, SECOND));
        if (set.size() == 500) {
          set.forEach(one -> one.toCompletableFuture().join());
          set.clear();
        }
      }
      set.forEach(one -> one.toCompletableFuture().join());
      return new RedisBuckets() {
        @Override
        public boolean tryTake(int caller) {
          return client.getRateLimiter("redisson:" + key(caller)).tryAcquire();
        }

        @Override
        public void close() {
          client.shutdown();
        }
      };
    }
  };

  private static final long AMPLE = 100_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final String label;

  RedisPeer(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Connects, and makes what {@code callers} callers need. */
  abstract RedisBuckets open(String uri, int callers);

  private static String key(int caller) {
    return "user-" + (100_000_000 + caller);
  }

  private static RedisBuckets tollgate(String uri, Map<String, String> more, List<Limit> limits) {
    var settings = new HashMap<String, Object>(more);
    settings.put("tollgate.backend", "redis");
    settings.put("tollgate.redis.uri", uri);
    var limiter = Limiter.of(Settings.of(settings));
    return new RedisBuckets() {
      @Override
      public boolean tryTake(int caller) {
        var key = key(caller);
        return limits.size() == 1
            ? limiter.decide(limits.get(0), key).allowed()
            : limiter
                .decide(limits.stream().map(limit -> new Claim(limit, key)).toList())
                .allowed();
      }

      @Override
      public void close() {
        limiter.close();
      }
    };
  }
}
