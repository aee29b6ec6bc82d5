package io.tollgate.samples.quickstart;

import static io.tollgate.Key.USER;
import static io.tollgate.Per.SECOND;

import io.tollgate.RateLimited;
import io.tollgate.Toll;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a call costs is known only afterwards: a guess is reserved, and the real cost settled. */
@Path("export")
@Produces(MediaType.TEXT_PLAIN)
@SignedIn
public final class ExportResource {

  private static final int MAX_ROWS = 40;

  /** Returns rows and pays for as many as there were: one token each. */
  @GET
  @RateLimited(
      bucket = "rows",
      limit = 2,
      per = SECOND,
      burst = 40,
      cost = 10,
      settle = true,
      key = USER)
  public String export(@QueryParam("rows") @DefaultValue("4") int rows, @Context Toll toll) {
    if (rows < 0 || rows > MAX_ROWS) {
      throw new BadRequestException("rows is " + rows + "; it must be 0 to " + MAX_ROWS);
    }
    toll.settle(rows);
    return IntStream.rangeClosed(1, rows)
        .mapToObj(row -> "row " + row + "\n")
        .collect(Collectors.joining());
  }

  /** Costs nothing, to look how much is left. */
  @GET
  @Path("balance")
  @RateLimited(bucket = "rows", cost = 0, key = USER)
  public String balance() {
    return "See the RateLimit header.\n";
  }
}
