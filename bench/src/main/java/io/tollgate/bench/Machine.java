package io.tollgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that measures, in words. */
final class Machine {

  private Machine() {}

  static String describe() {
    return processor()
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", "
        + System.getProperty("java.vm.name")
        + " "
        + Runtime.version();
  }

  private static String processor() {
    var info = Path.of("/proc/cpuinfo");
    try (var lines = Files.lines(info)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException e) {
      // Only Linux has the file, and the figures are of use without it.
      return "unknown processor";
    }
  }
}
