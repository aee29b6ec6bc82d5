package io.tollgate.jaxrs;

import io.tollgate.Decision;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Has responses seen where a filter is the last that sees them. */
final class FieldsFilter implements ContainerResponseFilter {

  /** Behind all others, which may make a failure of a response, or take its entity away. */
  static final int LAST = 0;

  private final Responses responses;

  FieldsFilter(Responses responses) {
    this.responses = responses;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    var found = request.getProperty(Passages.PROPERTY);
    if (found instanceof Decision decision) {
      responses.see(response, decision);
    } else if (found instanceof Passage passage) {
      responses.see(response, passage, request);
    } // Otherwise an earlier filter has answered.
  }
}
