package io.tollgate.bench.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Limits nothing, and writes fields like those of a limit: the least that any limiter costs. */
final class ConstantFields implements ContainerRequestFilter, ContainerResponseFilter {

  private static final String POLICY = "\"user\";q=10;w=60;tollgate-burst=10000000";
  private static final String STATE = "\"user\";r=9999999;t=59999994";

  @Override
  public void filter(ContainerRequestContext request) {
    // Everybody may pass.
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle("RateLimit-Policy", POLICY);
    response.getHeaders().putSingle("RateLimit", STATE);
  }
}
