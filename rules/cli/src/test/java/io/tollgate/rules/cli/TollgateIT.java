package io.tollgate.rules.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as it is packed, with the libraries beside it. */
final class TollgateIT {

  @TempDir private Path folder;

  @Test
  void check_file_isRead() throws Exception {
    var good = Files.writeString(folder.resolve("good.yaml"), "limits: {default: 100/min}\n");
    var bad = Files.writeString(folder.resolve("bad.yaml"), "timeuot: 5s\n");

    assertThat(run("check", good.toString())).contains(good + " is good: 1 limit");
    assertThat(run("check", bad.toString())).contains("did you mean tollgate.timeout?");
  }

  @Test
  void import_fileOfEnvoy_isRead() throws Exception {
    var envoy =
        Files.writeString(
            folder.resolve("envoy.yaml"),
            """
            domain: edge
            descriptors:
              - {key: remote_address, rate_limit: {unit: second, requests_per_unit: 10}}
            """);

    assertThat(run("import", envoy.toString())).contains("10/s");
  }

  private static String run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar().toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.getInputStream()) {
      return new String(out.readAllBytes(), UTF_8);
    } finally {
      process.waitFor();
    }
  }

  private static Path jar() throws IOException {
    try (var files = Files.list(Path.of("target"))) {
      return files
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches("tollgate-rules-cli-[^-]*(-SNAPSHOT)?\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }
}
