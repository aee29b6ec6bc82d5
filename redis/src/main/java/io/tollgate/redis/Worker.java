package io.tollgate.redis;

/** Does what no call should wait for. */
interface Worker {

  /** Has a job done some time; never waits. */
  void execute(Runnable job);

  /** Ends the work; jobs that are left may never be done. */
  void stop();
}
