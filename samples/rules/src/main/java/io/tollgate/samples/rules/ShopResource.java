package io.tollgate.samples.rules;

import static io.tollgate.Key.IP;
import static io.tollgate.Key.USER;
import static io.tollgate.Per.MINUTE;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A shop with limits by annotation: the developer's defaults, which rules override by bucket. */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
public final class ShopResource {

  /** Finds something. */
  @GET
  @Path("search")
  @RateLimited(bucket = "search", limit = 600, per = MINUTE, key = USER)
  public String search() {
    return "3 things found.\n";
  }

  /** Shows something. */
  @GET
  @Path("items/{id}")
  @RateLimited(bucket = "items", limit = 1200, per = MINUTE, key = IP)
  public String item() {
    return "A thing.\n";
  }

  /** Makes a long list. */
  @GET
  @Path("report")
  @RateLimited(bucket = "report", limit = 30, per = MINUTE, key = USER)
  public String report() {
    return "A long list.\n";
  }
}
