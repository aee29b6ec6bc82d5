package io.tollgate.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps servers and generator on cores of their own, where the system has {@code taskset} and two
 * cores: otherwise they take the processor from each other, and its scheduler is measured too.
 */
enum Cores {
  APART,
  SHARED;

  private static final int TIMEOUT_SECONDS = 10;

  /** Puts this process, the generator, on the second core; servers will run on the first. */
  static Cores divide() throws IOException, InterruptedException {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      return SHARED;
    }
    var self = Long.toString(ProcessHandle.current().pid());
    try {
      var taskset =
          new ProcessBuilder("taskset", "--all-tasks", "--cpu-list", "--pid", "1", self)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = taskset.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return ended && taskset.exitValue() == 0 ? APART : SHARED;
    } catch (IOException e) {
      return SHARED; // There is no such command here, and the report says so.
    }
  }

  /** Returns the beginning of the command that starts a server. */
  List<String> forServer() {
    return this == APART ? List.of("taskset", "--cpu-list", "0") : List.of();
  }

  /** Returns a sentence for the report. */
  String text() {
    return this == APART
        ? "Servers run on one core, the generator on another."
        : "Servers and generator share all cores.";
  }
}
