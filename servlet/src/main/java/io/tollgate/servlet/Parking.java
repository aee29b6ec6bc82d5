package io.tollgate.servlet;

import io.tollgate.http.Passage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a request wait for its turn without a thread, and sends it in again then. */
final class Parking implements AsyncListener {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  private final AsyncContext context;
  private final Passage passage;

  /** Whoever is first of turn, end and failure. */
  private final AtomicBoolean over = new AtomicBoolean();

  private Parking(AsyncContext context, Passage passage) {
    this.context = context;
    this.passage = passage;
  }

  /** Lets a request wait, which may be sent in again before this returns. */
  static void park(HttpServletRequest request, HttpServletResponse response, Passage passage) {
    // With both, so that what filters before us have wrapped comes in again as it is.
    var context = request.startAsync(request, response);
    context.setTimeout(0); // How long it may wait, the limit says.
    var parking = new Parking(context, passage);
    context.addListener(parking);
    var unused = passage.turn().thenRun(parking::sendIn);
  }

  private void sendIn() {
    if (over.compareAndSet(false, true)) {
      try {
        context.dispatch();
      } catch (IllegalStateException e) {
        // The container has ended the request, and has not told yet.
        LOG.debug("A request that waited is not there any more", e);
        passage.close();
      }
    }
  }

  private void left() {
    if (over.compareAndSet(false, true)) {
      passage.abandon();
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    left();
  }

  @Override
  public void onError(AsyncEvent event) {
    left();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    left();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // Somebody farther in goes on asynchronously: this request does not wait any more.
  }
}
