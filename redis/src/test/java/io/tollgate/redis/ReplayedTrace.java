package io.tollgate.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Some minutes of conversations with a language model, as they were recorded. */
final class ReplayedTrace {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS");

  private ReplayedTrace() {}

  /** Returns the file, which lies beside the repository, so that a clone may be without it. */
  static Path file() {
    var here = Path.of("").toAbsolutePath();
    for (var folder = here; folder != null; folder = folder.getParent()) {
      var file = folder.resolve("shared/traces/azure_llm_conv.csv");
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    var message = "there is no folder ../shared/traces beside the repository to replay";
    Assertions.assertNotEquals("true", System.getenv("CI"), message);
    System.out.println("SKIPPED: " + message);
    Assumptions.abort(message);
    throw new AssertionError("aborted");
  }

  /** Returns when calls came after {@code from}, for {@code length}, counted from there. */
  static List<Duration> calls(Path file, LocalDateTime from, Duration length) throws IOException {
    var calls = new ArrayList<Duration>();
    for (var line : Files.readAllLines(file)) {
      if (!line.startsWith("TIMESTAMP")) {
        var at = LocalDateTime.parse(line.substring(0, line.indexOf(',')), STAMP);
        var after = Duration.between(from, at);
        if (!after.isNegative() && after.compareTo(length) < 0) {
          calls.add(after);
        }
      }
    }
    return calls;
  }
}
