package io.tollgate.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.SECOND;
import static io.tollgate.Phase.BEFORE_AUTHENTICATION;

import io.tollgate.RateLimited;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** All rules for hosts, at once or when they change. */
@Path("snapshot")
@Produces(MediaType.APPLICATION_JSON)
@RateLimited(
    bucket = "callers",
    limit = 2000,
    per = SECOND,
    burst = 10_000, // More than others have left, so that header fields tell of those.
    key = IP,
    phase = BEFORE_AUTHENTICATION)
public final class SnapshotResource {

  private static final int MAX_WAIT_SECONDS = 60;

  private final Snapshots snapshots;

  @Inject
  SnapshotResource(Snapshots snapshots) {
    this.snapshots = snapshots;
  }

  /**
   * Answers with the rules, if they are others than the client has; otherwise when they are, or
   * after {@code wait} seconds that they are not. Only hosts wait: places are few, and theirs.
   */
  @GET
  @Needs({Role.HOST, Role.VIEWER})
  @RateLimited(bucket = "hosts", limit = 2000, per = SECOND, key = USER)
  public void get(
      @QueryParam("wait") @DefaultValue("0") int wait,
      @HeaderParam("If-None-Match") @DefaultValue("") String known,
      @HeaderParam("Tollgate-Host") @DefaultValue("") String host,
      @Context SecurityContext security,
      @Suspended AsyncResponse response) {
    var current = snapshots.current();
    if (current.isEmpty()) {
      response.resume(Problems.unavailable("rules have not been read yet; come again"));
      return;
    }
    // A proxy that compresses makes the tag weak.
    var etag = known.startsWith("W/") ? known.substring(2) : known;
    if (!current.get().etag().equals(etag)) {
      response.resume(changed(current.get()));
      return;
    }
    var waiter = new Hanging(etag, host, response);
    if (wait <= 0 || !Answers.actor(security).role().suffices(Role.HOST)) {
      response.resume(waiter.unchanged(null));
      return;
    }
    response.setTimeout(Math.min(wait, MAX_WAIT_SECONDS), TimeUnit.SECONDS);
    response.setTimeoutHandler(
        late -> {
          snapshots.forget(waiter);
          late.resume(waiter.unchanged(null));
        });
    if (!snapshots.await(waiter)) {
      response.resume(waiter.unchanged(null));
    }
  }

  private static Response changed(Snapshot snapshot) {
    return Response.ok(snapshot.json())
        .header("ETag", snapshot.etag())
        .header("Cache-Control", "no-cache")
        .build();
  }

  /** A request that is held until there is something to say. */
  private static final class Hanging implements Snapshots.Waiter {

    private final String etag;
    private final String host;
    private final AsyncResponse response;

    Hanging(String etag, String host, AsyncResponse response) {
      this.etag = etag;
      this.host = host;
      this.response = response;
    }

    @Override
    public String etag() {
      return etag;
    }

    @Override
    public String host() {
      return host;
    }

    @Override
    public void changed(Snapshot snapshot) {
      response.resume(SnapshotResource.changed(snapshot));
    }

    @Override
    public boolean ask(String question) {
      return response.resume(unchanged(question));
    }

    Response unchanged(@Nullable String question) {
      var unchanged = Response.notModified().header("ETag", etag);
      return question == null
          ? unchanged.build()
          : unchanged.header("Tollgate-Question", question).build();
    }
  }
}
