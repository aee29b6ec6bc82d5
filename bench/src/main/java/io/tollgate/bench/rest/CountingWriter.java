package io.tollgate.bench.rest;

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ContainerException;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;
import org.jspecify.annotations.Nullable;

/** Takes answers as a server does, turns their headers into text, and throws them away. */
final class CountingWriter implements ContainerResponseWriter {

  private int status;
  private long size;

  int status() {
    return status;
  }

  /** Returns how many characters all headers had, so that nobody can leave them out. */
  long size() {
    return size;
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse response) {
    status = response.getStatus();
    for (var header : response.getStringHeaders().entrySet()) {
      for (var value : header.getValue()) {
        size += header.getKey().length() + value.length();
      }
    }
    return OutputStream.nullOutputStream();
  }

  @Override
  public boolean suspend(long time, TimeUnit unit, @Nullable TimeoutHandler handler) {
    throw new UnsupportedOperationException("nothing is suspended here");
  }

  @Override
  public void setSuspendTimeout(long time, TimeUnit unit) {
    throw new UnsupportedOperationException("nothing is suspended here");
  }

  @Override
  public void commit() {
    size++;
  }

  @Override
  public void failure(Throwable error) {
    throw new ContainerException(error);
  }

  @Override
  public boolean enableResponseBuffering() {
    return true;
  }
}
