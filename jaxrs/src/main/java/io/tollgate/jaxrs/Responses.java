package io.tollgate.jaxrs;

import static jakarta.ws.rs.core.MediaType.SERVER_SENT_EVENTS_TYPE;
import static jakarta.ws.rs.core.Response.Status.Family.SERVER_ERROR;

import io.tollgate.Decision;
import io.tollgate.http.Answers;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Writes into responses what is left and when to come back, and sees by them how calls have ended.
 */
final class Responses {

  private final Answers answers;
  private final Server server;

  Responses(Answers answers, Server server) {
    this.answers = answers;
    this.server = server;
  }

  /** Sees the response of a call that was done when it was decided. */
  void see(ContainerResponseContext response, Decision decision) {
    answers.writeFields(decision, fields(response, decision.allowed()));
  }

  /** Sees the response of a call that has a passage. */
  void see(ContainerResponseContext response, Passage passage, ContainerRequestContext request) {
    passage.writeFields(fields(response, !passage.isRefused()));
    if (response.getStatusInfo().getFamily() == SERVER_ERROR) {
      passage.failed();
    }
    if (!response.hasEntity() && !isEventStream(response)) {
      passage.close(); // Nothing is left to be done for this call.
    } else if (passage.isHolding()) {
      server.responds(request, response, passage);
    }
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
}
