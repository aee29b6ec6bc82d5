package io.tollgate.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokensCommandTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Map<String, String> settings() {
    var url = "jdbc:h2:file:" + folder.resolve("rules").toAbsolutePath();
    return Map.of("tollgate.server.database.url", url);
  }

  private int run(String... args) {
    out.reset();
    err.reset();
    return new TokensCommand(
            ServerSettings.of(Settings.of(settings())),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(List.of(args));
  }

  @Test
  void run_addListDelete_worksOnTheDatabase() throws IOException {
    assertThat(run("tokens", "add", "ann", "approver")).isZero();
    var secret = out.toString(UTF_8).strip();
    assertThat(run("tokens", "add", "ann", "viewer")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("there is a token of this name");
    assertThat(run("tokens", "add", "vic", "viewer")).isZero();
    assertThat(run("tokens", "list")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("ann approver\nvic viewer\n");
    assertThat(run("tokens", "delete", "vic")).isZero();

    try (Service service = new Service(settings())) {
      var ann = new Api(service.server().uri(), secret);
      assertThat(ann.get("/v1/me").json().path("role").asText()).isEqualTo("approver");
      assertThat(ann.get("/v1/audit").json().findValuesAsText("who")).contains("command line");
    }
  }

  @Test
  void run_withOtherWords_showsTheUsage() {
    assertThat(run("token", "list")).isEqualTo(2);
    assertThat(run("tokens", "add", "ann")).isEqualTo(2);
    assertThat(run("tokens", "add", "ann", "king")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("Usage: tokens");
  }
}
