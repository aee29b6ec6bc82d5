package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.MINUTE;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** About the service itself: who is signed in, who did what, and what can be asked. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RateLimited(bucket = "callers", key = IP, phase = BEFORE_AUTHENTICATION)
public final class AboutResource {

  private static final int MAX_AUDIT = 1_000;

  private final Database database;
  private final Changes changes;

  @Inject
  AboutResource(Database database, Changes changes) {
    this.database = database;
    this.changes = changes;
  }

  /** Tells who is signed in, and what that means here. */
  @GET
  @Path("me")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode me(@Context SecurityContext security) {
    var actor = Answers.actor(security);
    return Json.object()
        .put("name", actor.name())
        .put("role", actor.role().spelled())
        .put("fourEyes", changes.fourEyes());
  }

  /**
   * Lists the newest entries of the audit; with {@code before} those that are older than one, and
   * with {@code after} those that are newer, which go the other way.
   */
  @GET
  @Path("audit")
  @Needs(Role.VIEWER)
  @RateLimited(bucket = "reads", key = USER)
  public ObjectNode audit(
      @QueryParam("after") @Nullable Long after,
      @QueryParam("before") @Nullable Long before,
      @QueryParam("limit") @DefaultValue("100") int limit) {
    if (after != null && before != null) {
      throw ProblemException.invalid("before", "goes without after; state one of them");
    }
    int bounded = Math.max(1, Math.min(limit, MAX_AUDIT));
    long end = before == null ? Long.MAX_VALUE : before;
    var json = Json.object();
    var entries = json.putArray("entries");
    database
        .call(
            transaction ->
                after == null
                    ? AuditStore.before(transaction, end, bounded)
                    : AuditStore.after(transaction, after, bounded))
        .forEach(entry -> entries.add(Views.audit(entry)));
    return json;
  }

  /** Describes this interface; open to all, since it is the same everywhere. */
  @GET
  @Path("openapi.json")
  @Open
  @RateLimited(bucket = "papers", limit = 600, per = MINUTE, key = IP)
  public Response openApi() {
    InputStream document = AboutResource.class.getResourceAsStream("openapi.json");
    return document == null ? Response.status(404).build() : Response.ok(document).build();
  }
}
