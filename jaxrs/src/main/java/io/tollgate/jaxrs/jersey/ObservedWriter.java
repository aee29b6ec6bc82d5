package io.tollgate.jaxrs.jersey;

import jakarta.ws.rs.HttpMethod;
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
 * <p>A response filter would do, too, but what it has to know of the request would have to be a
 * property of that, which servers keep far away; and the end of a stream of events shows here only.
 */
final class ObservedWriter implements ContainerResponseWriter {

  private final ContainerResponseWriter writer;
  private final ContainerRequest request;
  private Consumer<ContainerResponseContext> observer;

  private ObservedWriter(
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
    if (writer instanceof ObservedWriter known) {
      known.observer = observer;
    } else {
      request.setWriter(new ObservedWriter(writer, request, observer));
    }
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
    observer.accept(response);
    var out = writer.writeResponseStatusAndHeaders(length, response);
    return response.isChunked() && !isHead() ? CallEnd.awaitChunks(out, request) : out;
  }

  /** What is written in answer to that is thrown away by Jersey, which hands no stream on. */
  private boolean isHead() {
    return request.getMethod().equals(HttpMethod.HEAD);
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
