package io.tollgate.redis;

import static io.tollgate.Per.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Claim;
import io.tollgate.Decision;
import io.tollgate.Limit;
import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Eight threads spend from stashes while a thread fills and empties them; the clock stands. */
@Timeout(60)
final class LeasedBackendRaceTest {

  private static final int THREADS = 8;
  private static final Limit ONE = Limit.of(300_000).per(DAY).named("one");
  private static final Limit OTHER = Limit.of(200_000).per(DAY).named("other");

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend bucket = new LocalBackend(/* maxKeys= */ 100, time, time);
  private final Background worker = new Background("race");
  private final AtomicLong sharers = new AtomicLong(1);

  private final LeasedBackend leased =
      new LeasedBackend(
          bucket,
          Tolerance.parse("5%"),
          now -> sharers.intValue(),
          time,
          /* maxStashes= */ 100,
          worker);

  private long remaining(Limit limit) {
    return bucket.decide(limit, "alice", 0).remaining();
  }

  /** Runs on all threads until each was refused; returns the sum of what they return. */
  private static long together(LongSupplier work) {
    var threads = Executors.newFixedThreadPool(THREADS);
    try {
      var sums = new ArrayList<CompletableFuture<Long>>();
      for (int i = 0; i < THREADS; i++) {
        sums.add(CompletableFuture.supplyAsync(work::getAsLong, threads));
      }
      return sums.stream().mapToLong(CompletableFuture::join).sum();
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * A call takes while the worker adds, takes out what is beyond a share that changes, and gives
   * that back: every token is spent once or is in the bucket.
   */
  @Test
  void decide_whileTheStashIsFilledAndEmptied_losesAndDoublesNothing() {
    worker.start(
        Duration.ofNanos(200_000),
        () -> {
          sharers.set(sharers.get() == 1 ? 30 : 1);
          leased.sweep();
        });
    var limiter = Limiter.builder().backend(leased).ticker(time).build();
    long admitted =
        together(
            () -> {
              long sum = 0;
              for (int i = 0; i < 30_000; i++) {
                sum += limiter.decide(ONE, "alice").allowed() ? 1 : 0;
              }
              return sum;
            });
    limiter.close();

    assertThat(admitted).isEqualTo(THREADS * 30_000);
    assertThat(remaining(ONE)).isEqualTo(ONE.maxCost() - admitted);
  }

  /** Calls go on until the bucket is empty and all stashes are: nobody gets a token too many. */
  @Test
  void decide_untilEmpty_admitsExactlyTheBurst() {
    worker.start(Duration.ofMillis(1), leased::sweep);
    long admitted =
        together(
            () -> {
              long sum = 0;
              for (int misses = 0; misses < 1_000; ) {
                var claims = List.of(new Claim(ONE, "alice"));
                boolean allowed =
                    leased
                        .tryDecide(claims)
                        .orElseGet(() -> leased.decideAsync(claims).toCompletableFuture().join())
                        .allowed();
                sum += allowed ? 1 : 0;
                misses = allowed ? 0 : misses + 1;
              }
              return sum;
            });
    leased.close();

    assertThat(admitted + remaining(ONE)).isEqualTo(ONE.maxCost());
    assertThat(remaining(ONE)).isLessThanOrEqualTo(ONE.maxCost() / 20);
  }

  /**
   * Two claims: one thread takes the first, another empties the second, the first is put back.
   * Never is more admitted than was taken from either bucket.
   */
  @Test
  void decide_twoClaims_neverAdmitsMoreThanWasTaken() {
    worker.start(Duration.ofMillis(1), leased::sweep);
    var both = List.of(new Claim(ONE, "alice"), new Claim(OTHER, "alice", 2));
    var single = List.of(new Claim(OTHER, "alice"));
    var singles = new AtomicLong();
    long admitted =
        together(
            () -> {
              long sum = 0;
              for (int i = 0; i < 10_000; i++) {
                sum += leased.tryDecide(both).filter(Decision::allowed).isPresent() ? 1 : 0;
                sum += leased.decideAsync(both).toCompletableFuture().join().allowed() ? 1 : 0;
                singles.addAndGet(
                    leased.tryDecide(single).filter(Decision::allowed).isPresent() ? 1 : 0);
              }
              return sum;
            });
    leased.close();

    assertThat(admitted).isGreaterThan(10_000);
    assertThat(admitted).isLessThanOrEqualTo(ONE.maxCost() - remaining(ONE));
    assertThat(2 * admitted + singles.get())
        .isLessThanOrEqualTo(OTHER.maxCost() - remaining(OTHER));
  }
}
