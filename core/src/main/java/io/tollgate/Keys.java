package io.tollgate;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Keeps what callers choose as their key within bounds. */
final class Keys {

  /** As much of a key as is kept as it is; enough for an address, a name, most API keys. */
  private static final int MAX_LENGTH = 256;

  private static final int DIGEST_LENGTH = 64;

  private Keys() {}

  /**
   * Returns a key of bounded length that stands for {@code key}.
   *
   * <p>A long key becomes its beginning and a digest of the whole, so two keys stay two. Whoever
   * would send the short form of another's key would have to know that key, and could send it as it
   * is.
   */
  static String bounded(String key) {
    return key.length() <= MAX_LENGTH ? key : shortened(key);
  }

  private static String shortened(String key) {
    var chars = ByteBuffer.allocate(2 * key.length());
    chars.asCharBuffer().put(key);
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(chars.array());
      return key.substring(0, MAX_LENGTH - DIGEST_LENGTH - 1)
          + '#'
          + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
