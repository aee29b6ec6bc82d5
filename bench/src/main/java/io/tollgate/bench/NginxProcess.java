package io.tollgate.bench;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** nginx with one process, with or without a limit that never refuses. */
final class NginxProcess implements LoadedServer {

  /** Where Debian has it, which may not be on the path. */
  private static final String USUAL_FOLDERS = File.pathSeparator + "/usr/sbin";

  private final Process process;
  private final Path folder;
  private final int port;

  private NginxProcess(Process process, Path folder, int port) {
    this.process = process;
    this.folder = folder;
    this.port = port;
  }

  /** Returns where nginx is, if it is installed. */
  static Optional<Path> find() {
    var folders = System.getenv().getOrDefault("PATH", "") + USUAL_FOLDERS;
    return Arrays.stream(folders.split(File.pathSeparator, -1))
        .map(each -> Path.of(each, "nginx"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it, and returns when it can be called. */
  static NginxProcess start(Path nginx, boolean isLimited) throws IOException {
    var folder = Files.createTempDirectory("nginx");
    Files.writeString(folder.resolve("greeting"), "Hello!\n");
    int port = freePort();
    Files.writeString(folder.resolve("nginx.conf"), configuration(folder, port, isLimited));
    // At the end of its input the shell ends nginx, so that it does not outlive this process.
    var script = "\"$1\" -p \"$2\" -c \"$2/nginx.conf\" & read line; kill $!; wait";
    var process =
        new ProcessBuilder("sh", "-c", script, "sh", nginx.toString(), folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    var started = new NginxProcess(process, folder, port);
    started.awaitStart();
    return started;
  }

  /** A file, since what "return" answers is never limited. */
  private static String configuration(Path folder, int port, boolean isLimited) {
    return """
    daemon off;
    master_process off;
    pid %1$s/pid;
    error_log %1$s/error.log;
    events { worker_connections 64; }
    http {
      access_log off;
      keepalive_requests 1000000000;
      default_type text/plain;
      client_body_temp_path %1$s/body;
      proxy_temp_path %1$s/proxy;
      fastcgi_temp_path %1$s/fastcgi;
      uwsgi_temp_path %1$s/uwsgi;
      scgi_temp_path %1$s/scgi;
      open_file_cache max=10;
      limit_req_zone $binary_remote_addr zone=greeting:1m rate=1000000r/s;
      server {
        listen 127.0.0.1:%2$d;
        root %1$s;
        location / { %3$s }
      }
    }
    """
        .formatted(folder, port, isLimited ? "limit_req zone=greeting burst=1000000 nodelay;" : "");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException {
    for (int i = 0; i < 100; i++) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (socket.isConnected()) {
          return;
        }
      } catch (ConnectException e) {
        pause();
      }
    }
    process.getOutputStream().close();
    throw new IOException("nginx does not answer; see " + folder);
  }

  private void pause() throws IOException {
    try {
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IOException("nginx has ended; see " + folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while nginx started", e);
    }
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public long cpuNanos() {
    return process
        .children()
        .mapToLong(child -> child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
        .sum();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
