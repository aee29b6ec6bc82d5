package io.tollgate.redis;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A hash that nobody can work out who does not know its secret: HMAC-SHA-256, cut. */
final class SecretHash {

  private static final String ALGORITHM = "HmacSHA256";

  /** Cloned for each use, since a Mac is used by one thread at a time. */
  private final Mac mac;

  /**
   * Hashes with a secret.
   *
   * @param purpose makes hashes for one purpose tell nothing about those for another
   */
  SecretHash(byte[] secret, String purpose) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.init(
          new SecretKeySpec(mac.doFinal(purpose.getBytes(StandardCharsets.US_ASCII)), ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has HMAC-SHA-256", e);
    }
  }

  byte[] of(byte[] text, int length) {
    try {
      var hash = (Mac) mac.clone();
      return Arrays.copyOf(hash.doFinal(text), length);
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("the Mac of the Java platform can be cloned", e);
    }
  }
}
