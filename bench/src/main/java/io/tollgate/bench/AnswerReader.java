package io.tollgate.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the answers of one connection: as little as it takes to know the status and where the next
 * one begins, because the generator's work is not what is to be measured.
 */
final class AnswerReader {

  private static final byte[] PROTOCOL = ascii("HTTP/1.1 ");
  private static final byte[] LENGTH = ascii("\r\ncontent-length:");
  private static final byte[] END = ascii("\r\n\r\n");
  private static final int MAX_SIZE = 16 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[MAX_SIZE];
  private int size;

  // Answers of one server look alike: most have their parts where the last one had them.
  private int lastHead;
  private int lastLength;

  AnswerReader(InputStream in) {
    this.in = in;
  }

  /**
   * Reads an answer, and returns its status.
   *
   * @throws IOException if the connection ends, or sends what is no HTTP/1.1 answer with a length
   */
  int read() throws IOException {
    int head = findHead();
    while (head < 0) {
      fill();
      head = findHead();
    }
    lastHead = head;
    int end = head + END.length + contentLength(head);
    while (size < end) {
      fill();
    }
    int status = status();
    System.arraycopy(buffer, end, buffer, 0, size - end);
    size -= end;
    return status;
  }

  private void fill() throws IOException {
    if (size == buffer.length) {
      throw new IOException("an answer of more than " + MAX_SIZE + " bytes");
    }
    int read = in.read(buffer, size, buffer.length - size);
    if (read < 0) {
      throw new EOFException("the server has closed the connection");
    }
    size += read;
  }

  private int status() throws IOException {
    if (!matches(PROTOCOL, 0)) {
      throw new IOException("no answer of HTTP/1.1: " + text());
    }
    return number(PROTOCOL.length);
  }

  private int contentLength(int head) throws IOException {
    int at = matches(LENGTH, lastLength) ? lastLength : 0;
    while (at < head && !(buffer[at] == '\r' && matches(LENGTH, at))) {
      at++;
    }
    if (at == head) {
      throw new IOException("an answer without Content-Length: " + text());
    }
    lastLength = at;
    int digits = at + LENGTH.length;
    while (buffer[digits] == ' ') {
      digits++;
    }
    return number(digits);
  }

  private int number(int from) throws IOException {
    int number = 0;
    int at = from;
    while (buffer[at] >= '0' && buffer[at] <= '9' && at - from < 6) {
      number = number * 10 + buffer[at++] - '0';
    }
    if (at == from) {
      throw new IOException("no number at byte " + from + ": " + text());
    }
    return number;
  }

  /** Returns where the head of the answer ends; no body here has an empty line. */
  private int findHead() {
    if (matches(END, lastHead)) {
      return lastHead;
    }
    for (int at = 0; at <= size - END.length; at++) {
      if (buffer[at] == END[0] && matches(END, at)) {
        return at;
      }
    }
    return -1;
  }

  /** Compares without regard to case; what is wanted is in lower case, or has no letters. */
  private boolean matches(byte[] wanted, int at) {
    if (at + wanted.length > size) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      int have = buffer[at + i];
      int lower = have >= 'A' && have <= 'Z' ? have + ('a' - 'A') : have;
      if (wanted[i] != have && wanted[i] != lower) {
        return false;
      }
    }
    return true;
  }

  private String text() {
    return new String(Arrays.copyOf(buffer, size), StandardCharsets.ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
