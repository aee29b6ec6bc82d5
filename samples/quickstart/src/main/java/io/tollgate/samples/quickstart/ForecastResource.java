package io.tollgate.samples.quickstart;

import static io.tollgate.Key.IP;
import static io.tollgate.Per.SECOND;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Open to everybody, so the address pays: alice and bob on one machine share a bucket. */
@Path("forecast")
@Produces(MediaType.TEXT_PLAIN)
public final class ForecastResource {

  /** Tells the weather. */
  @GET
  @RateLimited(bucket = "forecast", limit = 5, every = 10, per = SECOND, key = IP)
  public String forecast() {
    return "Sunny, later rain.\n";
  }

  /** Costs nothing, to look how much is left. */
  @GET
  @Path("balance")
  @RateLimited(bucket = "forecast", cost = 0, key = IP)
  public String balance() {
    return "See the RateLimit header.\n";
  }
}
