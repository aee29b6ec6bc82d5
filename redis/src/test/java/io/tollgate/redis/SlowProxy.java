package io.tollgate.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Passes bytes on to a server at once, and its answers back after a while. */
final class SlowProxy implements AutoCloseable {

  private final ServerSocket listening;
  private final int serverPort;
  private final List<Socket> sockets = new ArrayList<>();

  /** One thread, so that what comes first goes first. */
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

  private volatile long delayMillis;

  SlowProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  private static void daemon(Runnable task) {
    var thread = new Thread(task, "slow-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  void delay(long millis) {
    delayMillis = millis;
  }

  private void accept() {
    try {
      while (true) {
        var client = listening.accept();
        var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        synchronized (sockets) {
          sockets.add(client);
          sockets.add(server);
        }
        daemon(() -> copy(client, server, /* late= */ false));
        daemon(() -> copy(server, client, /* late= */ true));
      }
    } catch (SocketException e) {
      // Closed: that is how this thread ends.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // bytes that come too late for the end of a test
  private void copy(Socket from, Socket to, boolean late) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      var buffer = new byte[65_536];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        var bytes = Arrays.copyOf(buffer, read);
        if (late) {
          later.schedule(() -> write(out, bytes), delayMillis, TimeUnit.MILLISECONDS);
        } else {
          out.write(bytes);
        }
      }
    } catch (IOException e) {
      // One side hung up: that is how this thread ends.
    }
  }

  private static void write(OutputStream out, byte[] bytes) {
    try {
      out.write(bytes);
    } catch (IOException e) {
      // The other side hung up, and nobody waits for these bytes.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    later.shutdownNow();
    synchronized (sockets) {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }
}
