package io.tollgate.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One peer that decides over Redis, in a JVM of its own: what was compiled for one would otherwise
 * depend on who else was measured.
 *
 * <p>For each line on its input (callers, threads, milliseconds, a seed) it calls for that long,
 * and answers with decisions, nanoseconds and the 99th percentile in microseconds.
 */
final class RedisCalls {

  private final RedisPeer peer;
  private final RedisBuckets buckets;
  private final ExecutorService threads;

  private RedisCalls(RedisPeer peer, RedisBuckets buckets, ExecutorService threads) {
    this.peer = peer;
    this.buckets = buckets;
    this.threads = threads;
  }

  /** Takes the address of Redis, the name of the peer, and how many callers there are at most. */
  public static void main(String... args) throws IOException, InterruptedException {
    var peer = RedisPeer.valueOf(args[1]);
    var threads = Executors.newCachedThreadPool();
    try (var buckets = peer.open(args[0], Integer.parseInt(args[2]));
        var orders = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      System.out.println("ready");
      var calls = new RedisCalls(peer, buckets, threads);
      for (var order = orders.readLine(); order != null; order = orders.readLine()) {
        System.out.println(calls.answer(order.split(" ", -1)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private String answer(String... order) throws InterruptedException {
    int callers = Integer.parseInt(order[0]);
    var random = new Random(Long.parseLong(order[3]));
    long begin = System.nanoTime();
    long end = begin + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(order[2]));
    var running = new ArrayList<Future<Caller>>();
    for (int i = Integer.parseInt(order[1]); i > 0; i--) {
      var caller = new Caller(callers, random.nextLong());
      running.add(threads.submit(() -> caller.until(end)));
    }
    var done = new ArrayList<Caller>();
    for (var one : running) {
      try {
        done.add(one.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException(peer + " failed", e.getCause());
      }
    }
    long nanos = System.nanoTime() - begin;
    long decisions = done.stream().mapToLong(caller -> caller.count).sum();
    return decisions + " " + nanos + " " + p99Micros(done);
  }

  private static double p99Micros(List<Caller> all) {
    var sorted =
        all.stream()
            .flatMapToLong(caller -> Arrays.stream(caller.nanos, 0, caller.kept))
            .sorted()
            .toArray();
    // On a machine that stood still, nobody may have come to call.
    return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * 0.99)] / 1e3;
  }

  /** What one thread does. */
  private final class Caller {

    private final int callers;
    private final Random random;
    private long count;
    private long[] nanos = new long[1 << 12];
    private int kept;

    Caller(int callers, long seed) {
      this.callers = callers;
      this.random = new Random(seed);
    }

    Caller until(long end) {
      for (long begin = System.nanoTime(); begin - end < 0; ) {
        if (!buckets.tryTake(random.nextInt(callers))) {
          throw new IllegalStateException(peer + " refused a call; raise its limit");
        }
        long now = System.nanoTime();
        keep(now - begin);
        begin = now;
      }
      return this;
    }

    /** Who decides in this process decides millions of times, of which some tell enough. */
    private void keep(long took) {
      if (peer != RedisPeer.TOLLGATE_LEASED || count % 64 == 0) {
        if (kept == nanos.length) {
          nanos = Arrays.copyOf(nanos, 2 * kept);
        }
        nanos[kept++] = took;
      }
      count++;
    }
  }
}
