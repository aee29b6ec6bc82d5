package io.tollgate.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An address of version 4 or 6, read from its literal form only.
 *
 * <p>Never asks DNS, and takes no form that is not a full address: {@code 127.1}, {@code
 * 2130706433} and {@code 010.0.0.1} are names at best. An address of version 4 is kept in its
 * mapped form, so that {@code ::ffff:5.5.5.5} and {@code 5.5.5.5} are one address.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record IpAddress(long high, long low) {

  private static final int GROUPS = 8;
  private static final long MAPPED = 0xffff_0000_0000L;

  /** The first 64 bits of 64:ff9b::/96. */
  private static final long TRANSLATED = 0x0064_ff9b_0000_0000L;

  /** How many bits an address has. */
  public static final int BITS = 128;

  /** How many bits of the mapped form stand before an address of version 4. */
  public static final int V4_OFFSET = 96;

  /** Reads an address; empty unless the whole text is one. */
  public static Optional<IpAddress> parse(String text) {
    if (text.length() > 45) {
      return Optional.empty(); // the longest form of all
    }
    if (text.indexOf(':') < 0) {
      long v4 = parseV4(text, 0);
      return v4 < 0 ? Optional.empty() : Optional.of(new IpAddress(0, MAPPED | v4));
    }
    return parseV6(text);
  }

  /** Returns the 32 bits of a dotted quad that ends the text, or a negative number. */
  private static long parseV4(String text, int from) {
    long bits = 0;
    int at = from;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (at >= text.length() || text.charAt(at++) != '.')) {
        return -1;
      }
      int begin = at;
      int value = 0;
      while (at < text.length() && at - begin < 3 && isDigit(text.charAt(at))) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      boolean leadingZero = at - begin > 1 && text.charAt(begin) == '0';
      if (at == begin || leadingZero || value > 255) {
        return -1;
      }
      bits = bits << 8 | value;
    }
    return at == text.length() ? bits : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static Optional<IpAddress> parseV6(String text) {
    var groups = new int[GROUPS];
    int count = 0;
    int gap = -1;
    int at = 0;
    if (text.startsWith("::")) {
      gap = 0;
      at = 2;
    }
    while (at < text.length()) {
      int end = text.indexOf(':', at);
      boolean last = end < 0;
      if (last && text.indexOf('.', at) >= 0) {
        long v4 = parseV4(text, at);
        if (v4 < 0 || count > GROUPS - 2) {
          return Optional.empty();
        }
        groups[count++] = (int) (v4 >> 16);
        groups[count++] = (int) (v4 & 0xffff);
        break;
      }
      int group = parseGroup(text, at, last ? text.length() : end);
      if (group < 0 || count == GROUPS) {
        return Optional.empty();
      }
      groups[count++] = group;
      if (last) {
        break;
      }
      at = end + 1;
      if (at < text.length() && text.charAt(at) == ':') {
        if (gap >= 0) {
          return Optional.empty();
        }
        gap = count;
        at++;
      } else if (at == text.length()) {
        return Optional.empty();
      }
    }
    boolean complete = gap < 0 ? count == GROUPS : count < GROUPS;
    return complete ? Optional.of(of(groups, count, gap)) : Optional.empty();
  }

  /** Returns 16 bits of up to four hexadecimal digits, or a negative number. */
  private static int parseGroup(String text, int begin, int end) {
    if (begin == end || end - begin > 4) {
      return -1;
    }
    int group = 0;
    for (int i = begin; i < end; i++) {
      char c = text.charAt(i);
      // Character.digit knows the digits of every script; only these are meant.
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      group = group << 4 | digit;
    }
    return group;
  }

  /** Puts the groups after the gap to the end. */
  private static IpAddress of(int[] groups, int count, int gap) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS; i++) {
      int group;
      if (gap < 0 || i < gap) {
        group = groups[i];
      } else {
        int source = i - (GROUPS - count);
        group = source < gap ? 0 : groups[source];
      }
      if (i < GROUPS / 2) {
        high = high << 16 | group;
      } else {
        low = low << 16 | group;
      }
    }
    return new IpAddress(high, low);
  }

  /** Tells whether this is an address of version 4. */
  public boolean isV4() {
    return high == 0 && low >>> 32 == 0xffff;
  }

  /**
   * Returns the address of version 4 that a translator between the versions has written as one of
   * version 6, by the well-known prefix 64:ff9b::/96 of RFC 6052; any other address as it is.
   */
  public IpAddress untranslated() {
    return high == TRANSLATED && low >>> 32 == 0 ? new IpAddress(0, MAPPED | low) : this;
  }

  /** Returns this address with all but the first {@code bits} of 128 cleared. */
  public IpAddress masked(int bits) {
    return new IpAddress(high & mask(bits), low & mask(bits - 64));
  }

  private static long mask(int bits) {
    if (bits <= 0) {
      return 0;
    }
    return bits >= 64 ? -1 : -1L << (64 - bits);
  }

  /** Tells whether the bit at {@code index}, of which the first is 0, is set. */
  public boolean bit(int index) {
    return index < 64 ? (high >>> (63 - index) & 1) != 0 : (low >>> (127 - index) & 1) != 0;
  }

  /** Tells whether the first {@code bits} of both addresses are the same. */
  public boolean sharesPrefix(IpAddress other, int bits) {
    return ((high ^ other.high) & mask(bits)) == 0 && ((low ^ other.low) & mask(bits - 64)) == 0;
  }

  /** Returns this address as the platform knows it; asks nobody. */
  public InetAddress toInetAddress() {
    var bytes =
        isV4()
            ? ByteBuffer.allocate(Integer.BYTES).putInt((int) low)
            : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low);
    try {
      return InetAddress.getByAddress(bytes.array());
    } catch (UnknownHostException e) {
      throw new AssertionError("4 and 16 bytes are the lengths that an address has", e);
    }
  }

  /** Writes version 4 as a dotted quad, version 6 as eight groups without leading zeros. */
  @Override
  public String toString() {
    var text = new StringBuilder(39);
    if (isV4()) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        text.append(low >> shift & 0xff).append(shift == 0 ? "" : ".");
      }
      return text.toString();
    }
    for (int i = 0; i < GROUPS; i++) {
      long half = i < GROUPS / 2 ? high : low;
      text.append(i == 0 ? "" : ":").append(Long.toHexString(half >> (48 - i % 4 * 16) & 0xffff));
    }
    return text.toString();
  }
}
