package io.tollgate.testkit;

import io.tollgate.Backend;
import io.tollgate.LocalBackend;

/** The local backend keeps the contract. */
final class LocalBackendContractTest extends BackendContract {

  @Override
  protected Backend create(ManualTicker time) {
    return new LocalBackend(/* maxKeys= */ 10_000, time, time);
  }
}
