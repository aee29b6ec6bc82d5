package io.tollgate.redis;

import io.tollgate.Limit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Names the keys of buckets in Redis. */
final class KeyNames {

  /*
   *   tollgate : name of the limit : key                          alone, and with Sentinels
   *   tollgate : {tag} : name of the limit : key                  in a Cluster
   *
   * The name of a limit has no backslash, so a colon in it is written \: and the first colon without
   * one ends it. What follows is the key as it is, so no two buckets have one name.
   *
   * The tag decides the slot. It is a hash of the key, so that all limits of one caller are in one
   * slot; with a secret in it, so that callers cannot choose theirs and fill one node.
   */

  private static final int TAG_BYTES = 9;

  /** So many bits that nobody finds two keys with one hash by trying. */
  private static final int HASH_BYTES = 18;

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final byte[] prefix;
  private final @Nullable SecretHash tags;
  private final @Nullable SecretHash hashes;

  private KeyNames(String prefix, @Nullable SecretHash tags, @Nullable SecretHash hashes) {
    this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    this.tags = tags;
    this.hashes = hashes;
  }

  /** Names keys as they are. */
  static KeyNames plain(String prefix) {
    return new KeyNames(prefix, /* tags= */ null, /* hashes= */ null);
  }

  /** Returns these names with a tag in each, so that the keys of one caller share a slot. */
  KeyNames tagged(byte[] secret) {
    return new KeyNames(prefixText(), new SecretHash(secret, "slot"), hashes);
  }

  /** Returns these names with a hash in place of each caller's key. */
  KeyNames hashed(byte[] secret) {
    return new KeyNames(prefixText(), tags, new SecretHash(secret, "key"));
  }

  private String prefixText() {
    return new String(prefix, StandardCharsets.UTF_8);
  }

  /** Returns the name of the bucket of a limit and a key. */
  byte[] of(Limit limit, String key) {
    return of(partOf(limit), key);
  }

  /** Returns what stands for a limit in the names of all its buckets. */
  static byte[] partOf(Limit limit) {
    return limit.name().replace(":", "\\:").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the name of the bucket of a limit, of which {@link #partOf} is known, and a key. */
  byte[] of(byte[] name, String key) {
    var bytes = Utf8.bytes(key);
    var stored = hashes == null ? bytes : text(hashes, bytes, HASH_BYTES);
    var tag = tags == null ? null : text(tags, bytes, TAG_BYTES);
    int length = prefix.length + 1 + name.length + 1 + stored.length;
    var buffer = ByteBuffer.allocate(tag == null ? length : length + tag.length + 3);
    buffer.put(prefix).put((byte) ':');
    if (tag != null) {
      buffer.put((byte) '{').put(tag).put((byte) '}').put((byte) ':');
    }
    return buffer.put(name).put((byte) ':').put(stored).array();
  }

  private static byte[] text(SecretHash hash, byte[] key, int length) {
    return TEXT.encode(hash.of(key, length));
  }
}
