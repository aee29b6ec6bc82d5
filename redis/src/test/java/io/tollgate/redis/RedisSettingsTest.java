package io.tollgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.BackendProvider;
import io.tollgate.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class RedisSettingsTest {

  @Test
  void provider_serviceLoader_isFound() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .extracting(BackendProvider::name)
        .contains("redis");
  }

  @Test
  void settings_all_haveTheirRowInTheGuide() throws Exception {
    var guide = Files.readString(Path.of("../docs/settings.md"));
    for (var setting : new RedisProvider().settings()) {
      assertThat(guide).contains("| `" + setting + "` | " + setting.type() + " | ");
      assertThat(guide).contains(setting.description());
    }
  }

  @Test
  void settings_withAPassword_areNotShown() {
    var settings =
        Settings.of(
            Map.of(
                "tollgate.redis.uri", "redis://user:pass123@localhost",
                "tollgate.redis.password", "pass456",
                "tollgate.redis.secret", "pass789"));

    assertThat(settings.toString()).doesNotContain("pass123", "pass456", "pass789");
  }

  @Test
  void create_limitsThatRedisCannotCount_tellsOfAll() {
    var settings =
        Settings.of(
            Map.of(
                "tollgate.redis.uri", "redis://localhost",
                "tollgate.limits.a", "1000000000/s burst 9000000000000000",
                "tollgate.limits.b", "3000000000000000/day fixed_window",
                "tollgate.limits.c", "10/s"));

    assertThatThrownBy(() -> new RedisProvider().create(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the limit a: ")
        .hasMessageContaining("the limit b: ")
        .hasMessageNotContaining("the limit c: ");
  }
}
