package io.tollgate.samples.shared;

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

/** One host of several, in a process of its own with the class path of this one. */
public final class HostProcess implements AutoCloseable {

  /** What a host writes before its address when it is ready. */
  public static final String OPEN = "Open ";

  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final CompletableFuture<URI> uri = new CompletableFuture<>();

  private HostProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a host, and writes to {@code out} what it logs.
   *
   * @param main the class to run, with its arguments; it writes {@link #OPEN} and its address
   * @param settings of its environment
   * @param isTwin whether what it logs at its start is the same as another's, and is left out
   */
  public static HostProcess start(
      String name, List<String> main, Map<String, String> settings, boolean isTwin, PrintStream out)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "-cp", System.getProperty("java.class.path")));
    command.addAll(main);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
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
  public URI awaitUri() throws IOException, InterruptedException {
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
