package io.tollgate.http;

/** Runs things later; those of one scheduler never at the same time. */
interface Scheduler {

  /** Runs a task after so long; what is returned cancels it, unless it has begun. */
  Runnable schedule(Runnable task, long delayNanos);
}
