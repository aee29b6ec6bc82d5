package io.tollgate.jaxrs;

import io.tollgate.Phase;
import io.tollgate.http.Answers;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the passage of each request, and answers those that it refuses. */
final class Passages {

  private static final String PROPERTY = Passage.class.getName();

  private final Gate gate;
  private final Server server;
  private final Supplier<Optional<RefusalMapper>> mapper;

  Passages(Gate gate, Server server, Supplier<Optional<RefusalMapper>> mapper) {
    this.gate = gate;
    this.server = server;
    this.mapper = mapper;
  }

  /** Returns the passage of a request that has come to a limit before. */
  static @Nullable Passage find(ContainerRequestContext request) {
    return (Passage) request.getProperty(PROPERTY);
  }

  /** Leads a request past the limits of an endpoint that stand at this phase, or aborts it. */
  void lead(ContainerRequestContext request, Endpoint endpoint, Phase phase) {
    if (!endpoint.isAsked(phase)) {
      return;
    }
    var passage = of(request);
    if (!passage.isAt(gate)) {
      return; // Registered twice: the other one has begun with this request.
    }
    if (passage.tryPass(endpoint, phase)) {
      server.passed(request, passage);
    } else {
      request.abortWith(refusal(passage, request));
    }
  }

  /** Returns the passage of a request, which begins now unless it has begun before. */
  private Passage of(ContainerRequestContext request) {
    var begun = find(request);
    if (begun != null) {
      return begun;
    }
    var passage = gate.passage(new RestRequest(request, server));
    request.setProperty(PROPERTY, passage);
    return passage;
  }

  /** Returns the answer to a request that was refused. */
  private Response refusal(Passage passage, ContainerRequestContext request) {
    var refusal = passage.refusal();
    var answers = gate.answers();
    var own = mapper.get().map(mapper -> mapper.toResponse(refusal, request));
    if (own.isEmpty()) {
      var response =
          Response.status(answers.status(refusal))
              .type(Answers.PROBLEM_TYPE)
              .entity(answers.problem(refusal));
      answers.writeRefusalFields(refusal, response::header);
      return response.build();
    }
    var response = Response.fromResponse(own.get());
    answers.writeRefusalFields(
        refusal,
        (name, value) -> {
          if (!own.get().getHeaders().containsKey(name)) {
            response.header(name, value);
          }
        });
    return response.build();
  }
}
