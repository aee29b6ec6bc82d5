package io.tollgate.jaxrs.tests;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Answers whatever rules are for. */
@Path("ruled")
public final class RuledResource {

  /** Has no limit of its own. */
  @GET
  @Path("{name}")
  public String any(@PathParam("name") String name) {
    return name;
  }

  /** Has no limit of its own. */
  @POST
  @Path("{name}")
  public String post(@PathParam("name") String name) {
    return name;
  }

  /** Has no limit of its own. */
  @GET
  @Path("items/{id}")
  public String item(@PathParam("id") String id) {
    return id;
  }

  /** Has a limit that the file replaces. */
  @GET
  @Path("own")
  @RateLimited(limit = 1, per = Per.HOUR, key = Key.GLOBAL)
  public String own() {
    return "own";
  }
}
