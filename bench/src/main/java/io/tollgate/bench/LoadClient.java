package io.tollgate.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Calls one server over connections that stay open, and checks the status of every answer.
 *
 * <p>Each connection sends the next request when it has the answer to the last, as fast as that
 * goes. Users take turns, in another order on each connection.
 */
final class LoadClient implements AutoCloseable {

  static final int USERS = 1_000;
  static final int CONNECTIONS = 4;

  /**
   * How long a server is called before its slice of time begins. All servers but this one have run
   * since its last slice, so the first calls find nothing of its own in the processor's caches,
   * which no server meets that runs alone.
   */
  static final long LEAD_IN_MILLIS = 5;

  /** Whoever does not answer for so long never will. */
  private static final int TIMEOUT_MILLIS = 20_000;

  private final String name;
  private final int status;
  private final List<Connection> connections = new ArrayList<>();

  /**
   * Connects, and lets every user call once, who is admitted everywhere.
   *
   * @param name what messages call the server
   * @param status the status of every answer after that
   */
  LoadClient(String name, int status, int port) throws IOException {
    this.name = name;
    this.status = status;
    var requests = new ArrayList<byte[]>();
    for (int user = 0; user < USERS; user++) {
      requests.add(request(user));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      Collections.shuffle(requests, new Random(i));
      connections.add(new Connection(port, requests.toArray(new byte[0][])));
    }
    for (int user = 0; user < USERS; user++) {
      connections.get(0).call(/* expected= */ 200);
    }
  }

  private static byte[] request(int user) {
    var lines =
        List.of(
            "GET /greeting HTTP/1.1",
            "Host: localhost",
            "User-Agent: tollgate-bench",
            "Accept: */*",
            "Authorization: Bearer user-" + (100_000 + user));
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Calls for as long as a server needs to be as if it had run all the time. */
  void leadIn(ExecutorService threads) throws InterruptedException {
    run(TimeUnit.MILLISECONDS.toNanos(LEAD_IN_MILLIS), threads);
  }

  /** Calls for so long, and returns how often. */
  long run(long nanos, ExecutorService threads) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    var running = new ArrayList<Future<Long>>();
    for (var connection : connections) {
      running.add(threads.submit(() -> connection.callUntil(end)));
    }
    long calls = 0;
    try {
      for (var one : running) {
        calls += one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(name + " did not answer as it should", e.getCause());
    }
    return calls;
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
  }

  private final class Connection {

    private final Socket socket;
    private final OutputStream out;
    private final AnswerReader answers;
    private final byte[][] requests;
    private int next;

    Connection(int port, byte[][] requests) throws IOException {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      this.requests = requests;
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      this.out = socket.getOutputStream();
      this.answers = new AnswerReader(socket.getInputStream());
    }

    private long callUntil(long end) throws IOException {
      long calls = 0;
      while (System.nanoTime() - end < 0) {
        call(status);
        calls++;
      }
      return calls;
    }

    private void call(int expected) throws IOException {
      out.write(requests[next]);
      next = (next + 1) % requests.length;
      int status = answers.read();
      if (status != expected) {
        throw new IOException("status " + status + " instead of " + expected);
      }
    }

    private void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
