package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.Question;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Why a call is decided as it is. */
@Path("explain")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class ExplainResource {

  private final Explainer explainer;

  @Inject
  ExplainResource(Explainer explainer) {
    this.explainer = explainer;
  }

  /** Says which rules apply to a call, and what is left of its buckets on a host. */
  @POST
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public CompletionStage<ObjectNode> explain(Body body) {
    body.only(
        "method", "path", "endpoint", "user", "address", "plan", "country", "headers", "host");
    var headers = new TreeMap<String, String>();
    var stated = body.json().path("headers");
    if (!stated.isMissingNode() && !stated.isObject()) {
      throw body.mistake("headers", "is to be an object of names and values");
    }
    stated.properties().forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
    var path = body.text("path").orElse("/");
    if (!path.startsWith("/")) {
      throw body.mistake("path", "begins with a slash");
    }
    var question =
        new Question(
            body.text("method").orElse("GET"),
            path,
            stated(body, "endpoint"),
            stated(body, "user"),
            stated(body, "address"),
            stated(body, "plan"),
            stated(body, "country"),
            headers);
    return explainer.explain(body.text("host").orElse(""), question);
  }

  private static Optional<String> stated(Body body, String field) {
    return body.text(field).filter(text -> !text.isBlank());
  }
}
