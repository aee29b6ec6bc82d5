package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.UnreturnedLeases.Unreturned;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnreturnedLeasesTest {

  private static final Limit CALLS =
      Limit.concurrent(5).lease(Duration.ofMinutes(1)).named("calls");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final UnreturnedLeases leases = new UnreturnedLeases();

  private static List<Lease> leases(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> new Lease(CALLS, "alice", id)).toList();
  }

  private List<Lease> taken(long now) {
    return leases.take(now).stream().map(Unreturned::lease).toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void take_fromAnyClockOrigin_returnsWhatWasKeptOnce(long origin) {
    leases.keep(leases(0, 2), origin);
    leases.keep(leases(2, 3), origin);

    assertThat(taken(origin + SECOND)).isEqualTo(leases(0, 3));
    assertThat(taken(origin + SECOND)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void take_afterAnAttemptThatFailed_waits(long origin) {
    leases.keep(leases(0, 1), origin);
    leases.keepAgain(leases.take(origin), origin);

    assertThat(taken(origin)).isEmpty();
    assertThat(taken(origin + SECOND / 10 - 1)).isEmpty();
    assertThat(leases.isEmpty()).isFalse();
    assertThat(taken(origin + SECOND / 10)).hasSize(1);
    assertThat(leases.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void take_endedByThemselves_areForgottenHoweverOftenTheyWereKept(long origin) {
    leases.keep(leases(0, 1), origin);
    for (int second = 1; second < 60; second++) {
      var again = leases.take(origin + second * SECOND);
      assertThat(again).hasSize(1);
      leases.keepAgain(again, origin + second * SECOND);
    }

    assertThat(taken(origin + 60 * SECOND)).isEmpty();
    assertThat(leases.isEmpty()).isTrue();
  }

  @Test
  void take_many_returnsSomeAtATime() {
    leases.keep(leases(0, 250), 0);

    assertThat(taken(0)).isEqualTo(leases(0, 100));
    assertThat(taken(0)).isEqualTo(leases(100, 200));
    assertThat(taken(0)).isEqualTo(leases(200, 250));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void takeAll_inAPause_returnsAllThatHaveNotEnded(long origin) {
    leases.keep(leases(0, 10), origin);
    leases.keep(leases(10, 250), origin + SECOND);
    leases.keepAgain(leases.take(origin + SECOND), origin + 60 * SECOND - 1);

    assertThat(leases.takeAll(origin + 60 * SECOND))
        .containsExactlyInAnyOrderElementsOf(leases(10, 250));
    assertThat(leases.isEmpty()).isTrue();
  }

  @Test
  void keep_moreThanFit_keepsTheLast() {
    leases.keep(leases(0, 9_999), 0);
    leases.keep(leases(9_999, 10_002), 0);

    assertThat(taken(0)).isEqualTo(leases(2, 102));
    int rest = 0;
    while (!leases.isEmpty()) {
      rest += taken(0).size();
    }
    assertThat(rest).isEqualTo(9_900);
  }
}
