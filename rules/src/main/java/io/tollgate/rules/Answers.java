package io.tollgate.rules;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** What resources have in common. */
final class Answers {

  private Answers() {}

  /** Returns who asks; the filter has let nobody else through. */
  static Actor actor(SecurityContext security) {
    if (security.getUserPrincipal() instanceof Actor actor) {
      return actor;
    }
    throw new IllegalStateException("a resource without @Needs has no actor");
  }

  /** Returns the answer to a change that was done, or that waits. */
  static Response of(Outcome outcome, Instant now) {
    if (outcome.proposal().isPresent()) {
      long id = outcome.proposal().get();
      return Response.status(202)
          .header("Location", "/v1/proposals/" + id)
          .entity(Json.object().put("proposal", id).put("status", "open"))
          .build();
    }
    if (outcome.rule().isEmpty()) {
      return Response.noContent().build();
    }
    var rule = outcome.rule().get();
    var response = Response.status(outcome.created() ? 201 : 200).header("ETag", rule.etag());
    if (outcome.created()) {
      response.header("Location", path(rule.name()));
    }
    return response.entity(Views.rule(rule, now)).build();
  }

  private static String path(String name) {
    return "/v1/rules/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
