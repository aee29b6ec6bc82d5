package io.tollgate.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tollgate.bench.RedisFigures.Case;
import io.tollgate.bench.RedisFigures.Crowd;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** A JVM in which one peer makes {@link RedisCalls}. */
final class RedisCallsProcess implements AutoCloseable {

  /** What one peer did. */
  record Done(long decisions, long nanos, double p99Micros) {}

  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;
  private final Path log;

  /**
   * Starts a peer, and returns when it can be asked to call.
   *
   * @param log where its complaints go
   */
  RedisCallsProcess(RedisPeer peer, String uri, Path log) throws IOException {
    this.log = log;
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            RedisCalls.class.getName(),
            uri,
            peer.name(),
            String.valueOf(Crowd.MANY.callers()));
    this.process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    this.orders = process.outputWriter(UTF_8);
    this.answers = process.inputReader(UTF_8);
    answer();
  }

  Done call(Case which, long millis, long seed) throws IOException {
    orders.write(
        which.crowd().callers() + " " + which.threads() + " " + millis + " " + seed + "\n");
    orders.flush();
    var answer = answer().split(" ", -1);
    return new Done(
        Long.parseLong(answer[0]), Long.parseLong(answer[1]), Double.parseDouble(answer[2]));
  }

  private String answer() throws IOException {
    var line = answers.readLine();
    if (line == null) {
      throw new EOFException("a peer has ended; see " + log);
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    orders.close(); // At the end of its input it ends.
    process.destroy();
  }
}
