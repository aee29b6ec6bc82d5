package io.tollgate.jaxrs.jersey;

import jakarta.ws.rs.container.ContainerResponseContext;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/**
 * Has the response of one request seen before its head is written.
 *
 * <p>A response filter would do, too, but Jersey sorts all of them anew for each request, and what
 * they have to know of it would have to be a property of the request, which servers keep far away.
 */
final class HeadWriter implements ContainerResponseWriter {

  private final ContainerResponseWriter writer;
  private final ContainerRequest request;
  private Consumer<ContainerResponseContext> observer;

  private HeadWriter(
      ContainerResponseWriter writer,
      ContainerRequest request,
      Consumer<ContainerResponseContext> observer) {
    this.writer = writer;
    this.request = request;
    this.observer = observer;
  }

  /**
   * Puts one before the writer of a request, or has the one that is there see for somebody else.
   */
  static void put(ContainerRequest request, Consumer<ContainerResponseContext> observer) {
    var writer = request.getResponseWriter();
    if (writer instanceof HeadWriter known) {
      known.observer = observer;
    } else {
      request.setWriter(new HeadWriter(writer, request, observer));
    }
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
    observer.accept(response);
    var out = writer.writeResponseStatusAndHeaders(length, response);
    return response.isChunked() ? CallEnd.chunks(out, request) : out;
  }

  @Override
  public boolean suspend(long timeout, TimeUnit unit, TimeoutHandler handler) {
    return writer.suspend(timeout, unit, handler);
  }

  @Override
  public void setSuspendTimeout(long timeout, TimeUnit unit) {
    writer.setSuspendTimeout(timeout, unit);
  }

  @Override
  public void commit() {
    writer.commit();
  }

  @Override
  public void failure(Throwable error) {
    writer.failure(error);
  }

  @Override
  public boolean enableResponseBuffering() {
    return writer.enableResponseBuffering();
  }
}
