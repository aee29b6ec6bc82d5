package io.tollgate.jaxrs;

import io.tollgate.http.Passage;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Ends a call when the asynchronous context of its servlet is complete.
 *
 * <p>Loaded only where servlets are.
 */
public final class AsyncEnd implements AsyncListener {

  private final Passage passage;

  private AsyncEnd(Passage passage) {
    this.passage = passage;
  }

  /** Watches a request; returns false if there is nothing to watch any more. */
  public static boolean watch(HttpServletRequest request, Passage passage) {
    try {
      request.getAsyncContext().addListener(new AsyncEnd(passage));
      return true;
    } catch (IllegalStateException e) {
      return false; // Already complete.
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    passage.close();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    // The implementation of Jakarta REST answers.
  }

  @Override
  public void onError(AsyncEvent event) {
    passage.close();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this); // Beginning again drops all listeners.
  }
}
