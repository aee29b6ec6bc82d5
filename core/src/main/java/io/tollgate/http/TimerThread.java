package io.tollgate.http;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs things later on one thread, which is there only while there is something to run. */
final class TimerThread implements Scheduler {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor;

  TimerThread() {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var thread = new Thread(task, "tollgate-timer");
              thread.setDaemon(true);
              return thread;
            });
    // Whoever leaves before his time must not stay in memory until then.
    executor.setRemoveOnCancelPolicy(true);
    // Nobody has to close it.
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  @Override
  public Runnable schedule(Runnable task, long delayNanos) {
    var future = executor.schedule(() -> run(task), delayNanos, TimeUnit.NANOSECONDS);
    return () -> future.cancel(/* mayInterruptIfRunning= */ false);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("A call that waited for its turn cannot go on", e);
    }
  }
}
