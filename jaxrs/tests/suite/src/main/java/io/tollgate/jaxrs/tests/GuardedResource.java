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

  /** Is guarded. */
  @GET
  @Path("caf%C3%A9")
  public String encoded() {
    return "guarded";
  }

  /** Is guarded. */
  @GET
  @Path("a b")
  public String spaced() {
    return "guarded";
  }

  /** Is open. */
  @GET
  @Path("open")
  public String open() {
    return "open";
  }
}
