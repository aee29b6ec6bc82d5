package io.tollgate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A call that somebody asks about: "GET /search as alice from 5.5.5.5".
 *
 * @param method the HTTP method
 * @param path the path within the application
 * @param endpoint the name of the endpoint; found by the path if absent
 * @param user who is signed in
 * @param address where the call comes from
 * @param plan what the caller has booked
 * @param country where the address is
 * @param headers header fields by name
 */
public record Question(
    String method,
    String path,
    Optional<String> endpoint,
    Optional<String> user,
    Optional<String> address,
    Optional<String> plan,
    Optional<String> country,
    Map<String, String> headers) {

  /** Keeps the header fields by their names in lower case. */
  public Question {
    method = method.toUpperCase(Locale.ROOT);
    country = country.map(code -> code.toUpperCase(Locale.ROOT));
    var byName = new TreeMap<String, String>();
    headers.forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
    headers = byName;
  }

  /** Returns the question about a call of somebody unknown. */
  public static Question of(String method, String path) {
    return new Question(
        method,
        path,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }
}
