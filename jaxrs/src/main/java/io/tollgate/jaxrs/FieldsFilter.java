package io.tollgate.jaxrs;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Writes into the response what is left, and when to come back. */
final class FieldsFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    var passage = Passages.find(request);
    if (passage == null) {
      return; // An earlier filter has answered.
    }
    var headers = response.getHeaders();
    passage.writeFields(headers::putSingle);
    if (response.getStatus() >= 500) {
      passage.failed();
    }
    if (!response.hasEntity()) {
      passage.close(); // Nothing is left to be done for this call.
    }
  }
}
