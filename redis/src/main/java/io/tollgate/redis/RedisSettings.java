package io.tollgate.redis;

import io.tollgate.Setting;
import io.tollgate.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What can be set about the backend {@code redis}. */
record RedisSettings(
    String uri,
    boolean cluster,
    Optional<String> username,
    Optional<String> password,
    String prefix,
    Optional<String> secret,
    boolean hashKeys) {

  /** Secret as a whole, because a password may be in it. */
  static final Setting<Optional<String>> URI =
      Setting.text(
              "tollgate.redis.uri",
              "Where Redis is: `redis://`, `rediss://` (TLS), `redis-sentinel://` or"
                  + " `redis-socket://`.")
          .secret()
          .optional();

  static final Setting<Boolean> CLUSTER =
      Setting.flag("tollgate.redis.cluster", "Whether the URI names nodes of a Redis Cluster.")
          .or(false);

  static final Setting<Optional<String>> USERNAME =
      Setting.text("tollgate.redis.username", "User of Redis, where the URI names none.")
          .optional();

  static final Setting<Optional<String>> PASSWORD =
      Setting.text("tollgate.redis.password", "Password of the user, where the URI has none.")
          .secret()
          .optional();

  static final Setting<String> PREFIX =
      Setting.text("tollgate.redis.prefix", "What the names of all keys in Redis begin with.")
          .as("letters and digits", RedisSettings::checkedPrefix, Function.identity())
          .or("tollgate");

  static final Setting<Optional<String>> SECRET =
      Setting.text(
              "tollgate.redis.secret",
              "Key of the hashes in the names of keys; the same on all hosts.")
          .secret()
          .optional();

  static final Setting<Boolean> HASH_KEYS =
      Setting.flag(
              "tollgate.redis.hashkeys",
              "Whether a keyed hash stands in Redis for users' names and addresses.")
          .or(false);

  static final List<Setting<?>> ALL =
      List.of(URI, CLUSTER, USERNAME, PASSWORD, PREFIX, SECRET, HASH_KEYS);

  /** A brace would decide the slot in a Cluster, and a colon end the prefix. */
  private static String checkedPrefix(String prefix) {
    if (!prefix.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "the prefix has a character other than letters, digits, dot, dash and underscore, or more"
              + " than 64; write something like tollgate");
    }
    return prefix;
  }

  static RedisSettings of(Settings settings) {
    var uri =
        settings
            .get(URI)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "tollgate.backend is redis, and tollgate.redis.uri is missing; set it to"
                            + " the address of Redis, such as redis://localhost:6379"));
    return new RedisSettings(
        uri,
        settings.get(CLUSTER),
        settings.get(USERNAME),
        settings.get(PASSWORD),
        settings.get(PREFIX),
        settings.get(SECRET),
        settings.get(HASH_KEYS));
  }
}
