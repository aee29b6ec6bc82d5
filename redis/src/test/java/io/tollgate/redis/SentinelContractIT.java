package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.redis.server.RedisSentinels;
import io.tollgate.testkit.BackendContract;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The promises of every backend, on a server that Sentinels watch. */
final class SentinelContractIT extends BackendContract {

  private static RedisSentinels redis;
  private static SharedLink link;

  @BeforeAll
  static void start() {
    redis = RedisSentinels.start();
    link = new SharedLink(redis.uri());
  }

  @AfterAll
  static void stop() {
    link.close();
    redis.close();
  }

  @Override
  protected Backend create(ManualTicker time) {
    return link.backend(time);
  }

  @Override
  protected Duration resolution() {
    return Duration.ofNanos(1_000);
  }
}
