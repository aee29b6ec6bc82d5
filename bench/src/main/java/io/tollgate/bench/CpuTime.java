package io.tollgate.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The CPU time that this process has used.
 *
 * <p>The JVM knows it in hundredths of a second, which is most of a slice. Linux knows it to the
 * nanosecond, thread by thread; what threads have used that are no more is left out, so it is for
 * servers whose threads stay.
 */
public final class CpuTime {

  private static final Path THREADS = Path.of("/proc/self/task");

  private CpuTime() {}

  /** Returns the nanoseconds so far. */
  public static long nanos() throws IOException {
    return Files.isReadable(THREADS.resolve(mainThread()))
        ? ofThreads()
        : ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
  }

  private static Path mainThread() {
    return Path.of(Long.toString(ProcessHandle.current().pid()), "schedstat");
  }

  private static long ofThreads() throws IOException {
    long sum = 0;
    try (var threads = Files.newDirectoryStream(THREADS)) {
      for (var thread : threads) {
        sum += ofThread(thread.resolve("schedstat"));
      }
    }
    return sum;
  }

  private static long ofThread(Path file) throws IOException {
    try {
      var text = Files.readString(file);
      return Long.parseLong(text.substring(0, text.indexOf(' ')));
    } catch (NoSuchFileException e) {
      return 0; // It has ended meanwhile.
    }
  }
}
