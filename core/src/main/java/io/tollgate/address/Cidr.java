package io.tollgate.address;

/**
 * A block of addresses: {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one address alone.
 *
 * @param network the first address of the block
 * @param bits how many of 128 bits all its addresses share
 */
public record Cidr(IpAddress network, int bits) {

  /**
   * Reads a block.
   *
   * @throws IllegalArgumentException if the text is none, saying why
   */
  public static Cidr parse(String text) {
    int slash = text.indexOf('/');
    var address =
        IpAddress.parse(slash < 0 ? text : text.substring(0, slash))
            .orElseThrow(() -> wrong(text, "write an address, or a block such as 10.0.0.0/8"));
    // A prefix counts from where the address was written to begin, also in ::ffff:10.0.0.0/104.
    int offset = text.indexOf(':') < 0 ? IpAddress.V4_OFFSET : 0;
    int bits =
        slash < 0
            ? IpAddress.BITS
            : offset + prefix(text, text.substring(slash + 1), IpAddress.BITS - offset);
    if (!address.masked(bits).equals(address)) {
      throw wrong(
          text, "the block begins at " + address.masked(bits) + ", so write that before the slash");
    }
    return new Cidr(address, bits);
  }

  private static int prefix(String text, String prefix, int max) {
    boolean digits = !prefix.isEmpty() && prefix.length() <= 3;
    for (int i = 0; digits && i < prefix.length(); i++) {
      digits = prefix.charAt(i) >= '0' && prefix.charAt(i) <= '9';
    }
    if (!digits || Integer.parseInt(prefix) > max) {
      throw wrong(text, "after the slash stands a number from 0 to " + max);
    }
    return Integer.parseInt(prefix);
  }

  private static IllegalArgumentException wrong(String text, String fix) {
    return new IllegalArgumentException("\"" + text + "\" is not a block of addresses; " + fix);
  }

  /** Tells whether an address is in this block. */
  public boolean contains(IpAddress address) {
    return network.sharesPrefix(address, bits);
  }

  /** Writes the block as {@link #parse} reads it. */
  @Override
  public String toString() {
    int offset = network.isV4() ? IpAddress.V4_OFFSET : 0;
    return bits == IpAddress.BITS ? network.toString() : network + "/" + (bits - offset);
  }
}
