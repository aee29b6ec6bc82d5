package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Changes that wait for a second pair of eyes. */
@Path("proposals")
@Produces(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class ProposalsResource {

  private final Database database;
  private final Changes changes;
  private final InstantSource clock;

  @Inject
  ProposalsResource(Database database, Changes changes, InstantSource clock) {
    this.database = database;
    this.changes = changes;
    this.clock = clock;
  }

  /**
   * Lists the newest proposals, or those that are {@code open} or {@code decided}; with {@code
   * before} those that are older than one.
   */
  @GET
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode list(
      @QueryParam("status") @DefaultValue("") String status,
      @QueryParam("before") @Nullable Long before) {
    var which =
        switch (status) {
          case "" -> ProposalStore.Which.ALL;
          case "open" -> ProposalStore.Which.OPEN;
          case "decided" -> ProposalStore.Which.DECIDED;
          default -> throw ProblemException.invalid("status", "is none; write open or decided");
        };
    long end = before == null ? Long.MAX_VALUE : before;
    var json = Json.object();
    var proposals = json.putArray("proposals");
    database
        .call(transaction -> ProposalStore.list(transaction, which, end))
        .forEach(one -> proposals.add(Views.proposal(one)));
    return json;
  }

  /** Shows one proposal, and what it would change now. */
  @GET
  @Path("{id}")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode get(@PathParam("id") long id) {
    return database.call(
        transaction -> {
          var proposal =
              ProposalStore.find(transaction, id)
                  .orElseThrow(() -> ProblemException.notFound("there is no such proposal"));
          var before =
              RuleStore.find(transaction, proposal.change().name())
                  .map(rule -> Rules.parsed(rule.body()))
                  .orElseGet(Json::object);
          var after = proposal.change().body().map(Rules::parsed).orElseGet(Json::object);
          var json = Views.proposal(proposal);
          json.set("diff", new Diff(before, after).json());
          return json;
        });
  }

  /** Does what the proposal asks for. */
  @POST
  @Path("{id}/approve")
  @Needs(Role.APPROVER)
  @RateLimited(bucket = "writes", key = USER)
  public Response approve(@PathParam("id") long id, @Context SecurityContext security) {
    return Answers.of(changes.approve(Answers.actor(security), id), clock.instant());
  }

  /** Puts the proposal away; its author may do that, too. */
  @POST
  @Path("{id}/reject")
  @Needs(Role.EDITOR)
  @RateLimited(bucket = "writes", key = USER)
  public Response reject(@PathParam("id") long id, @Context SecurityContext security) {
    changes.reject(Answers.actor(security), id);
    return Response.noContent().build();
  }
}
