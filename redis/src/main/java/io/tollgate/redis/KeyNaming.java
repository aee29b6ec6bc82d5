package io.tollgate.redis;

import io.lettuce.core.GetExArgs;
import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Which names keys have, on which all hosts must agree.
 *
 * <p>In a Cluster names have a secret in them. Where the settings have none, a random one is kept
 * in Redis: the first host puts it there, and all look at it now and then, so that they agree again
 * soon when it is lost.
 */
final class KeyNaming {

  private static final int SECRET_BYTES = 16;

  /** From the last time that any host looked at it. */
  private static final Duration KEPT_FOR = Duration.ofDays(30);

  private final KeyNames base;
  private final byte[] place;
  private final boolean kept;

  private volatile byte[] secret;
  private volatile KeyNames names;

  private KeyNaming(KeyNames base, byte[] place, byte[] secret, boolean tagged, boolean kept) {
    this.base = base;
    this.place = place;
    this.kept = kept;
    this.secret = secret;
    this.names = tagged ? base.tagged(secret) : base;
  }

  /**
   * Returns the naming that the settings describe.
   *
   * @throws IllegalArgumentException if a secret is needed and missing
   */
  static KeyNaming of(RedisSettings settings, boolean cluster) {
    var names = KeyNames.plain(settings.prefix());
    var given = settings.secret().map(text -> text.getBytes(StandardCharsets.UTF_8));
    if (settings.hashKeys()) {
      names =
          names.hashed(
              given.orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "tollgate.redis.hashkeys is set, and tollgate.redis.secret is missing;"
                              + " set it to the same random text on all hosts, outside Redis")));
    }
    var place = (settings.prefix() + ":secret").getBytes(StandardCharsets.UTF_8);
    var secret = given.orElseGet(KeyNaming::random);
    return new KeyNaming(names, place, secret, cluster, cluster && given.isEmpty());
  }

  private static byte[] random() {
    var bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII);
  }

  KeyNames names() {
    return names;
  }

  /** Takes over the secret that is kept in Redis, or puts ours there if there is none. */
  CompletionStage<Void> agree(Session session) {
    if (!kept) {
      return CompletableFuture.completedFuture(null);
    }
    var commands = session.commands();
    return commands
        .set(place, secret, SetArgs.Builder.nx().ex(KEPT_FOR))
        .thenCompose(set -> commands.getex(place, GetExArgs.Builder.ex(KEPT_FOR)))
        .thenAccept(this::use);
  }

  private void use(byte @Nullable [] agreed) {
    // Lost between the two commands: it is there again the next time.
    if (agreed != null && !Arrays.equals(agreed, secret)) {
      secret = agreed;
      names = base.tagged(agreed);
    }
  }
}
