package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostsTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private long now;
  private final Hosts hosts = new Hosts("tollgate", () -> now);

  /** Hears a number every second. */
  private void hear(long... numbers) {
    for (var number : numbers) {
      hosts.hear(number, now);
      now += SECOND;
    }
  }

  @Test
  void known_nothingHeard_isOneAndNotSure() {
    assertThat(hosts.known()).isEqualTo(1);
    assertThat(hosts.sharers(now)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MAX_VALUE - 1_000_000_000L})
  void sharers_heardForAWhile_isTheNumber(long origin) {
    now = origin;
    hear(3, 3, 3, 3);

    assertThat(hosts.sharers(now - SECOND / 2 - 1)).isZero();
    assertThat(hosts.sharers(now - SECOND / 2)).isEqualTo(3);
  }

  @Test
  void sharers_noWordForTwoSeconds_isNotSure() {
    hear(3, 3, 3, 3, 3);

    assertThat(hosts.sharers(now + SECOND - 1)).isEqualTo(3);
    assertThat(hosts.sharers(now + SECOND)).isZero();
    assertThat(hosts.known()).isEqualTo(3);
  }

  @Test
  void sharers_afterAGap_isNotSureForAWhile() {
    hear(3, 3, 3, 3, 3);
    now += 2 * SECOND;
    hear(3, 3, 3);
    assertThat(hosts.sharers(now)).isZero();

    hear(3);
    assertThat(hosts.sharers(now)).isEqualTo(3);
  }

  @Test
  void known_numberSinks_isBelievedAfterThreeWords() {
    hear(3, 1);
    assertThat(hosts.known()).isEqualTo(3);
    hear(1);
    assertThat(hosts.known()).isEqualTo(3);
    hear(1);
    assertThat(hosts.known()).isEqualTo(1);
  }

  @Test
  void known_numberRises_isBelievedAtOnce() {
    hear(1, 4);

    assertThat(hosts.known()).isEqualTo(4);
  }

  @Test
  void hear_wordThatIsLate_isIgnored() {
    hear(2, 2);
    hosts.hear(7, now - 5 * SECOND);

    assertThat(hosts.known()).isEqualTo(2);
  }

  @Test
  void hear_nonsense_isBounded() {
    hear(-5);
    assertThat(hosts.known()).isEqualTo(1);
    hear(Long.MAX_VALUE);
    assertThat(hosts.known()).isEqualTo(1_000_000);
  }
}
