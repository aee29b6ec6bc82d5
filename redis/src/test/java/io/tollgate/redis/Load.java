package io.tollgate.redis;

import io.tollgate.Claim;
import io.tollgate.Limiter;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Calls that keep coming from several threads, whatever happens, and how long each took. */
final class Load implements AutoCloseable {

  private static final int THREADS = 4;
  private static final long PERIOD_MICROS = 2_000;

  /** One call: when it began, how long it took. */
  record Call(long at, long nanos, boolean allowed) {}

  private final Limiter limiter;
  private final IntFunction<List<Claim>> claims;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
  private final Collection<Call> calls = new ConcurrentLinkedQueue<>();
  private final Collection<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final AtomicInteger number = new AtomicInteger();

  /** When a thread ran that has nothing else to do: gaps between them are the machine's. */
  private final Queue<Long> ticks = new ConcurrentLinkedQueue<>();

  private final ScheduledExecutorService witness = Executors.newSingleThreadScheduledExecutor();

  /** Begins to call. */
  @SuppressWarnings("FutureReturnValueIgnored") // what calls throw is kept
  Load(Limiter limiter, IntFunction<List<Claim>> claims) {
    this.limiter = limiter;
    this.claims = claims;
    for (int i = 0; i < THREADS; i++) {
      threads.scheduleAtFixedRate(this::call, 0, PERIOD_MICROS, TimeUnit.MICROSECONDS);
    }
    witness.scheduleAtFixedRate(
        () -> ticks.add(System.nanoTime()), 0, PERIOD_MICROS, TimeUnit.MICROSECONDS);
  }

  private void call() {
    long begun = System.nanoTime();
    try {
      var decision = limiter.decide(claims.apply(number.getAndIncrement()));
      limiter.release(decision);
      calls.add(new Call(begun, System.nanoTime() - begun, decision.allowed()));
    } catch (RuntimeException | Error e) {
      thrown.add(e);
    }
  }

  /** Returns how many calls have been answered. */
  int size() {
    return calls.size();
  }

  /** Returns what was thrown in place of an answer, which should be nothing. */
  List<Throwable> thrown() {
    return List.copyOf(thrown);
  }

  /** Returns how many calls were admitted. */
  long allowed() {
    return calls.stream().filter(Call::allowed).count();
  }

  /** Returns how long calls took at most, all but one in a hundred, that began in a time. */
  double p99Millis(long from, long to) {
    return percentileMillis(from, to, 0.99);
  }

  /** Returns how long half of the calls took at most that began in a time. */
  double medianMillis(long from, long to) {
    return percentileMillis(from, to, 0.5);
  }

  private double percentileMillis(long from, long to, double share) {
    var sorted = nanos(from, to);
    return sorted.get((int) Math.ceil(sorted.size() * share) - 1) / 1e6;
  }

  /** Returns how long the longest call took that began in a time. */
  double longestMillis(long from, long to) {
    var sorted = nanos(from, to);
    return sorted.get(sorted.size() - 1) / 1e6;
  }

  /** Returns for how long the machine ran nothing at the most, from a time on. */
  double longestPauseMillis(long from) {
    long longest = 0;
    long last = from;
    for (long tick : ticks) {
      if (tick - from > 0) {
        longest = Math.max(longest, tick - last);
        last = tick;
      }
    }
    return longest / 1e6;
  }

  private List<Long> nanos(long from, long to) {
    return calls.stream()
        .filter(call -> call.at - from >= 0 && call.at - to < 0)
        .map(Call::nanos)
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    witness.shutdownNow();
  }
}
