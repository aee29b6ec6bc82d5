package io.tollgate.redis.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** As much of Redis's protocol as it takes to set servers up, so that no library is needed. */
final class RespClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 5_000;

  /** What a server answers in place of what was asked for. */
  private record Failure(String message) {}

  private final Socket socket;
  private final InputStream in;

  RespClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Runs a command.
   *
   * @throws IllegalStateException if the server answers with an error
   */
  Object call(String... command) throws IOException {
    var answer = tryCall(command);
    if (answer instanceof Failure failure) {
      throw new IllegalStateException(String.join(" ", command) + ": " + failure.message);
    }
    return answer;
  }

  /** Runs a command and returns whatever comes. */
  Object tryCall(String... command) throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (var word : command) {
      var text = word.getBytes(StandardCharsets.UTF_8);
      bytes.writeBytes(("$" + text.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      bytes.writeBytes(text);
      bytes.writeBytes(new byte[] {'\r', '\n'});
    }
    socket.getOutputStream().write(bytes.toByteArray());
    return read();
  }

  private Object read() throws IOException {
    int kind = in.read();
    var line = line();
    return switch (kind) {
      case '+' -> line;
      case '-' -> new Failure(line);
      case ':' -> Long.parseLong(line);
      case '$' -> text(Integer.parseInt(line));
      case '*' -> list(Integer.parseInt(line));
      default -> throw new IOException("an answer begins with " + kind);
    };
  }

  /** Nothing is an empty text here: nobody who sets servers up has to tell them apart. */
  private String text(int length) throws IOException {
    if (length < 0) {
      return "";
    }
    var bytes = in.readNBytes(length + 2);
    if (bytes.length < length + 2) {
      throw new EOFException();
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private List<Object> list(int length) throws IOException {
    var list = new ArrayList<Object>();
    for (int i = 0; i < length; i++) {
      list.add(read());
    }
    return list;
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new EOFException();
      }
      line.write(c);
    }
    if (in.read() != '\n') {
      throw new IOException("a line ends without a line feed");
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
