package io.tollgate.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Turns any Java string into bytes, different ones into different bytes. */
final class Utf8 {

  private Utf8() {}

  /**
   * Returns the text in UTF-8. Half a surrogate pair, which UTF-8 has no bytes for, is written like
   * any other character of three bytes, which no text in UTF-8 contains.
   */
  static byte[] bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return withSurrogates(text);
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] withSurrogates(String text) {
    var bytes = new ByteArrayOutputStream(3 * text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                bytes.write(0xE0 | (c >> 12));
                bytes.write(0x80 | ((c >> 6) & 0x3F));
                bytes.write(0x80 | (c & 0x3F));
              } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
              }
            });
    return bytes.toByteArray();
  }
}
