package io.tollgate;

import java.security.SecureRandom;

/** A 64-bit hash that nobody can predict who does not know its key: SipHash-1-3 over characters. */
final class KeyedHash {

  private final long key0;
  private final long key1;

  KeyedHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  static KeyedHash random() {
    var random = new SecureRandom();
    return new KeyedHash(random.nextLong(), random.nextLong());
  }

  /** Returns the hash of two texts. */
  long of(String first, String second) {
    var state = new State();
    state.add(first);
    state.add(second);
    return state.finish();
  }

  /** The four words of SipHash. */
  private final class State {
    private long v0 = key0 ^ 0x736f6d6570736575L;
    private long v1 = key1 ^ 0x646f72616e646f6dL;
    private long v2 = key0 ^ 0x6c7967656e657261L;
    private long v3 = key1 ^ 0x7465646279746573L;

    /** Adds a text after its length, so that no two pairs of texts are the same words. */
    void add(String text) {
      long word = text.length();
      int filled = 1;
      for (int i = 0; i < text.length(); i++) {
        word = word << 16 | text.charAt(i);
        if (++filled == 4) {
          add(word);
          word = 0;
          filled = 0;
        }
      }
      add(word << 2 | filled);
    }

    void add(long word) {
      v3 ^= word;
      round();
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xff;
      round();
      round();
      round();
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
