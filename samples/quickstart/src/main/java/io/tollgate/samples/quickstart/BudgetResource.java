package io.tollgate.samples.quickstart;

import static io.tollgate.Key.USER;
import static io.tollgate.Per.SECOND;

import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/**
 * One budget for everything a user does: a report weighs as much as three greetings. How large the
 * budget is, {@code tollgate.yaml} says.
 */
@Path("/")
@Produces(MediaType.TEXT_PLAIN)
@SignedIn
public final class BudgetResource {

  /** Greets the user. */
  @GET
  @Path("greeting")
  @RateLimited(cost = 1, per = SECOND, key = USER)
  public String greeting(@Context SecurityContext security) {
    return "Hello, " + security.getUserPrincipal().getName() + "!\n";
  }

  /** Stands for something that is three times the work. */
  @GET
  @Path("report")
  @RateLimited(cost = 3, per = SECOND, key = USER)
  public String report() {
    return "Sold today: 41 apples, 7 pears, 1 melon.\n";
  }

  /** Costs nothing, so that anybody may look how much is left: the headers tell. */
  @GET
  @Path("balance")
  @RateLimited(cost = 0, per = SECOND, key = USER)
  public String balance() {
    return "See the RateLimit header.\n";
  }
}
