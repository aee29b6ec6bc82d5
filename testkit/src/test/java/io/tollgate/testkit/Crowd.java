package io.tollgate.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that begin an act at the same moment, as often as they are told to. */
final class Crowd implements AutoCloseable {

  /** What each thread does. */
  @FunctionalInterface
  interface Act<T> {
    /**
     * Acts as one of the threads.
     *
     * @param thread from 0
     */
    T by(int thread);
  }

  /** What each thread does in each round. */
  @FunctionalInterface
  interface Step {
    /** Acts as one of the threads; both are counted from 0. */
    void by(int thread, int round);
  }

  private static final int SPINS = 200;

  private final int size;
  private final ExecutorService threads;
  private final CyclicBarrier start;

  Crowd(int size) {
    this.size = size;
    this.threads = Executors.newFixedThreadPool(size);
    this.start = new CyclicBarrier(size);
  }

  int size() {
    return size;
  }

  /** Returns what each thread has come to, when all have. */
  <T> List<T> all(Act<T> act) {
    var futures = new ArrayList<Future<T>>(size);
    for (int i = 0; i < size; i++) {
      int thread = i;
      futures.add(
          threads.submit(
              () -> {
                await();
                return act.by(thread);
              }));
    }
    return futures.stream().map(Crowd::result).toList();
  }

  /**
   * Lets the threads go through many rounds side by side: none begins a round before all have ended
   * the last one. They wait for each other awake, so that they begin within a few nanoseconds.
   */
  void inStep(int rounds, Step step) {
    var begun = new AtomicLong();
    var unused =
        all(
            thread -> {
              for (int round = 0; round < rounds; round++) {
                begun.incrementAndGet();
                for (int spins = 0; begun.get() < (round + 1L) * size; spins++) {
                  pause(spins);
                }
                step.by(thread, round);
              }
              return rounds;
            });
  }

  // Where there are fewer processors than threads, the others need this one.
  @SuppressWarnings("ThreadPriorityCheck")
  private static void pause(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  private void await() throws InterruptedException {
    try {
      start.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException("another thread of the crowd was interrupted", e);
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the crowd was at work", e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
