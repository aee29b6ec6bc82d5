package io.tollgate.jaxrs;

import static jakarta.ws.rs.core.MediaType.SERVER_SENT_EVENTS_TYPE;
import static jakarta.ws.rs.core.Response.Status.Family.SERVER_ERROR;

import io.tollgate.Decision;
import io.tollgate.http.Answers;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes into the response what is left, and when to come back. */
final class FieldsFilter implements ContainerResponseFilter {

  /** Behind all others, which may make a failure of a response, or take its entity away. */
  static final int LAST = 0;

  private final Answers answers;
  private final Server server;

  FieldsFilter(Answers answers, Server server) {
    this.answers = answers;
    this.server = server;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    var found = request.getProperty(Passages.PROPERTY);
    if (found instanceof Decision decision) {
      answers.writeFields(decision, fields(response, decision.allowed()));
    } else if (found instanceof Passage passage) {
      passage.writeFields(fields(response, !passage.isRefused()));
      end(passage, request, response);
    } // Otherwise an earlier filter has answered.
  }

  private static BiConsumer<String, String> fields(
      ContainerResponseContext response, boolean allowed) {
    var headers = response.getHeaders();
    // Not putSingle, which looks the name up three times, each time in lower case on Jersey.
    return allowed
        ? (name, value) -> headers.put(name, single(value))
        // A RefusalMapper may have written its own.
        : (name, value) -> headers.computeIfAbsent(name, absent -> single(value));
  }

  /** Returns a list that whoever comes later may add to. */
  private static List<Object> single(String value) {
    var list = new ArrayList<Object>(1);
    list.add(value);
    return list;
  }

  /** RESTEasy and CXF send events without an entity. */
  private static boolean isEventStream(ContainerResponseContext response) {
    return SERVER_SENT_EVENTS_TYPE.isCompatible(response.getMediaType());
  }

  private void end(
      Passage passage, ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getStatusInfo().getFamily() == SERVER_ERROR) {
      passage.failed();
    }
    if (!response.hasEntity() && !isEventStream(response)) {
      passage.close(); // Nothing is left to be done for this call.
    } else if (passage.isHolding()) {
      server.responds(request, response, passage);
    }
  }
}
