package io.tollgate.rules;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Refuses bodies that are too large, whether or not they say how large they are. */
@PreMatching
final class BodyLimit implements ContainerRequestFilter {

  static final int MAX_BYTES = 1_000_000;

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getLength() > MAX_BYTES) {
      throw tooLarge();
    }
    request.setEntityStream(new Bounded(request.getEntityStream()));
  }

  private static ProblemException tooLarge() {
    return new ProblemException(413, "the body has more than " + MAX_BYTES + " bytes")
        .with("Connection", "close");
  }

  /** Ends with a problem instead of the byte after the last that may come. */
  private static final class Bounded extends FilterInputStream {

    private int left = MAX_BYTES;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      if (read >= 0) {
        count(1);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(Math.max(read, 0));
      return read;
    }

    private void count(int read) {
      left -= read;
      if (left < 0) {
        throw tooLarge();
      }
    }
  }
}
