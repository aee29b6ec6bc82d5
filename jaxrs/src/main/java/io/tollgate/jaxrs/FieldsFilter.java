package io.tollgate.jaxrs;

import static jakarta.ws.rs.core.Response.Status.Family.SERVER_ERROR;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.ArrayList;
import java.util.List;

/** Writes into the response what is left, and when to come back. */
final class FieldsFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    var passage = Passages.find(request);
    if (passage == null) {
      return; // An earlier filter has answered.
    }
    var headers = response.getHeaders();
    if (passage.isRefused()) {
      // A RefusalMapper may have written its own.
      passage.writeFields((name, value) -> headers.computeIfAbsent(name, absent -> single(value)));
    } else {
      // Not putSingle, which looks the name up three times, each time in lower case on Jersey.
      passage.writeFields((name, value) -> headers.put(name, single(value)));
    }
    if (response.getStatusInfo().getFamily() == SERVER_ERROR) {
      passage.failed();
    }
    if (!response.hasEntity()) {
      passage.close(); // Nothing is left to be done for this call.
    }
  }

  /** Returns a list that whoever comes later may add to. */
  private static List<Object> single(String value) {
    var list = new ArrayList<Object>(1);
    list.add(value);
    return list;
  }
}
