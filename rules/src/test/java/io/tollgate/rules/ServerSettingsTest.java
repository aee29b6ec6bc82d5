package io.tollgate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServerSettingsTest {

  @Test
  void settings_all_haveTheirRowInTheGuide() throws IOException {
    var guide = Files.readString(Path.of("../docs/settings.md"));
    for (var setting : ServerSettings.ALL) {
      assertThat(guide).contains("| `" + setting + "` | " + setting.type() + " | ");
      assertThat(guide).contains(setting.description());
    }
  }

  @Test
  void settings_withSecrets_areNotShown() {
    var settings =
        Settings.of(
            Map.of(
                "tollgate.server.database.url", "jdbc:postgresql://db/x?password=pass123",
                "tollgate.server.database.password", "pass456",
                "tollgate.server.admintoken", "pass789-pass789-pass789"));

    assertThat(settings.toString()).doesNotContain("pass123", "pass456", "pass789");
  }

  @Test
  void settings_thatWillNotDo_sayWhatToWriteWithoutTheSecret() {
    assertThatThrownBy(
            () ->
                Settings.of(
                    Map.of(
                        "tollgate.server.database.url", "jdbc:mysql://db/secret1",
                        "tollgate.server.admintoken", "secret2")))
        .hasMessageContaining("H2 or PostgreSQL")
        .hasMessageContaining("22 to 200")
        .hasMessageNotContaining("secret1")
        .hasMessageNotContaining("secret2");
  }
}
