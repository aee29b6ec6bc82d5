package io.tollgate.samples.quickstart;

import static io.tollgate.Algorithm.SLIDING_WINDOW;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.SECOND;

import io.tollgate.RateLimited;
import io.tollgate.Unlimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/**
 * A named bucket that counts another way, declared once for all methods of the class. A method
 * replaces the limit by naming the same bucket, or opts out.
 */
@Path("search")
@Produces(MediaType.TEXT_PLAIN)
@RateLimited(
    bucket = "search",
    limit = 6,
    every = 10,
    per = SECOND,
    key = USER,
    algorithm = SLIDING_WINDOW)
@SignedIn
public final class SearchResource {

  /** Finds something. */
  @GET
  public String search() {
    return "3 things found.\n";
  }

  /** Costs nothing, to look how much is left. */
  @GET
  @Path("balance")
  @RateLimited(bucket = "search", cost = 0, key = USER)
  public String balance() {
    return "See the RateLimit header.\n";
  }

  /** Tells that the search is alive, as often as anybody asks. */
  @GET
  @Path("health")
  @Unlimited
  public String health() {
    return "up\n";
  }
}
