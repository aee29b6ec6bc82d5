package io.tollgate.jaxrs.tests;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Has places that rules guard, and one that is open. */
@Path("")
public final class GuardedResource {

  /** Is guarded. */
  @GET
  @Path("admin")
  public String admin() {
    return "guarded";
  }

  /** Is guarded. */
  @GET
  @Path("secret/{id}")
  public String secret() {
    return "guarded";
  }

  /** Is guarded. */
  @GET
  @Path("secret/{id}/{rest: .*}")
  public String below() {
    return "guarded";
  }

  /** Is guarded. */
  @GET
  @Path("vault/{id}")
  public String vault() {
    return "guarded";
  }

  /** Is open. */
  @GET
  @Path("open")
  public String open() {
    return "open";
  }
}
