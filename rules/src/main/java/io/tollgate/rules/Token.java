package io.tollgate.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Who may come in with a secret that only its owner has.
 *
 * @param name the name of its owner
 */
record Token(String name, Role role, String madeBy, Instant madeAt) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 24;

  /** Short ones could be guessed, whoever has chosen them. */
  static final int MIN_LENGTH = 22;

  /** Returns a new secret of 192 random bits. */
  static String newSecret() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return "tg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Returns what is kept of a secret. It is random and long, so that nobody can try them all, and a
   * slow hash would only slow the service.
   */
  static String hash(String secret) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
