package io.tollgate.jaxrs;

import io.tollgate.Decision;
import io.tollgate.Phase;
import io.tollgate.http.Answers;
import io.tollgate.http.Arrival;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import io.tollgate.http.Passage.Step;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides requests or leads them through their passage, and answers those that are refused. */
final class Passages {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalMapper.class);
  private static final MediaType PROBLEM = MediaType.valueOf(Answers.PROBLEM_TYPE);

  /**
   * The property of a request that holds its passage. Where there is none, and a filter sees the
   * response, it holds the decision for that filter.
   */
  static final String PROPERTY = Passage.class.getName();

  private final Gate gate;
  private final Server server;
  private final Responses responses;
  private final Supplier<Optional<RefusalMapper>> mappers;

  /** Looked up at the first refusal, since providers are not known before. */
  private volatile boolean lookedUp;

  private @Nullable RefusalMapper mapper;

  Passages(
      Gate gate, Server server, Responses responses, Supplier<Optional<RefusalMapper>> mappers) {
    this.gate = gate;
    this.server = server;
    this.responses = responses;
    this.mappers = mappers;
  }

  /** Leads a request past the limits of an endpoint that stand at this phase, or aborts it. */
  void lead(ContainerRequestContext request, Endpoint endpoint, Phase phase) {
    if (!isAsked(endpoint, phase)) {
      return;
    }
    boolean mayHaveBegun = mayHaveBegun(endpoint, phase);
    if (mayHaveBegun && request.getProperty(PROPERTY) instanceof Passage begun) {
      lead(request, endpoint, phase, begun.isAt(gate) ? begun : beginAfter(begun, request));
      return;
    }
    var arrival = gate.arrival(new RestRequest(request, server));
    boolean comesOnce = phase == Phase.AFTER_AUTHENTICATION && !mayHaveBegun;
    var decision = comesOnce ? arrival.decideAtOnce(endpoint) : null;
    if (decision == null) {
      lead(request, endpoint, phase, begin(request, arrival));
      return;
    }
    if (server.seesHeads()) {
      server.onHead(request, response -> responses.see(response, decision));
    } else {
      request.setProperty(PROPERTY, decision);
    }
    if (!decision.allowed()) {
      request.abortWith(refusal(decision, request));
    }
  }

  private void lead(
      ContainerRequestContext request, Endpoint endpoint, Phase phase, Passage passage) {
    if (server.seesHeads()) {
      server.onHead(request, response -> responses.see(response, passage, request));
    }
    var step = passage.ask(endpoint, phase);
    if (step == Step.WAIT) {
      // Holds the thread, because Jakarta REST knows no filter that waits otherwise.
      passage.awaitTurn();
      step = passage.ask(endpoint, phase);
    }
    if (step == Step.GO_ON) {
      server.passed(request, passage);
    } else {
      abort(request, passage, step);
    }
  }

  private void abort(ContainerRequestContext request, Passage passage, Step step) {
    if (step == Step.DENIED) {
      request.abortWith(denial());
      passage.close(); // What was taken before authentication.
    } else {
      request.abortWith(refusal(passage.refusal(), request));
    }
  }

  /** Rules say nothing before authentication that they do not say behind it. */
  private boolean isAsked(Endpoint endpoint, Phase phase) {
    return endpoint.isAsked(phase)
        || (phase == Phase.AFTER_AUTHENTICATION && gate.isRuled(endpoint));
  }

  private Response denial() {
    var body = gate.answers().denial();
    var response = Response.status(Response.Status.FORBIDDEN).type(PROBLEM).entity(body);
    gate.answers().writeDenialFields(response::header);
    return response.build();
  }

  private static Passage begin(ContainerRequestContext request, Arrival arrival) {
    var outer = Passage.findKept(request::getProperty);
    return begun(outer == null ? arrival.passage() : arrival.passage(outer), request);
  }

  /** Another application has forwarded the request to this one. */
  private Passage beginAfter(Passage other, ContainerRequestContext request) {
    return begun(gate.arrival(new RestRequest(request, server)).passageAfter(other), request);
  }

  private static Passage begun(Passage passage, ContainerRequestContext request) {
    request.setProperty(PROPERTY, passage);
    RequestToll.begin(passage, request::getProperty);
    return passage;
  }

  /** Servers look in many places for a property that is not there. */
  private boolean mayHaveBegun(Endpoint endpoint, Phase phase) {
    return server.mayComeAgain()
        || (phase == Phase.AFTER_AUTHENTICATION && endpoint.isAsked(Phase.BEFORE_AUTHENTICATION));
  }

  /** Returns the answer to a request that was refused. */
  private Response refusal(Decision refusal, ContainerRequestContext request) {
    var answers = gate.answers();
    var own = own(refusal, request);
    if (own.isEmpty()) {
      // As bytes, because writing a text takes an encoder and its buffer.
      var body = answers.problem(refusal);
      var response = Response.status(answers.status(refusal)).type(PROBLEM).entity(body);
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

  /** A class of the application, whose failures must not become the request's. */
  private Optional<Response> own(Decision refusal, ContainerRequestContext request) {
    try {
      return mapper().map(mapper -> mapper.toResponse(refusal, request));
    } catch (Exception | AssertionError | LinkageError e) {
      var type = mapper == null ? RefusalMapper.class : mapper.getClass();
      gate.failures().tell(LOG, type, e, "the usual answer is sent");
      return Optional.empty();
    }
  }

  private Optional<RefusalMapper> mapper() {
    if (!lookedUp) {
      mapper = mappers.get().orElse(null);
      lookedUp = true;
    }
    return Optional.ofNullable(mapper);
  }
}
