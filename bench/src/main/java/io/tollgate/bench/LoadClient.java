package io.tollgate.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Calls the applications of one server over connections that stay open, and checks the status of
 * every answer.
 *
 * <p>Each connection sends the next request when it has the answer to the last, as fast as that
 * goes. Users take turns, in another order on each connection. All applications are called over the
 * same connections: two connections to equal servers differ for as long as they live, in where
 * their memory lies and on which core their threads run.
 */
final class LoadClient implements Closeable {

  static final int CONNECTIONS = 4;

  /**
   * How long an application is called before its slice of time begins. All others have run since
   * its last slice, so the first calls find nothing of its own in the processor's caches, which no
   * application meets that runs alone.
   */
  static final long LEAD_IN_MILLIS = 5;

  /** Whoever does not answer for so long never will. */
  private static final int TIMEOUT_MILLIS = 20_000;

  private final List<Connection> connections = new ArrayList<>();

  /** Connects. */
  LoadClient(int port) throws IOException {
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(new Connection(port, i));
    }
  }

  /** Lets every user call once, who is admitted everywhere. */
  void introduce(Calls calls) throws IOException {
    for (int user = 0; user < Calls.USERS; user++) {
      connections.get(0).call(calls, /* expected= */ 200);
    }
  }

  /** Calls for as long as an application needs to be as if it had run all the time. */
  void leadIn(Calls calls, ExecutorService threads) throws InterruptedException {
    run(calls, TimeUnit.MILLISECONDS.toNanos(LEAD_IN_MILLIS), threads);
  }

  /** Calls for so long, and returns how often. */
  long run(Calls calls, long nanos, ExecutorService threads) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    var running = new ArrayList<Future<Long>>();
    for (var connection : connections) {
      running.add(threads.submit(() -> connection.callUntil(end, calls)));
    }
    long count = 0;
    try {
      for (var one : running) {
        count += one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          calls.application() + " did not answer as it should", e.getCause());
    }
    return count;
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
  }

  private static final class Connection {

    private final Socket socket;
    private final OutputStream out;
    private final AnswerReader answers;
    private final int number;
    private int turn;

    Connection(int port, int number) throws IOException {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      this.number = number;
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      this.out = socket.getOutputStream();
      this.answers = new AnswerReader(socket.getInputStream());
    }

    private long callUntil(long end, Calls calls) throws IOException {
      long count = 0;
      while (System.nanoTime() - end < 0) {
        call(calls, calls.status());
        count++;
      }
      return count;
    }

    private void call(Calls calls, int expected) throws IOException {
      out.write(calls.request(number, turn));
      turn = (turn + 1) % Calls.USERS;
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
