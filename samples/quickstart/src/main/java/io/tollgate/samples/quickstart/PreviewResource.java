package io.tollgate.samples.quickstart;

import static io.tollgate.Key.USER;
import static io.tollgate.Per.SECOND;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A limit on trial: it counts and logs what it would refuse, and refuses nothing. */
@Path("preview")
@Produces(MediaType.TEXT_PLAIN)
@SignedIn
public final class PreviewResource {

  /** Shows something. */
  @GET
  @RateLimited(bucket = "preview", limit = 3, every = 10, per = SECOND, key = USER, shadow = true)
  public String preview() {
    return "Looks good.\n";
  }

  /** Costs nothing, to look how much is left. */
  @GET
  @Path("balance")
  @RateLimited(bucket = "preview", cost = 0, key = USER)
  public String balance() {
    return "See the RateLimit header.\n";
  }
}
