package io.tollgate.servlet;

import io.tollgate.http.Passage;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Ends a call: when its filter has run, or when the container says that it is complete. */
final class CallEnd implements AsyncListener {

  private static final int SERVER_ERROR = 500;

  private final HttpServletResponse response;
  private final Passage passage;

  private CallEnd(HttpServletResponse response, Passage passage) {
    this.response = response;
    this.passage = passage;
  }

  /** Hears that the thread of a request comes back from the application. */
  static void returned(
      HttpServletRequest request, HttpServletResponse response, Passage passage, boolean failed) {
    var end = new CallEnd(response, passage);
    if (failed) {
      end.failed();
    } else if (!request.isAsyncStarted() || !end.isWatching(request)) {
      end.ended();
    }
  }

  private boolean isWatching(HttpServletRequest request) {
    try {
      request.getAsyncContext().addListener(this);
      return true;
    } catch (IllegalStateException e) {
      return false; // Already complete.
    }
  }

  /**
   * Hears of an exception: the container answers with an error. If it cannot, because it has
   * answered already, the call has succeeded, and its client does not take what it has to say.
   */
  private void failed() {
    if (!response.isCommitted()) {
      passage.failed();
    }
    ended();
  }

  private void ended() {
    if (response.getStatus() >= SERVER_ERROR) {
      passage.failed();
    }
    passage.close();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    ended();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    // The application answers, or the container does; then it is complete.
  }

  @Override
  public void onError(AsyncEvent event) {
    failed();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this); // Beginning again drops all listeners.
  }
}
