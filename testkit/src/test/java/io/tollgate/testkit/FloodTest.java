package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flood of keys against a small heap, in a virtual machine of its own. */
final class FloodTest {

  /**
   * With five tokens per key the flood leaves buckets that owe little; with one, every key of it is
   * used up as well and competes with the callers who must not be freed.
   */
  @ParameterizedTest
  @ValueSource(ints = {5, 1})
  void decide_tenMillionKeysIn64Megabytes_freesNobodyAndServesEverybody(int tokens)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                FloodOfKeys.class.getName(),
                Integer.toString(tokens))
            .redirectErrorStream(true)
            .start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      System.out.print(output);

      assertThat(process.waitFor()).as(output).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
