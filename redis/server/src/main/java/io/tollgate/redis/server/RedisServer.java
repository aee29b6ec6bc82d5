package io.tollgate.redis.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One Redis server, a process of its own on a free port of this machine.
 *
 * <p>It keeps nothing on disk. It ends with {@link #close()}, and with this virtual machine,
 * however that ends.
 */
public final class RedisServer implements AutoCloseable {

  /*
   * A shell is the parent of the server. It waits for the end of its standard input, which comes when
   * this virtual machine closes it or dies, and then kills the server.
   */
  private static final String PARENT =
      "\"$@\" >/dev/null 2>&1 & echo $!; cat >/dev/null; kill -9 $! 2>/dev/null";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int ATTEMPTS = 5;

  private final List<String> options;
  private final Path folder;
  private final int port;
  private Process parent;
  private long pid;

  private RedisServer(List<String> options, int port, Path folder) throws IOException {
    this.options = options;
    this.port = port;
    this.folder = folder;
    this.parent = launch();
    this.pid = readPid();
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param options as on the command line of the server, in pairs of a name and a value: {@code
   *     "--maxmemory", "10mb"}
   */
  public static RedisServer start(String... options) {
    try {
      for (int attempt = 1; ; attempt++) {
        // Another process may take the port that was free a moment ago.
        var server = new RedisServer(List.of(options), freePort(), folder());
        if (server.awaitAnswer()) {
          return server;
        }
        server.close();
        if (attempt == ATTEMPTS) {
          throw new IllegalStateException(
              "Redis does not start with " + String.join(" ", options) + ": " + server.log());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a port that nobody listens on now. */
  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Path folder() throws IOException {
    return Files.createTempDirectory("tollgate-redis");
  }

  private Process launch() throws IOException {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", PARENT, "sh"));
    command.add(RedisBinary.path().toString());
    if (options.contains("--sentinel")) {
      // A Sentinel wants a file that it can write to.
      var config = folder.resolve("sentinel.conf");
      if (!Files.exists(config)) {
        Files.createFile(config);
      }
      command.add(config.toString());
    }
    command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", "" + folder));
    command.addAll(List.of("--logfile", folder.resolve("redis.log").toString()));
    if (!options.contains("--sentinel")) {
      command.addAll(List.of("--save", "", "--appendonly", "no"));
    }
    command.addAll(options);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private long readPid() throws IOException {
    var reader =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.US_ASCII));
    var line = reader.readLine();
    if (line == null) {
      throw new IOException("the shell that starts Redis ended");
    }
    return Long.parseLong(line);
  }

  private boolean awaitAnswer() {
    await("an answer", () -> !isAlive() || answers());
    return isAlive() && answers();
  }

  private boolean answers() {
    try (var client = client()) {
      // One that wants a password, or is loading, has started as well.
      client.tryCall("PING");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits until something holds, and fails when it does not within some seconds. */
  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("waited too long for " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return port;
  }

  /** Returns the address of the server, without any credentials. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Returns the folder of the server, which goes away with it. */
  public Path workingFolder() {
    return folder;
  }

  /**
   * Runs a command and returns the answer: text, a {@code Long}, or a list of such.
   *
   * @throws IllegalStateException if the server answers with an error
   */
  public Object call(String... command) {
    try (var client = client()) {
      return client.call(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RespClient client() throws IOException {
    return new RespClient(port);
  }

  /** Tells whether the process is there. */
  public boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Kills the process, without giving it time for anything. */
  public void kill() {
    signal("KILL");
    await("the end of Redis", () -> !isAlive());
  }

  /** Starts the process again, on the same port and with nothing in it. */
  public void restart() {
    try {
      kill();
      parent.destroy();
      parent = launch();
      pid = readPid();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!awaitAnswer()) {
      throw new IllegalStateException("Redis does not start again: " + log());
    }
  }

  /** Stops the process where it is, as if its machine hung. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a paused process go on. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, "" + pid)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("redis.log"));
    } catch (IOException e) {
      return "there is no log (" + e + ")";
    }
  }

  /** Kills the process and removes its folder. */
  @Override
  public void close() {
    kill();
    parent.destroy();
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
