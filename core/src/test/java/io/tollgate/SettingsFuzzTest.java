package io.tollgate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whatever stands in a file or a value, there are settings afterwards or a {@link
 * SettingsException}.
 *
 * <p>In the build this runs the inputs that are kept beside the test. To look for new ones:
 *
 * <pre>
 *   JAZZER_FUZZ=1 mvn -pl core test-compile surefire:test@default-test -Dfuzz=true \
 *       -Dtest=SettingsFuzzTest#load_anyFile_isReadOrExplained
 * </pre>
 */
class SettingsFuzzTest {

  private static final Setting<Optional<String>> PASSWORD =
      Setting.text("tollgate.redis.password", "Password of the user.").secret().optional();
  private static final Setting<List<String>> NODES =
      Setting.list("tollgate.redis.nodes", "Nodes to begin with.").or(List.of());
  private static final Setting<Boolean> TLS =
      Setting.flag("tollgate.redis.tls", "Whether to encrypt.").or(false);

  private static final List<String> NAMES =
      List.of(
          "tollgate.backend",
          "tollgate.failure",
          "tollgate.limits.a",
          "tollgate.limits.a.algorithm",
          "tollgate.limits.a.burst",
          "tollgate.limits.a.countrefused",
          "tollgate.limits.a.every",
          "tollgate.limits.a.gap",
          "tollgate.limits.a.limit",
          "tollgate.limits.a.per",
          "tollgate.local.maxkeys",
          "tollgate.redis.nodes",
          "tollgate.redis.password",
          "tollgate.redis.tls",
          "tollgate.timeout");

  @FuzzTest(maxDuration = "5m")
  void load_anyFile_isReadOrExplained(byte[] content) {
    load(loader().finder(path -> Optional.of(new SettingsFile("tollgate.yaml", content))));
  }

  /** The first byte chooses a setting, the others are its value. */
  @FuzzTest(maxDuration = "5m")
  void load_anyValue_isReadOrExplained(byte[] nameAndValue) {
    if (nameAndValue.length > 0) {
      String name = NAMES.get(Math.floorMod(nameAndValue[0], NAMES.size()));
      String value = text(nameAndValue, 1, nameAndValue.length);
      load(loader().own(Map.of(name, value)));
      load(loader().own(Map.of(name, List.of(value, value))));
    }
  }

  /** Up to the first equals sign is a name below the root, the rest is its value. */
  @FuzzTest(maxDuration = "5m")
  void load_anyName_isReadOrExplained(byte[] nameAndValue) {
    String text = text(nameAndValue, 0, nameAndValue.length);
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String value = text.substring(equals + 1);
    load(
        loader()
            .systemProperties(Map.of("tollgate." + name, value))
            .environment(Map.of("TOLLGATE_" + name, value)));
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(Arrays.copyOfRange(bytes, from, to), UTF_8);
  }

  private static SettingsLoader loader() {
    return new SettingsLoader().declare(Settings.CORE).declare(List.of(PASSWORD, NODES, TLS));
  }

  /** Anything but the documented exception fails, and so does a problem that is not one line. */
  private static void load(SettingsLoader loader) {
    try {
      var settings = loader.load();
      if (settings.toString().lines().count() != 1) {
        throw new AssertionError("toString is not one line: " + settings);
      }
    } catch (SettingsException e) {
      if (e.problems().isEmpty() || e.problems().stream().anyMatch(String::isBlank)) {
        throw new AssertionError("a problem without words", e);
      }
    }
  }
}
