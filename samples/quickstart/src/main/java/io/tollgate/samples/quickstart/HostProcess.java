package io.tollgate.samples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One host of several: the sample in a process of its own. */
final class HostProcess implements AutoCloseable {

  /** What a host writes before its address when it is ready. */
  static final String OPEN = "Open ";

  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final CompletableFuture<URI> uri = new CompletableFuture<>();

  private HostProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a host, and writes to {@code out} what it logs.
   *
   * @param settings of its environment
   * @param isTwin whether what it logs at its start is the same as another's, and is left out
   */
  static HostProcess start(
      String name, Map<String, String> settings, boolean isTwin, PrintStream out)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Quickstart.class.getName(),
                Quickstart.UNTIL_INPUT_ENDS)
            .redirectErrorStream(true);
    builder.environment().putAll(settings);
    HostProcess host = new HostProcess(builder.start());
    Thread reader = new Thread(() -> host.read(name, isTwin, out), name);
    reader.setDaemon(true);
    reader.start();
    return host;
  }

  private void read(String name, boolean isTwin, PrintStream out) {
    List<String> held = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(OPEN)) {
          uri.complete(URI.create(line.substring(OPEN.length())));
        } else if (isTwin && !uri.isDone()) {
          held.add(line);
        } else {
          out.println(name + " | " + line);
        }
      }
      if (!uri.isDone()) {
        held.forEach(line -> out.println(name + " | " + line));
      }
      uri.completeExceptionally(new IOException(name + " has ended; see what it wrote above"));
    } catch (IOException e) {
      uri.completeExceptionally(e);
    }
  }

  /** Returns where the host answers, as soon as it does. */
  URI awaitUri() throws IOException, InterruptedException {
    try {
      return uri.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException("a host did not start", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("a host did not start within " + PATIENCE_SECONDS + " s", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
