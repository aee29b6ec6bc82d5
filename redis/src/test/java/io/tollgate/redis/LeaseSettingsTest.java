package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Settings;
import io.tollgate.SettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LeaseSettingsTest {

  @Test
  void settings_nothingSaid_areExactAndFivePercent() {
    var settings = Settings.of(Map.of());

    assertThat(settings.get(LeaseSettings.MODE)).isEqualTo(LeaseSettings.Mode.EXACT);
    assertThat(settings.get(LeaseSettings.TOLERANCE)).isEqualTo(Tolerance.parse("5%"));
  }

  @Test
  void settings_said_areRead() {
    var settings =
        Settings.of(Map.of("tollgate.redis.mode", "leased", "tollgate.redis.tolerance", "2.5 %"));

    assertThat(settings.get(LeaseSettings.MODE)).isEqualTo(LeaseSettings.Mode.LEASED);
    assertThat(settings.get(LeaseSettings.TOLERANCE)).isEqualTo(Tolerance.parse("0.025"));
  }

  @Test
  void settings_wrong_areToldWithTheFix() {
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.redis.tolerance", "5")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "tollgate.redis.tolerance: \"5\" is neither a percentage nor a fraction; write 5% or"
                + " 0.05");
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.redis.tolerance", "90%")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("tollgate.redis.tolerance: out of range; write 1% to 50%");
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.redis.mode", "lease")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("did you mean leased?");
  }
}
