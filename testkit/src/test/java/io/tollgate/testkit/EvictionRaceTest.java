package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Buckets that are swept or make room while they are in use. */
final class EvictionRaceTest {

  private static final int THREADS = 4;

  private final ManualTicker time = new ManualTicker();
  private final Crowd crowd = new Crowd(THREADS);

  @AfterEach
  void close() {
    crowd.close();
  }

  private static Limit fivePerDay(Algorithm algorithm) {
    // One call leaves at once, the others wait.
    return algorithm == Algorithm.LEAKY_BUCKET
        ? Limit.of(5).per(Per.DAY).algorithm(algorithm).burst(4)
        : Limit.of(5).per(Per.DAY).algorithm(algorithm);
  }

  /**
   * Four threads use up the same keys while the hand goes round: it drops what was added and not
   * yet taken from, and passing callers, who are as good as new after a millisecond.
   */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CONCURRENCY")
  void decide_whileTheTableIsSwept_admitsExactlyTheLimit(Algorithm algorithm) {
    int keys = 500;
    var backend = new LocalBackend(/* maxKeys= */ 2 * keys, time, time);
    var limit = fivePerDay(algorithm);
    var passing = Limit.of(1).per(Duration.ofMillis(1)).named("passing");
    var admitted = new AtomicIntegerArray(keys);
    crowd.inStep(
        /* rounds= */ 2 * keys,
        (thread, round) -> {
          // The day of a key's five tokens is far from over when the rounds are.
          time.advance(Duration.ofSeconds(1));
          backend.decide(passing, "passing" + round % 100, 1);
          for (int i = 0; i < 2; i++) {
            int key = (round + i) % keys;
            if (backend.decide(limit, "key" + key, 1).allowed()) {
              admitted.incrementAndGet(key);
            }
          }
        });

    assertThat(IntStream.range(0, keys).map(admitted::get)).containsOnly(5);
    assertThat(backend.size()).isLessThan(2 * keys);
  }

  /** Keys of one token each, more than there is room for: who was dropped stands as a debtor. */
  @Test
  void decide_moreKeysThanBuckets_admitsEachOnce() {
    int keys = 8;
    int rounds = 3_000;
    var limit = Limit.of(1).per(Per.DAY).named("limit");
    var backends =
        IntStream.range(0, rounds)
            .mapToObj(round -> new LocalBackend(/* maxKeys= */ keys / 2, time, time))
            .toList();
    var admitted = new AtomicIntegerArray(rounds);
    crowd.inStep(
        rounds,
        (thread, round) -> {
          for (int i = 0; i < 2 * keys; i++) {
            // Half of the threads go through the keys backwards, so that they meet.
            int key = thread % 2 == 0 ? i % keys : (2 * keys - i) % keys;
            if (backends.get(round).decide(limit, "key" + key, 1).allowed()) {
              admitted.incrementAndGet(round);
            }
          }
        });

    assertThat(IntStream.range(0, rounds).map(admitted::get)).containsOnly(keys);
  }

  /**
   * Each thread comes and goes with keys of its own, so nobody is in its way, unless a bucket makes
   * room with leases that are held and what is given back finds nothing.
   */
  @Test
  void release_moreKeysThanBuckets_losesNoLease() {
    var backend = new LocalBackend(/* maxKeys= */ 2, time, time);
    var limit = Limit.concurrent(2).named("limit");
    var wrong = new AtomicInteger();
    crowd.all(
        thread -> {
          for (int i = 0; i < 50_000; i++) {
            var key = "key" + thread + "of" + i / 3 % 3;
            var one = backend.decide(limit, key, 1);
            var two = backend.decide(limit, key, 1);
            var three = backend.decide(limit, key, 1);
            if (!one.allowed() || !two.allowed() || three.allowed()) {
              wrong.incrementAndGet();
            }
            backend.release(one.leases());
            backend.release(two.leases());
            backend.release(three.leases());
          }
          return wrong;
        });

    assertThat(wrong).hasValue(0);
  }
}
