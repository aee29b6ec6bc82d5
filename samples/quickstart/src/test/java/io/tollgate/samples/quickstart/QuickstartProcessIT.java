package io.tollgate.samples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the sample as {@code ./demo} does, from its jar. */
final class QuickstartProcessIT {

  private static final Path JAR = Path.of(System.getProperty("jar"));

  @TempDir private Path folder;

  @Test
  void main_started_printsTheAddressThreeCurlLinesAndTheLimits() throws Exception {
    Path output = folder.resolve("output");
    Process process = run("0", output);
    try {
      await().until(() -> Files.readString(output).contains("/api/balance"));

      String printed = Files.readString(output);
      assertThat(printed).containsPattern("Open http://localhost:[1-9][0-9]*/ ");
      assertThat(printed.lines().filter(line -> line.contains("curl -i -u alice:x"))).hasSize(3);
      assertThat(printed).contains("BudgetResource.report", "ForecastResource.forecast");
    } finally {
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void main_onAPortInUse_saysSoAndEnds() throws Exception {
    try (Quickstart other = Quickstart.start("localhost", 0)) {
      Path output = folder.resolve("output");
      Process process = run(Integer.toString(other.uri().getPort()), output);

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      assertThat(Files.readString(output))
          .contains("Port " + other.uri().getPort() + " of localhost cannot be had: ")
          .contains("Address already in use", "Take another one: PORT=8081 ./demo")
          .doesNotContain("Exception");
    }
  }

  @Test
  void main_withAPortThatIsNone_saysSoAndEnds() throws Exception {
    Path output = folder.resolve("output");
    Process process = run("http", output);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(output)).startsWith("PORT is \"http\"; it must be");
  }

  private static Process run(String port, Path output) throws IOException {
    Files.write(output, "".getBytes(UTF_8));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder = new ProcessBuilder(java, "-jar", JAR.toString());
    builder.environment().put("PORT", port);
    builder.environment().remove("HOST");
    return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }
}
