package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
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

/** The hosts: what they report, and what they say when they are asked. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class HostsResource {

  private static final int MAX_ID = 200;

  private final Hosts hosts;
  private final Explainer explainer;
  private final Snapshots snapshots;

  @Inject
  HostsResource(Hosts hosts, Explainer explainer, Snapshots snapshots) {
    this.hosts = hosts;
    this.explainer = explainer;
    this.snapshots = snapshots;
  }

  /** Lists the hosts that have reported in the last minute. */
  @GET
  @Path("hosts")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode list() {
    return hosts.list();
  }

  /** Shows what rules did in the last seconds, and who was refused most. */
  @GET
  @Path("live")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode live(@QueryParam("seconds") @DefaultValue("300") int seconds) {
    var json = hosts.live(seconds);
    // What hosts should have, to compare with what they do.
    snapshots.current().ifPresent(snapshot -> json.put("version", snapshot.version()));
    return json;
  }

  /** Takes the report of a host. */
  @POST
  @Path("hosts/{id}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.HOST)
  @RateLimited(bucket = "hosts", key = USER)
  public Response report(
      @PathParam("id") String id, Body report, @Context SecurityContext security) {
    Texts.mistakeInName(id, MAX_ID)
        .ifPresent(
            mistake -> {
              throw ProblemException.invalid("id", mistake);
            });
    report.only("version", "started", "health", "counts", "refused", "endpoints");
    hosts.report(id, Answers.actor(security).address(), report.json());
    return Response.noContent().build();
  }

  /** Takes what a host says to a question. */
  @POST
  @Path("hosts/{id}/answers/{question}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Needs(Role.HOST)
  @RateLimited(bucket = "hosts", key = USER)
  public Response answer(
      @PathParam("id") String id, @PathParam("question") String question, Body answer) {
    explainer.answered(id, question, answer.json());
    return Response.noContent().build();
  }
}
