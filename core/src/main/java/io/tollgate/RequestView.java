package io.tollgate;

import java.util.List;
import java.util.Optional;

/**
 * What a limit may know about a request, whichever web framework serves it.
 *
 * <p>Read-only, and valid during the request. What the client sent is not to be trusted.
 */
public interface RequestView {

  /** Returns the HTTP method, as the framework tells it. */
  String method();

  /**
   * Returns the path within the application as the framework reads it: decoded, without parameters
   * of segments, and without dots if the framework resolves them.
   */
  String path();

  /** Returns all fields of a header, in the order they came; empty if there is none. */
  List<String> headers(String name);

  /** Returns the first value of a query parameter. */
  Optional<String> query(String name);

  /** Returns what a part of the path template matched. */
  Optional<String> pathParameter(String name);

  /** Returns the value of a cookie. */
  Optional<String> cookie(String name);

  /** Returns the name of the user who is signed in. */
  Optional<String> user();

  /** Tells whether the user who is signed in has a role. */
  boolean hasRole(String role);

  /** Returns what the token of the user who is signed in says under a name, as text. */
  Optional<String> claim(String name);

  /** Returns the address at the other end of the connection, which may be a proxy's. */
  Optional<String> peer();

  /** Returns the first field of a header. */
  default Optional<String> header(String name) {
    var fields = headers(name);
    return fields.isEmpty() ? Optional.empty() : Optional.of(fields.get(0));
  }
}
