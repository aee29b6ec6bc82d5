package io.tollgate.testkit;

import io.tollgate.Backend;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * What every backend promises, as tests: a backend's own test extends this class and says how to
 * make one.
 *
 * <pre>{@code
 * final class LocalBackendContractTest extends BackendContract {
 *
 *   @Override
 *   protected Backend create(ManualTicker time) {
 *     return new LocalBackend(1_000, time, time);
 *   }
 * }
 * }</pre>
 *
 * <p>The chapters are written for one caller at a time; whether a backend is exact under many
 * threads is a question of its own. Everything in them follows from the promises of each algorithm,
 * of {@link Backend} and of {@link io.tollgate.Decision}: nothing depends on how buckets are kept.
 */
public abstract class BackendContract {

  /**
   * Makes a backend that lives by {@code time} and holds no buckets: what an earlier test took is
   * gone. The suite closes it after the test.
   */
  protected abstract Backend create(ManualTicker time);

  /**
   * Returns the shortest time that this backend can tell apart, of which every period, step and
   * wait of the suite is a multiple: 1 ns unless overridden, and 1 ms at most.
   */
  protected Duration resolution() {
    return Duration.ofNanos(1);
  }

  /** One limit, one key: what is admitted, and what is left. */
  @Nested
  final class Bursts extends BurstContract {
    Bursts() {
      super(BackendContract.this);
    }
  }

  /** When to come back, how long to wait for one's turn, and when all is forgotten. */
  @Nested
  final class Waits extends WaitContract {
    Waits() {
      super(BackendContract.this);
    }
  }

  /** Nobody pays for another, whatever they are called. */
  @Nested
  final class Keys extends KeyContract {
    Keys() {
      super(BackendContract.this);
    }
  }

  /** Several claims in one call: all or nothing. */
  @Nested
  final class Claims extends ClaimsContract {
    Claims() {
      super(BackendContract.this);
    }
  }

  /** Calls under way. */
  @Nested
  final class Leases extends LeaseContract {
    Leases() {
      super(BackendContract.this);
    }
  }

  /** What a call really cost, said after it was charged. */
  @Nested
  final class Settlements extends SettlementContract {
    Settlements() {
      super(BackendContract.this);
    }
  }

  /** A limit that changes keeps what was already taken. */
  @Nested
  final class Changes extends ChangeContract {
    Changes() {
      super(BackendContract.this);
    }
  }

  /** Recorded and random calls, against the reference models. */
  @Nested
  final class Sequences extends SequenceContract {
    Sequences() {
      super(BackendContract.this);
    }
  }
}
