package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Who may come in. */
@Path("tokens")
@Produces(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class TokensResource {

  private final Tokens tokens;

  @Inject
  TokensResource(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Lists the tokens, without their secrets, which nobody knows any more. */
  @GET
  @Needs(Role.APPROVER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode list() {
    var json = Json.object();
    var list = json.putArray("tokens");
    tokens.list().forEach(token -> list.add(Views.token(token)));
    return json;
  }

  /** Makes a token; only this answer has its secret. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.APPROVER)
  @RateLimited(bucket = "writes", key = USER)
  public Response add(Body body, @Context SecurityContext security) {
    var name = body.only("name", "role").requiredText("name");
    var role =
        Role.named(body.requiredText("role"))
            .orElseThrow(
                () -> body.mistake("role", "is none; write host, viewer, editor or approver"));
    var secret = tokens.add(Answers.actor(security), name, role);
    return Response.status(201)
        .header("Cache-Control", "no-store")
        .entity(Json.object().put("name", name).put("role", role.spelled()).put("token", secret))
        .build();
  }

  /** Takes a token away, at once. */
  @DELETE
  @Path("{name}")
  @Needs(Role.APPROVER)
  @RateLimited(bucket = "writes", key = USER)
  public Response delete(@PathParam("name") String name, @Context SecurityContext security) {
    tokens.remove(Answers.actor(security), name);
    return Response.noContent().build();
  }
}
