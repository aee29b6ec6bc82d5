package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.redis.server.RedisCluster;
import io.tollgate.testkit.BackendContract;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The promises of every backend, on a Cluster of three masters. */
final class ClusterContractIT extends BackendContract {

  private static RedisCluster redis;
  private static SharedLink link;

  @BeforeAll
  static void start() {
    redis = RedisCluster.start(/* masters= */ 3, /* replicasOfEach= */ 0);
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
