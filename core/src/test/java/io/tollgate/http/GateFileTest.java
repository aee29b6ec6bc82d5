package io.tollgate.http;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tollgate.Limiter;
import io.tollgate.LocalBackend;
import io.tollgate.Phase;
import io.tollgate.Settings;
import io.tollgate.http.Passage.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate whose file changes under it, by the real watch. */
@SuppressWarnings("NullAway.Init") // JUnit sets up the fields.
final class GateFileTest {

  @TempDir private Path directory;
  private Path file;
  private Gate gate;

  @BeforeEach
  void start() throws IOException {
    file = Files.writeString(directory.resolve("tollgate.yaml"), rules("100/h"));
    var local = new LocalBackend(1_000, () -> 0, InstantSource.system());
    gate =
        Endpoints.gate(
            Settings.load(Map.of("tollgate.config", file.toString())),
            Limiter.builder().local(local).build(),
            () -> 0,
            InstantSource.system());
    gate.start();
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  private static String rules(String limit) {
    return "rules:\n  search: {path: /search, limit: " + limit + ", key: global}\n";
  }

  private boolean passes() {
    var passage = gate.arrival(Request.from("5.5.5.5").to("GET", "/search")).passage();
    return passage.ask(gate.namelessEndpoint(), Phase.AFTER_AUTHENTICATION) == Step.GO_ON;
  }

  private long tokens() {
    return gate.plans().index().rules().get(0).rule().limit().orElseThrow().tokens();
  }

  @Test
  void file_lowersALimit_keepsWhatWasTaken() throws IOException {
    for (int i = 0; i < 50; i++) {
      assertThat(passes()).isTrue();
    }
    Files.writeString(file, rules("10/h"));

    await().until(() -> tokens() == 10);
    assertThat(passes()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rules: {search: {path: /sea",
        "rules: &a {b: &b [*a, *a], c: [*b, *b]}",
        "rules: {search: {path: /search, limit: !!java.net.URL ['http://localhost']}}",
        "rules: !!javax.script.ScriptEngineManager []"
      })
  void e40_fileHalfWrittenOrWithABombOrATag_leavesTheOldRulesUntilAGoodOneComes(String text)
      throws IOException {
    Files.writeString(file, text);
    var before = gate.plans();
    Files.writeString(directory.resolve("next"), rules("7/h"));

    await().during(Duration.ofMillis(700)).until(() -> gate.plans() == before);
    assertThat(passes()).isTrue();
    Files.move(directory.resolve("next"), file, ATOMIC_MOVE);
    await().until(() -> tokens() == 7);
  }
}
