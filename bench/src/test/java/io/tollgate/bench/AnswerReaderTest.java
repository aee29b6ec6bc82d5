package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {

  private static final String TWO =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nHello"
          + "HTTP/1.1 429 Too Many Requests\r\ncontent-length:2\r\nRetry-After: 7\r\n\r\n{}";

  @Test
  void read_severalAnswersAtOnce_returnsTheStatusOfEach() throws IOException {
    var reader = new AnswerReader(stream(TWO));

    assertThat(reader.read()).isEqualTo(200);
    assertThat(reader.read()).isEqualTo(429);
    assertThatThrownBy(reader::read).isInstanceOf(EOFException.class);
  }

  @Test
  void read_answersByteByByte_returnsTheStatusOfEach() throws IOException {
    var reader = new AnswerReader(new Trickle(stream(TWO)));

    assertThat(reader.read()).isEqualTo(200);
    assertThat(reader.read()).isEqualTo(429);
  }

  @Test
  void read_lengthInTheBodyOnly_isNoLength() {
    var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nContent-Length: 1\r\n";

    assertThatThrownBy(() -> new AnswerReader(stream(chunked)).read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without Content-Length");
  }

  @Test
  void read_lengthAsPartOfAnotherName_isNoLength() throws IOException {
    var answer = "HTTP/1.1 200 OK\r\nX-Content-Length: 99\r\nContent-Length: 1\r\n\r\nx";

    assertThat(new AnswerReader(stream(answer)).read()).isEqualTo(200);
  }

  @Test
  void read_whatIsNoAnswer_fails() {
    assertThatThrownBy(
            () -> new AnswerReader(stream("SSH-2.0\r\nContent-Length: 0\r\n\r\n")).read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no answer of HTTP/1.1");
    assertThatThrownBy(
            () -> new AnswerReader(stream("HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n")).read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no number");
    assertThatThrownBy(() -> new AnswerReader(stream("x".repeat(20_000))).read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than");
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Hands out a byte at a time. */
  private static final class Trickle extends FilterInputStream {

    Trickle(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return super.read(bytes, offset, 1);
    }
  }
}
