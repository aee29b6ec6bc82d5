package io.tollgate.jaxrs;

import io.tollgate.http.Passage;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;

/** Ends a call when its response is written, where the implementation offers no better end. */
final class EndInterceptor implements WriterInterceptor {

  @Override
  public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
    try {
      context.proceed();
    } finally {
      if (context.getProperty(Passages.PROPERTY) instanceof Passage passage) {
        passage.close();
      }
    }
  }
}
