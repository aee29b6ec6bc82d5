package io.tollgate.redis;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that does jobs as they come, and one job at regular times.
 *
 * <p>Handing a job over takes no lock.
 */
final class Background implements Worker {

  private static final Logger LOG = LoggerFactory.getLogger(Background.class);

  private final Queue<Runnable> jobs = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile Runnable regularJob = () -> {};
  private volatile long everyNanos = Long.MAX_VALUE;
  private volatile boolean stopped;

  Background(String name) {
    this.thread = new Thread(this::work, name);
    thread.setDaemon(true);
  }

  /** Begins, with {@code regularJob} at once and then every so often. */
  void start(Duration every, Runnable regularJob) {
    this.regularJob = regularJob;
    this.everyNanos = every.toNanos();
    thread.start();
  }

  @Override
  public void execute(Runnable job) {
    jobs.add(job);
    LockSupport.unpark(thread);
  }

  /** Ends the thread after the job it is at. */
  @Override
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(1).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    long due = System.nanoTime();
    while (!stopped) {
      for (var job = jobs.poll(); job != null; job = stopped ? null : jobs.poll()) {
        run(job);
      }
      long now = System.nanoTime();
      if (now - due >= 0 && !stopped) {
        run(regularJob);
        due = now + everyNanos;
      }
      if (jobs.isEmpty() && !stopped) {
        LockSupport.parkNanos(this, Math.max(1, due - System.nanoTime()));
      }
    }
  }

  private static void run(Runnable job) {
    try {
      job.run();
    } catch (RuntimeException e) {
      // The thread goes on, or nothing would be given back any more.
      LOG.warn("A job in the background failed", e);
    }
  }
}
