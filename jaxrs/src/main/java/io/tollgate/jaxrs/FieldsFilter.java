package io.tollgate.jaxrs;

import static jakarta.ws.rs.core.Response.Status.Family.SERVER_ERROR;

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
    passage.writeFields(
        (name, value) -> {
          // A RefusalMapper may have written its own.
          if (!headers.containsKey(name)) {
            headers.putSingle(name, value);
          }
        });
    if (response.getStatusInfo().getFamily() == SERVER_ERROR) {
      passage.failed();
    }
    if (!response.hasEntity()) {
      passage.close(); // Nothing is left to be done for this call.
    }
  }
}
