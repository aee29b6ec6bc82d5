package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Algorithm;
import io.tollgate.Limit;
import io.tollgate.LocalBackend;
import io.tollgate.Per;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits that change while they are in use, which replaces their buckets. */
final class ChangedLimitRaceTest {

  private final ManualTicker time = new ManualTicker();
  private final LocalBackend backend = new LocalBackend(/* maxKeys= */ 10_000, time, time);
  private final Crowd crowd = new Crowd(4);

  @AfterEach
  void close() {
    crowd.close();
  }

  /** Calls until it is refused, and returns how often it was not. */
  private int admitted(List<Limit> definitions, int first) {
    int admitted = 0;
    while (backend
        .decide(definitions.get((first + admitted) % definitions.size()), "key", 1)
        .allowed()) {
      admitted++;
    }
    return admitted;
  }

  private int admittedToAll(List<Limit> definitions) {
    return crowd.all(thread -> admitted(definitions, thread)).stream()
        .mapToInt(Integer::intValue)
        .sum();
  }

  /**
   * Every call has another definition than the one before it: buckets are replaced all the time.
   */
  @Test
  void decide_definitionsOfOneSizeInTurn_admitExactlyThatMany() {
    var definitions =
        List.of(
            Limit.of(5_000).per(Per.DAY).named("limit"),
            Limit.of(5_000).every(2, Per.DAY).named("limit"),
            Limit.of(5_000).per(Per.DAY).algorithm(Algorithm.FIXED_WINDOW).named("limit"),
            Limit.of(5_000).per(Per.DAY).algorithm(Algorithm.SLIDING_WINDOW).named("limit"));

    assertThat(admittedToAll(definitions)).isEqualTo(5_000);
  }

  /** Each thread begins with another definition, and is refused by the smaller ones first. */
  @Test
  void decide_definitionsOfManySizesInTurn_admitExactlyWhatTheLargestHas() {
    var definitions =
        List.of(
            Limit.of(100).per(Per.DAY).named("limit"),
            Limit.of(5_000).per(Per.DAY).named("limit"),
            Limit.of(2_000).every(2, Per.DAY).named("limit"),
            Limit.of(1).per(Per.DAY).algorithm(Algorithm.FIXED_WINDOW).named("limit"),
            Limit.of(4_000).per(Per.DAY).algorithm(Algorithm.SLIDING_LOG).named("limit"),
            Limit.of(0).per(Per.DAY).named("limit"));
    var admitted = new AtomicInteger();
    crowd.inStep(
        /* rounds= */ 10_000,
        (thread, round) -> {
          var definition = definitions.get((thread + round) % definitions.size());
          admitted.addAndGet(backend.decide(definition, "key", 1).allowed() ? 1 : 0);
        });

    assertThat(admitted).hasValue(5_000);
  }

  @Test
  void decide_limitRaisedAndLowered_admitsWhatTheLargerHas() {
    var small = List.of(Limit.of(2_000).per(Per.DAY).named("limit"));
    var large = List.of(Limit.of(5_000).per(Per.DAY).named("limit"));

    assertThat(admittedToAll(small)).isEqualTo(2_000);
    assertThat(admittedToAll(large)).isEqualTo(3_000);
    assertThat(admittedToAll(small)).isZero();
  }

  @Test
  void release_whileTheLimitChanges_losesNoLease() {
    var definitions =
        List.of(
            Limit.concurrent(4).named("limit"),
            Limit.concurrent(4).lease(Duration.ofMinutes(1)).named("limit"));
    var refused = new AtomicInteger();
    crowd.inStep(
        /* rounds= */ 10_000,
        (thread, round) -> {
          var decision = backend.decide(definitions.get((thread + round) % 2), "key", 1);
          backend.release(decision.leases());
          if (!decision.allowed()) {
            refused.incrementAndGet();
          }
        });

    // There is a place for each of the four threads, so a refusal tells of a lease that was lost.
    assertThat(refused).hasValue(0);
    assertThat(backend.decide(definitions.get(0), "key", 4).allowed()).isTrue();
  }
}
