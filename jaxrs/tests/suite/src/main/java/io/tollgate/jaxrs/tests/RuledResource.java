package io.tollgate.jaxrs.tests;

import io.tollgate.Explainer;
import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.Question;
import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;

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

  /** Explains a call of a user. */
  @GET
  @Path("explained")
  public String explained(@Context Explainer explainer, @QueryParam("user") String user) {
    return explainer.explain(Question.of("GET", "/ruled/asked").withUser(user)).toJson();
  }
}
