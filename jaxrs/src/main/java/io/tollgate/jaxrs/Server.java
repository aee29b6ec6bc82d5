package io.tollgate.jaxrs;

import io.tollgate.Limiter;
import io.tollgate.Settings;
import io.tollgate.http.Gate;
import io.tollgate.http.Passage;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What one implementation of Jakarta REST offers beyond the standard; one for each application.
 *
 * <p>Not for applications to implement.
 */
public interface Server {

  /**
   * Returns the settings that this implementation has besides the properties of the application:
   * parameters of a servlet.
   */
  default Map<String, Object> settings() {
    return Map.of();
  }

  /** Returns the classes that may be root resources, as far as they are known before the start. */
  default Collection<Class<?>> classes(FeatureContext context) {
    return Resources.classes(context.getConfiguration());
  }

  /**
   * Registers what this implementation needs.
   *
   * @param gate to be started when all endpoints are known, at the latest by the first call
   * @param stop to be run when the application stops
   */
  void join(FeatureContext context, Gate gate, Runnable stop);

  /** Tells whether {@link #join} hears when all endpoints are known, wherever they come from. */
  default boolean tellsStart() {
    return false;
  }

  /**
   * Tells whether filters can be bound to every endpoint. If not, one filter stands before all of
   * them, and asks for {@link #matched}.
   */
  default boolean bindsFilters() {
    return true;
  }

  /**
   * Returns the resources through which the present request has come to the endpoint that filters
   * are being bound to, unless {@link #join} hears of them.
   */
  default List<Object> passedResources() {
    return List.of();
  }

  /** Returns the method that is to answer a request, where filters cannot be bound to it. */
  default ResourceInfo matched(ContainerRequestContext request) {
    throw new UnsupportedOperationException("filters are bound");
  }

  /**
   * Hears of a request that has passed its limits, to close its passage when the call is over.
   *
   * <p>May come more than once for a request.
   */
  default void passed(ContainerRequestContext request, Passage passage) {
    // Some other way is found in join.
  }

  /**
   * Hears of the response of a call that holds a place and goes on, before it is written; for calls
   * whose end was not to be seen in {@link #passed}.
   */
  default void responds(
      ContainerRequestContext request, ContainerResponseContext response, Passage passage) {
    // Every end is seen there.
  }

  /** Tells whether {@link #onHead} does something; if not, a filter sees responses. */
  default boolean seesHeads() {
    return false;
  }

  /**
   * Has the response of a request seen when its head is written, behind all filters, whatever made
   * it; not what a server answers itself where the application has no answer.
   *
   * <p>May come more than once for a request; then the last one sees it.
   */
  default void onHead(
      ContainerRequestContext request, Consumer<ContainerResponseContext> observer) {
    throw new UnsupportedOperationException("a filter sees responses");
  }

  /**
   * Tells whether a request may come that has come to limits before: to filters of a container
   * around the application, or to the application itself, which has forwarded it.
   *
   * <p>To be asked while a request is under way.
   */
  default boolean mayComeAgain() {
    return true;
  }

  /**
   * Tells whether a call of an endpoint that holds a place is to end, too, when its response is
   * written.
   */
  default boolean endsByWriting(ResourceInfo resource) {
    return false;
  }

  /**
   * Tells whether matrix parameters alone were taken for a segment: {@code /items/;a} as an item.
   */
  default boolean parametersAreSegment(ContainerRequestContext request) {
    return false;
  }

  /**
   * Returns what a parameter of the path has matched, as it was sent; where several have its name,
   * the nearest to the method, which is what that is given.
   */
  default Optional<String> pathParameter(ContainerRequestContext request, String name) {
    var matched = request.getUriInfo().getPathParameters(/* decode= */ false).get(name);
    return matched == null || matched.isEmpty()
        ? Optional.empty()
        : Optional.of(matched.get(matched.size() - 1));
  }

  /** Returns the address at the other end of the connection. */
  Optional<String> peer(ContainerRequestContext request);

  /** Returns an object with all that is injected into it; empty if that cannot be done here. */
  <T> Optional<T> instance(Class<T> type);

  /** Returns the limiter that the application brings itself. */
  default Optional<Limiter> limiter(Settings settings) {
    return Optional.empty();
  }

  /** Returns what the application has registered to answer refused calls, if it is found here. */
  default Optional<RefusalMapper> refusalMapper() {
    return Optional.empty();
  }
}
