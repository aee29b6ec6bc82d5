package io.tollgate.bench.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.ArrayList;
import java.util.List;

/** Limits nothing, and writes two fields: what any limiter that tells what is left has to do. */
final class ConstantFields implements ContainerRequestFilter, ContainerResponseFilter {

  static final String POLICY = "\"user\";q=10;w=60;tollgate-burst=10000000";
  private static final String STATE = "\"user\";r=9999999;t=59999994";

  @Override
  public void filter(ContainerRequestContext request) {
    // Everybody may pass.
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    write(response, POLICY, STATE);
  }

  /** Writes two fields as Tollgate does it: putSingle looks a name up three times on Jersey. */
  static void write(ContainerResponseContext response, String policy, String state) {
    var headers = response.getHeaders();
    headers.put("RateLimit-Policy", single(policy));
    headers.put("RateLimit", single(state));
  }

  private static List<Object> single(String value) {
    var list = new ArrayList<Object>(1);
    list.add(value);
    return list;
  }
}
