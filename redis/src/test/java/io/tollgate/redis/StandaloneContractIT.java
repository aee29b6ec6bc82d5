package io.tollgate.redis;

import io.tollgate.Backend;
import io.tollgate.testkit.BackendContract;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The promises of every backend, on a server alone. */
final class StandaloneContractIT extends BackendContract {

  @RegisterExtension static final LinkedRedis REDIS = new LinkedRedis();

  @Override
  protected Backend create(ManualTicker time) {
    return REDIS.link().backend(time);
  }

  @Override
  protected Duration resolution() {
    return Duration.ofNanos(1_000);
  }
}
