package io.tollgate.jaxrs.tests;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests that share one application, which is started once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServedContract {

  private final Host host;
  private Host.@Nullable Running running;
  private @Nullable Caller caller;

  ServedContract(Host host) {
    this.host = host;
  }

  /** Returns the application. */
  abstract App application();

  @BeforeAll
  final void start() throws Exception {
    running = host.start(application());
    caller = new Caller(running);
  }

  @AfterAll
  final void stop() {
    if (running != null) {
      running.close();
    }
  }

  final Caller caller() {
    return Objects.requireNonNull(caller);
  }

  final Host host() {
    return host;
  }
}
