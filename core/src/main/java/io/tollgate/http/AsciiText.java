package io.tollgate.http;

import java.util.Arrays;

/**
 * Puts a text of ASCII characters together.
 *
 * <p>For what is written with every call. Joined with a plus or by a {@link StringBuilder}, a text
 * with numbers becomes several kilobytes of machine code on that way.
 */
final class AsciiText {

  private byte[] bytes;
  private int length;

  /** Begins a text that has room for so many characters, and takes more. */
  AsciiText(int capacity) {
    this.bytes = new byte[capacity];
  }

  /** Begins with what was written before, and has room for so many characters in all. */
  AsciiText(byte[] begin, int capacity) {
    this.bytes = Arrays.copyOf(begin, capacity);
    this.length = begin.length;
  }

  @SuppressWarnings("deprecation") // Drops the high byte, and ASCII has none; copies in one step.
  AsciiText append(String ascii) {
    int begin = grow(ascii.length());
    ascii.getBytes(0, ascii.length(), bytes, begin);
    return this;
  }

  /**
   * Appends a number.
   *
   * @param number 0 or more
   */
  AsciiText append(long number) {
    assert number >= 0 : number;
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    grow(digits);
    int at = length;
    long rest = number;
    // Not counted by an index: such a loop is unrolled, into more code than it has digits to write.
    do {
      bytes[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    return this;
  }

  /** Makes room for so many characters more; returns where they begin. */
  private int grow(int more) {
    int begin = length;
    length += more;
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    return begin;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @SuppressWarnings("deprecation") // The high byte that it adds is 0 in ASCII.
  @Override
  public String toString() {
    return new String(bytes, /* hibyte= */ 0, /* offset= */ 0, length);
  }
}
