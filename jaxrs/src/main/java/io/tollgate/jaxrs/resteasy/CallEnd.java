package io.tollgate.jaxrs.resteasy;

import io.tollgate.http.Passage;
import io.tollgate.jaxrs.AsyncEnd;
import io.tollgate.jaxrs.ClassPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.CompletionCallback;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.server.Cleanable;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Ends a call when RESTEasy cleans up behind the thread that began it; if it is suspended then,
 * when its response is complete.
 */
final class CallEnd implements Cleanable {

  private static final boolean SERVLETS = ClassPath.has("jakarta.servlet.AsyncListener");

  private final HttpRequest request;
  private final Passage passage;

  CallEnd(HttpRequest request, Passage passage) {
    this.request = request;
    this.passage = passage;
  }

  @Override
  public void clean() {
    var async = request.getAsyncContext();
    if (!async.isSuspended()) {
      end(/* mayHaveFailed= */ !request.wasForwarded());
      return;
    }
    var response = async.getAsyncResponse();
    response.register((CompletionCallback) failure -> end(failure != null));
    if (SERVLETS && Servlet.watch(passage)) {
      return;
    }
    if (response.isDone()) {
      end(/* mayHaveFailed= */ false); // Resumed so quickly that nobody may call back.
    }
  }

  /**
   * Ends the call, which has failed if no filter has seen its response: what no mapper knows, or
   * fails in one, is answered past all filters. But so is what was forwarded, and a stream of
   * nothing.
   */
  private void end(boolean mayHaveFailed) {
    if (mayHaveFailed && !passage.isAnswered()) {
      passage.failed();
    }
    passage.close();
  }

  /** Loaded only where servlets are. */
  private static final class Servlet {

    private Servlet() {}

    /** Returns false if there is nothing to watch any more. */
    static boolean watch(Passage passage) {
      @Nullable HttpServletRequest request =
          ResteasyContext.getContextData(HttpServletRequest.class);
      return request != null && AsyncEnd.watch(request, passage);
    }
  }
}
