package io.tollgate.jaxrs.jersey;

import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import org.glassfish.jersey.server.monitoring.ApplicationEvent;
import org.glassfish.jersey.server.monitoring.ApplicationEventListener;
import org.glassfish.jersey.server.monitoring.RequestEvent;
import org.glassfish.jersey.server.monitoring.RequestEventListener;
import org.jspecify.annotations.Nullable;

/** Hears when all endpoints are known, when a call is over, and when the application stops. */
final class JerseyEvents implements ApplicationEventListener, RequestEventListener {

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

  @Override
  public @Nullable RequestEventListener onRequest(RequestEvent event) {
    return this;
  }

  @Override
  public void onEvent(RequestEvent event) {
    if (event.getType() == RequestEvent.Type.FINISHED
        && event.getContainerRequest().getProperty(Passage.class.getName())
            instanceof Passage passage) {
      passage.close();
    }
  }
}
