package io.tollgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Floods of keys against a small heap, in virtual machines of their own. */
final class FloodTest {

  /**
   * With five tokens per key the flood leaves buckets that owe little; with one, every key of it is
   * used up as well and competes with the callers who must not be freed. Both at the same time,
   * because they take long.
   */
  @Test
  void decide_tenMillionKeysIn64Megabytes_freesNobodyAndServesEverybody()
      throws IOException, InterruptedException {
    var floods = List.of(flood(/* tokens= */ 5), flood(/* tokens= */ 1));
    try {
      for (var flood : floods) {
        var output = new String(flood.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        System.out.print(output);

        assertThat(flood.waitFor()).as(output).isZero();
      }
    } finally {
      floods.forEach(Process::destroyForcibly);
    }
  }

  private static Process flood(int tokens) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            FloodOfKeys.class.getName(),
            Integer.toString(tokens))
        .redirectErrorStream(true)
        .start();
  }
}
