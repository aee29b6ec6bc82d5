package io.tollgate.bench;

import io.tollgate.Limiter;
import io.tollgate.bench.rest.App;
import io.tollgate.bench.rest.Variant;
import io.tollgate.jaxrs.TollgateFeature;
import io.tollgate.redis.RedisProvider;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A variant in a JVM of its own. */
final class ServerProcess implements AutoCloseable {

  /** All alike, and nothing that grows while it is measured. */
  static final String[] JVM_ARGUMENTS = {
    "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"
  };

  private final Process process;
  private final Writer control;
  private final BufferedReader answers;
  private final Path log;
  private final int port;

  /**
   * Starts it, and returns when it can be called.
   *
   * @param log where its complaints go
   */
  ServerProcess(Variant variant, Path log) throws IOException {
    this.log = log;
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JVM_ARGUMENTS));
    command.addAll(List.of("-cp", classPath(variant), App.class.getName(), variant.name()));
    this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    this.control = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.port = Integer.parseInt(answer());
  }

  /** Leaves Tollgate out where it has no business: not switched off, but not there. */
  private static String classPath(Variant variant) {
    var tollgate =
        List.of(home(Limiter.class), home(TollgateFeature.class), home(RedisProvider.class));
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(
            entry ->
                variant.hasTollgate()
                    || !tollgate.contains(Path.of(entry).toAbsolutePath().normalize()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Path home(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  int port() {
    return port;
  }

  /** Returns how much CPU time the process has used. */
  long cpuNanos() throws IOException {
    control.write('\n');
    control.flush();
    return Long.parseLong(answer());
  }

  private String answer() throws IOException {
    var line = answers.readLine();
    if (line == null) {
      throw new EOFException("the server has ended; see " + log);
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    control.close(); // At the end of its input it ends.
    process.destroy();
  }
}
