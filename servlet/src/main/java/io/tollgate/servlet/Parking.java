package io.tollgate.servlet;

import static jakarta.servlet.http.HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tollgate.http.Passage;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a request wait for its turn without a thread, and sends it in again then. */
final class Parking implements AsyncListener {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");

  private final AsyncContext context;
  private final Passage passage;

  /** How long the container lets asynchronous requests take. */
  private final long timeoutMillis;

  /** Whoever is first of turn, end and failure. */
  private final AtomicBoolean over = new AtomicBoolean();

  private Parking(AsyncContext context, Passage passage) {
    this.context = context;
    this.passage = passage;
    this.timeoutMillis = context.getTimeout();
  }

  /** Lets a request wait, which may be sent in again before this returns. */
  static void park(HttpServletRequest request, HttpServletResponse response, Passage passage) {
    // With both, so that what filters before us have wrapped comes in again as it is.
    var context = request.startAsync(request, response);
    var parking = new Parking(context, passage);
    context.setTimeout(0); // How long it may wait, the limit says.
    context.addListener(parking);
    var unused = passage.turn().thenRun(parking::sendIn);
  }

  private void sendIn() {
    if (over.compareAndSet(false, true)) {
      try {
        dispatch();
      } catch (RuntimeException e) {
        passage.leave();
        fail(e);
      }
    }
  }

  private void dispatch() {
    try {
      context.dispatch();
    } catch (UnsupportedOperationException e) {
      // Tomcat finds no servlet for some paths as they were sent; as it has decoded them, it does.
      context.dispatch(encodedPath((HttpServletRequest) context.getRequest()));
    }
  }

  private static String encodedPath(HttpServletRequest request) {
    return URLEncoder.encode(Routes.path(request), UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  /** Answers a request that cannot be sent in, unless the container has ended it already. */
  private void fail(RuntimeException cause) {
    try {
      ((HttpServletResponse) context.getResponse()).setStatus(SC_INTERNAL_SERVER_ERROR);
      context.complete();
      LOG.error("A request that waited cannot be sent in again, and is answered with 500", cause);
    } catch (RuntimeException e) {
      LOG.debug("A request that waited is not there any more", cause);
    }
  }

  /** Even if it was sent in already: the container may end it before it comes. */
  private void left() {
    over.set(true);
    passage.leave();
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
    // Somebody farther in goes on asynchronously. Jetty keeps the time-out, Tomcat does not.
    event.getAsyncContext().setTimeout(timeoutMillis);
  }
}
