package io.tollgate.rules.retriever;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RetrieverSettingsTest {

  @Test
  void settings_all_haveTheirRowInTheGuide() throws IOException {
    var guide = Files.readString(Path.of("../../docs/settings.md"));
    for (var setting : new Retriever().settings()) {
      assertThat(guide).contains("| `" + setting + "` | " + setting.type() + " | ");
      assertThat(guide).contains(setting.description());
    }
  }

  @Test
  void isOn_onlyWithAService_isTrue() {
    assertThat(new Retriever().isOn(Settings.of(Map.of()))).isFalse();
    assertThat(new Retriever().isOn(Settings.of(Map.of("tollgate.rules.service", "http://a:8090"))))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:8090", "ftp://a", "http://", "http://me:secret@a", "http://a?b", "%"})
  void service_thatIsNoAddress_isAnErrorOfTheSettings(String service) {
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.rules.service", service)))
        .hasMessageContaining("tollgate.rules.service")
        .hasMessageContaining("http://host:8090");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CORP\\one", "..", "a/../b", "./a", "a/...", "a\nb", "主机", " a"})
  void host_thatNoPathCanHave_isAnErrorOfTheSettings(String host) {
    assertThatThrownBy(() -> Settings.of(Map.of("tollgate.rules.host", host)))
        .hasMessageContaining("tollgate.rules.host")
        .hasMessageContaining("write shop-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop-1", "shop.example:8080", "a/b", "..a", "a/b..", "shop 1"})
  void host_thatAPathCanHave_isTaken(String host) {
    var settings = Settings.of(Map.of("tollgate.rules.host", host));

    assertThat(settings.get(RetrieverSettings.HOST)).contains(host);
  }

  @Test
  void of_withoutAToken_saysWhatIsMissing() {
    var settings = Settings.of(Map.of("tollgate.rules.service", "http://a:8090"));

    assertThatThrownBy(() -> RetrieverSettings.of(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tollgate.rules.token is missing");
  }

  @Test
  void of_twoHostsOnOneMachine_haveNamesOfTheirOwn() {
    var settings =
        Settings.of(
            Map.of("tollgate.rules.service", "http://a/b", "tollgate.rules.token", "pass123"));

    var one = RetrieverSettings.of(settings);
    assertThat(one.service().resolve("v1/snapshot")).hasToString("http://a/b/v1/snapshot");
    assertThat(settings.toString()).doesNotContain("pass123");
    assertThat(one.host()).matches("[A-Za-z0-9.-]+-[0-9a-f]{4}");
  }
}
