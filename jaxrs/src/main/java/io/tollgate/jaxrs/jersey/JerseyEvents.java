package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import org.glassfish.jersey.server.monitoring.ApplicationEvent;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;
import org.glassfish.jersey.server.monitoring.RequestEvent;
import org.glassfish.jersey.server.monitoring.RequestEventListener;
import org.jspecify.annotations.Nullable;

/** Hears when all endpoints are known, when a call is over, and when the application stops. */
final class JerseyEvents implements ApplicationEventListener {

  private final Gate gate;
  private final Runnable stop;

  JerseyEvents(Gate gate, Runnable stop) {
    this.gate = gate;
    this.stop = stop;
  }

  @Override
  public void onEvent(ApplicationEvent event) {
    switch (event.getType()) {
      case INITIALIZATION_FINISHED -> gate.start();
      case DESTROY_FINISHED -> stop.run();
      default -> {}
    }
  }

  /** Jersey tells every event of a call to who listens, so nobody does unless it is needed. */
  @Override
  public @Nullable RequestEventListener onRequest(RequestEvent event) {
    return gate.hasPlaces() ? new Call() : null;
  }

  /**
   * One call. Its passage is looked up while the request is there: at the end of an asynchronous
   * call Grizzly has already given the request to somebody else.
   */
  private static final class Call implements RequestEventListener {

    private @Nullable Passage passage;

    @Override
    public void onEvent(RequestEvent event) {
      switch (event.getType()) {
        case REQUEST_FILTERED, RESP_FILTERS_START -> {
          if (passage == null) {
            var property = event.getContainerRequest().getProperty(Passage.class.getName());
            passage = property instanceof Passage found ? found : null;
          }
        }
        case FINISHED -> {
          if (passage != null) {
            passage.close();
          }
        }
        default -> {}
      }
    }
  }
}
