package io.tollgate;

import java.util.Optional;

/**
 * Tells who pays for a request, in a way of the application.
 *
 * <p>Named by {@link RateLimited#resolver}; made once, with injection where the web framework
 * offers it. It is called on the path of every request, so it must not wait.
 */
@FunctionalInterface
public interface KeyResolver {

  /**
   * Returns the key; when it is empty or blank, or this fails, the client's address pays. An error
   * other than {@link AssertionError} and {@link LinkageError} becomes the request's.
   */
  Optional<String> resolve(RequestView request);
}
