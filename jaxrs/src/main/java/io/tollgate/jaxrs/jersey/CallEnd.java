package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Ends a call when Jersey closes what belongs to it; if it answers in chunks, as server-sent events
 * do, when the last of them is sent: Jersey closes what belongs to such a call when it has sent the
 * first.
 */
final class CallEnd implements Closeable {

  private static final String PROPERTY = CallEnd.class.getName();

  private final Passage passage;
  private volatile boolean isChunked;

  private CallEnd(Passage passage) {
    this.passage = passage;
  }

  /** Returns the end of a request, which has only one however often it comes to limits. */
  static CallEnd of(ContainerRequestContext request, Passage passage) {
    if (request.getProperty(PROPERTY) instanceof CallEnd known && known.passage == passage) {
      return known;
    }
    var end = new CallEnd(passage);
    request.setProperty(PROPERTY, end);
    return end;
  }

  /** Has a call end with its chunks, and returns where they are to be written. */
  static OutputStream awaitChunks(OutputStream out, ContainerRequestContext request) {
    if (request.getProperty(PROPERTY) instanceof CallEnd end) {
      end.isChunked = true;
      return new Chunks(out, end.passage);
    }
    return out;
  }

  @Override
  public void close() {
    if (!passage.isAnswered()) {
      passage.failed(); // What no mapper knows may be answered past all filters.
    }
    if (!isChunked) {
      passage.close();
    }
  }

  /** Ends a call when it is closed, or does not reach the client any more. */
  private static final class Chunks extends FilterOutputStream {

    private final Passage passage;

    Chunks(OutputStream out, Passage passage) {
      super(out);
      this.passage = passage;
    }

    @Override
    public void write(int one) throws IOException {
      try {
        out.write(one);
      } catch (IOException e) {
        passage.close();
        throw e;
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        passage.close();
        throw e;
      }
    }

    /** Jersey does not close a stream that it could not flush. */
    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        passage.close();
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      try {
        out.close();
      } finally {
        passage.close();
      }
    }
  }
}
