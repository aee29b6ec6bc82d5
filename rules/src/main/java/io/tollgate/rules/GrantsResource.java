package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** More for one customer until a day: rules that go by themselves. */
@Path("grants")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class GrantsResource {

  private final Changes changes;
  private final InstantSource clock;

  @Inject
  GrantsResource(Changes changes, InstantSource clock) {
    this.changes = changes;
    this.clock = clock;
  }

  /** Makes a grant, under a name of its own unless one is stated. */
  @POST
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", key = USER)
  public Response grant(Body body, @Context SecurityContext security) {
    body.only("name", "bucket", "user", "times", "until", "reason");
    var bucket = body.requiredText("bucket");
    var user = body.requiredText("user");
    var reason = Texts.shown(body.requiredText("reason"), 1_000);
    var rule = Json.object();
    rule.put("bucket", bucket);
    rule.put("user", user);
    rule.put("times", body.requiredWhole("times"));
    rule.put("until", body.requiredText("until"));
    var name =
        Rules.checkedName(
            body.text("name").orElseGet(() -> Texts.name("grant " + bucket + " " + user, 150)));
    requireFuture(body, name, rule);
    var change =
        new Change(Action.GRANT, name, Optional.of(Json.write(rule)), true, Optional.of(reason));
    var outcome =
        changes.submit(
            Answers.actor(security), change, Precondition.of(null, "*"), /* required= */ false);
    return Answers.of(outcome, clock.instant());
  }

  private void requireFuture(Body body, String name, ObjectNode rule) {
    var faults = Rules.faultsOfChange(Map.of(), name, rule);
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults.stream().map(body::placed).toList());
    }
    if (Rules.endsAt(name, rule).filter(end -> end.isAfter(clock.instant())).isEmpty()) {
      throw body.mistake("until", "is over already; write a day or an instant that is to come");
    }
  }
}
