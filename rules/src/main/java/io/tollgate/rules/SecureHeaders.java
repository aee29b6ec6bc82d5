package io.tollgate.rules;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Keeps browsers from taking an answer for anything else than data. */
final class SecureHeaders implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    var headers = response.getHeaders();
    headers.putSingle("X-Content-Type-Options", "nosniff");
    headers.putSingle("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    headers.putSingle("Referrer-Policy", "no-referrer");
    if (!headers.containsKey("Cache-Control")) {
      headers.putSingle("Cache-Control", "no-cache");
    }
  }
}
