package io.tollgate.http;

import io.tollgate.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Time and what is to be run in it, both in the hands of a test. */
final class ManualScheduler implements Scheduler, Ticker {

  private record Task(long at, long number, Runnable task) {}

  private final List<Task> tasks = new ArrayList<>();
  private long now;
  private long number;

  ManualScheduler(long origin) {
    this.now = origin;
  }

  @Override
  public long read() {
    return now;
  }

  @Override
  public Runnable schedule(Runnable task, long delayNanos) {
    var scheduled = new Task(now + delayNanos, number++, task);
    tasks.add(scheduled);
    return () -> tasks.remove(scheduled);
  }

  /** Returns how many tasks are still to be run. */
  int scheduled() {
    return tasks.size();
  }

  /** Lets time pass, and runs what is due at its time. */
  void advance(Duration duration) {
    long end = now + duration.toNanos();
    for (var next = next(); next != null && next.at - end <= 0; next = next()) {
      tasks.remove(next);
      now = next.at - now > 0 ? next.at : now;
      next.task.run();
    }
    now = end;
  }

  private @Nullable Task next() {
    // By their distance from now: time may wrap.
    return tasks.stream()
        .min(Comparator.<Task>comparingLong(task -> task.at - now).thenComparing(Task::number))
        .orElse(null);
  }
}
