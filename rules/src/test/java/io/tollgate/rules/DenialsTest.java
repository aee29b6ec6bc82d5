package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Settings;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DenialsTest {

  private final Database database =
      new Database(
          ServerSettings.of(Settings.of(Map.of("tollgate.server.database.url", Service.memory()))));
  private final Denials denials = new Denials(database, InstantSource.system());

  @AfterEach
  void close() {
    denials.close();
    database.close();
  }

  private long written(String name, int times, String address) {
    return IntStream.range(0, times)
        .filter(i -> denials.isWritten(new Actor(name, Role.VIEWER, String.format(address, i))))
        .count();
  }

  @Test
  void strangers_ofOneNetwork_areWrittenAsOne() {
    assertThat(written("(unknown)", 300, "2001:db8:0:1::%x")).isBetween(100L, 110L);
    assertThat(written("(unknown)", 300, "2001:db8:0:2::%x")).isBetween(100L, 110L);
  }

  @Test
  void strangers_fromEverywhere_areWrittenSoOftenAndLeaveRoomForOthers() {
    assertThat(written("(unknown)", 3_000, "2001:db8:%x::1")).isBetween(1_000L, 1_100L);
    assertThat(written("vic", 3, "127.0.0.1")).isEqualTo(3);
  }
}
