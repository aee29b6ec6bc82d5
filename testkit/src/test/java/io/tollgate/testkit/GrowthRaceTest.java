package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buckets that are in use while their table grows around them, and moves them about. */
final class GrowthRaceTest {

  private static final int THREADS = 4;
  private static final int KEYS = 20_000;

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend backend = new LocalBackend(KEYS, time, time);
  private final Crowd crowd = new Crowd(THREADS);

  @AfterEach
  void close() {
    crowd.close();
  }

  /** All threads come to the same new keys, and each time to some older ones as well. */
  @Test
  void decide_whileTheTableGrows_admitsExactlyTheLimit() {
    var limit = Limit.of(5).per(Per.DAY).named("limit");
    var admitted = new AtomicIntegerArray(KEYS);
    crowd.inStep(
        KEYS,
        (thread, round) -> {
          for (int key : new int[] {round, round / 2, round / 3}) {
            if (backend.decide(limit, "key" + key, 1).allowed()) {
              admitted.incrementAndGet(key);
            }
          }
        });

    // The last keys have come up less often than they have tokens.
    assertThat(IntStream.range(0, KEYS / 3).map(admitted::get)).containsOnly(5);
    assertThat(IntStream.range(0, KEYS).map(admitted::get)).allMatch(count -> count <= 5);
    assertThat(backend.size()).isEqualTo(KEYS);
  }

  /**
   * Three threads come and go with keys of their own, so nobody is in their way, while a fourth
   * makes the table grow: who gave back what he held gets it again.
   */
  @Test
  void release_whileTheTableGrows_losesNoLease() {
    int rounds = 1_000;
    int keys = 1_000;
    var limit = Limit.concurrent(1).named("limit");
    var growing = Limit.of(5).per(Per.DAY).named("growing");
    var backends =
        IntStream.range(0, rounds)
            .mapToObj(round -> new LocalBackend(/* maxKeys= */ 2 * keys, time, time))
            .toList();
    var lost = new AtomicIntegerArray(rounds);
    crowd.inStep(
        rounds,
        (thread, round) -> {
          var one = backends.get(round);
          for (int i = 0; i < keys; i++) {
            if (thread == 0) {
              one.decide(growing, "key" + i, 1);
            } else {
              var held = one.decide(limit, "key" + thread + "of" + i % 50, 1);
              if (!held.allowed()) {
                lost.incrementAndGet(round);
              }
              one.release(held.leases());
            }
          }
        });

    assertThat(IntStream.range(0, rounds).map(lost::get)).containsOnly(0);
  }
}
