package io.tollgate;

import java.util.Collections;
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

  /** Keeps the header fields by their names in lower case, as they are now. */
  public Question {
    method = method.toUpperCase(Locale.ROOT);
    country = country.map(code -> code.toUpperCase(Locale.ROOT));
    var byName = new TreeMap<String, String>();
    headers.forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
    headers = Collections.unmodifiableMap(byName);
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

  /** Returns the question about the same call, answered by the endpoint of this name. */
  public Question withEndpoint(String name) {
    return new Question(method, path, Optional.of(name), user, address, plan, country, headers);
  }

  /** Returns the question about the same call of this user. */
  public Question withUser(String name) {
    return new Question(method, path, endpoint, Optional.of(name), address, plan, country, headers);
  }

  /** Returns the question about the same call from this address. */
  public Question withAddress(String from) {
    return new Question(method, path, endpoint, user, Optional.of(from), plan, country, headers);
  }

  /** Returns the question about the same call of somebody who has booked this plan. */
  public Question withPlan(String booked) {
    return new Question(
        method, path, endpoint, user, address, Optional.of(booked), country, headers);
  }

  /** Returns the question about the same call from this country, in two letters of ISO 3166. */
  public Question withCountry(String code) {
    return new Question(method, path, endpoint, user, address, plan, Optional.of(code), headers);
  }

  /** Returns the question about the same call with this header field, in place of one so named. */
  public Question withHeader(String name, String value) {
    var more = new TreeMap<>(headers);
    more.put(name.toLowerCase(Locale.ROOT), value);
    return new Question(method, path, endpoint, user, address, plan, country, more);
  }
}
