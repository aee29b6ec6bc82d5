package io.tollgate.rules;

import io.tollgate.Health;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes on without being asked: waits for the database when the service starts, sees what other
 * services on the same database have changed, and ends grants.
 */
final class Upkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate.rules");
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int MAX_DOUBLINGS = 6;

  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "tollgate-rules-upkeep");
            thread.setDaemon(true);
            return thread;
          });
  private final Runnable preparation;
  private final Runnable round;
  private volatile Health health = Health.down("the database has not answered yet");
  private boolean prepared;
  private int failures;

  /**
   * Makes it.
   *
   * @param preparation done first, until it succeeds
   * @param round done again and again
   */
  Upkeep(Runnable preparation, Runnable round) {
    this.preparation = preparation;
    this.round = round;
  }

  /** Does the first round now, so that a service whose database is there starts ready. */
  void start() {
    run();
  }

  private void run() {
    var pause = PAUSE;
    try {
      if (!prepared) {
        preparation.run();
        prepared = true;
      }
      round.run();
      if (failures > 0) {
        LOG.info("The database answers again");
      }
      failures = 0;
      health = Health.up();
    } catch (RuntimeException | Error e) { // Whatever it is, there is no other who goes on.
      pause = failed(e);
    }
    try {
      var unused = executor.schedule(this::run, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("No further round: the service is closed");
    }
  }

  private Duration failed(Throwable e) {
    // Everybody may see it, and drivers tell addresses, users and files.
    if (e instanceof Error) {
      health = Health.down("the service failed; the log says why");
      LOG.error("Not ready, and trying again: the service failed", e);
    } else {
      health = Health.down("the database does not answer; the log says why");
      if (failures == 0) {
        LOG.warn("Not ready, and trying again: the database does not answer: {}", reason(e));
      }
      LOG.debug("The database does not answer", e);
    }
    long longest =
        Math.min(PAUSE.toMillis() << Math.min(failures, MAX_DOUBLINGS), LONGEST_PAUSE.toMillis());
    failures++;
    return Duration.ofMillis(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
  }

  /** Pool and migration tell long stories around what the driver has said. */
  private static String reason(Throwable e) {
    Throwable first = e;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return String.valueOf(first.getMessage()).lines().findFirst().orElse("");
  }

  /** Tells whether the service can do its work. */
  Health health() {
    return health;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
