package io.tollgate.testkit.example;

import io.tollgate.Backend;
import io.tollgate.testkit.BackendContract;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;

class MicrosecondBackendContractTest extends BackendContract {

  @Override
  protected Backend create(ManualTicker time) {
    return new MicrosecondBackend(time);
  }

  @Override
  protected Duration resolution() {
    return Duration.ofNanos(1_000);
  }
}
