package io.tollgate.samples.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A host in a process of its own. */
final class HostProcess implements AutoCloseable {

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
   */
  static HostProcess start(String name, Map<String, String> settings, PrintStream out)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                java, "-cp", System.getProperty("java.class.path"), DemoHost.class.getName())
            .redirectErrorStream(true);
    builder.environment().putAll(settings);
    HostProcess host = new HostProcess(builder.start());
    Thread reader = new Thread(() -> host.read(name, out), name);
    reader.setDaemon(true);
    reader.start();
    return host;
  }

  private void read(String name, PrintStream out) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(DemoHost.OPEN)) {
          uri.complete(URI.create(line.substring(DemoHost.OPEN.length())));
        } else {
          out.println(name + " | " + line);
        }
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
