package io.tollgate.jaxrs.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Connects, and writes requests as they are, however odd. */
public final class Wire implements AutoCloseable {

  /** An answer as it came. */
  public record Answer(int status, Map<String, List<String>> headers, String body) {

    /** Returns all fields of a header, joined. */
    public String header(String name) {
      return String.join(", ", headers.getOrDefault(name, List.of()));
    }

    /** Tells whether there is such a header. */
    public boolean has(String name) {
      return headers.containsKey(name);
    }
  }

  private final int port;
  private Socket socket;
  private InputStream in;
  private boolean ended;

  /** Connects to a port of this machine. */
  public Wire(int port) throws IOException {
    this.port = port;
    this.socket = open(port);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  private static Socket open(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Sends a request without reading the answer. */
  public void write(String method, String path, String... headers) throws IOException {
    if (ended) {
      socket.close();
      socket = open(port);
      in = new BufferedInputStream(socket.getInputStream());
      ended = false;
    }
    var request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    request.append("Host: 127.0.0.1:").append(port).append("\r\n");
    for (var header : headers) {
      request.append(header).append("\r\n");
    }
    if (method.equals("POST")) {
      request.append("Content-Length: 0\r\n");
    }
    socket.getOutputStream().write(request.append("\r\n").toString().getBytes(ISO_8859_1));
  }

  /** Sends a request and reads the answer. */
  public Answer call(String method, String path, String... headers) throws IOException {
    write(method, path, headers);
    return read(/* hasBody= */ !method.equals("HEAD"));
  }

  /** Reads the next answer. */
  public Answer read(boolean hasBody) throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (var line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    // A server ends a connection now and then, after so many requests.
    ended = headers.getOrDefault("Connection", List.of()).contains("close");
    return new Answer(status, headers, hasBody ? body(headers) : "");
  }

  private String body(Map<String, List<String>> headers) throws IOException {
    if (headers.getOrDefault("Transfer-Encoding", List.of()).contains("chunked")) {
      var body = new StringBuilder();
      for (int size = chunk(); size > 0; size = chunk()) {
        body.append(new String(in.readNBytes(size), ISO_8859_1));
        line();
      }
      line();
      return body.toString();
    }
    int length = Integer.parseInt(headers.getOrDefault("Content-Length", List.of("0")).get(0));
    return new String(in.readNBytes(length), ISO_8859_1);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection after \"" + line + "\"");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
