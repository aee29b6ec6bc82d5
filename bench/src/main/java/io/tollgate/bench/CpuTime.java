package io.tollgate.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time that this process uses, without that of the thread which asks.
 *
 * <p>The JVM knows it in hundredths of a second, which is most of a slice. Linux knows it to the
 * nanosecond, thread by thread; a thread that has ended counts with what it had used when it was
 * last seen.
 */
public final class CpuTime {

  private static final Path THREADS = Path.of("/proc/self/task");
  private static final Path ASKING = Path.of("/proc/thread-self");

  private final Map<Path, Long> lastSeen = new HashMap<>();
  private long sum;

  /** Begins to count. */
  public CpuTime() {}

  /** Returns the nanoseconds so far; always to be asked for by the same thread. */
  public long nanos() throws IOException {
    if (!Files.isReadable(ASKING.resolve("schedstat"))) {
      return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }
    var asking = ASKING.toRealPath().getFileName();
    try (var threads = Files.newDirectoryStream(THREADS)) {
      for (var thread : threads) {
        if (!thread.getFileName().equals(asking)) {
          add(thread.resolve("schedstat"));
        }
      }
    }
    return sum;
  }

  private void add(Path file) {
    try {
      var text = Files.readString(file);
      long now = Long.parseLong(text.substring(0, text.indexOf(' ')));
      var before = lastSeen.put(file, now);
      // A number may be given to another thread when its own has ended.
      sum += before == null || before > now ? now : now - before;
    } catch (IOException e) {
      lastSeen.remove(file); // It has ended meanwhile.
    }
  }
}
