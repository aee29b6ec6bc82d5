package io.tollgate.bench.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that a limiter by user can do and still say what is left: a count in a map. It knows no
 * time, gives nothing back and refuses nobody, so it is no limiter; it is what any limiter has to
 * do besides.
 */
@Priority(Priorities.AUTHENTICATION + 500)
final class CountInMap implements ContainerRequestFilter, ContainerResponseFilter {

  private static final String LEFT = "left";
  private static final long SECONDS_PER_TOKEN = 60 / Greetings.PER_MINUTE;

  private final ConcurrentMap<String, AtomicLong> counts = new ConcurrentHashMap<>();

  @Override
  public void filter(ContainerRequestContext request) {
    var user = request.getSecurityContext().getUserPrincipal().getName();
    var count = counts.get(user);
    if (count == null) {
      count = counts.computeIfAbsent(user, first -> new AtomicLong(Greetings.AMPLE));
    }
    request.setProperty(LEFT, count.decrementAndGet());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(LEFT) instanceof Long left) {
      var state = "\"user\";r=" + left + ";t=" + left * SECONDS_PER_TOKEN;
      ConstantFields.write(response, ConstantFields.POLICY, state);
    }
  }
}
