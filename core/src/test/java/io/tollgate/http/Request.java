package io.tollgate.http;

import io.tollgate.RequestView;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A request that a test makes up. */
class Request implements RequestView {

  private final Optional<String> peer;
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private Set<String> roles = Set.of();
  private Map<String, String> claims = Map.of();
  private Map<String, String> parameters = Map.of();
  private Optional<String> user = Optional.empty();
  private String method = "GET";
  private String path = "/";

  Request(Optional<String> peer) {
    this.peer = peer;
  }

  static Request from(String peer) {
    return new Request(Optional.of(peer));
  }

  static Request fromNowhere() {
    return new Request(Optional.empty());
  }

  /** Adds all fields of one header. */
  Request header(String name, String... fields) {
    headers.put(name, List.of(fields));
    return this;
  }

  Request to(String method, String path) {
    this.method = method;
    this.path = path;
    return this;
  }

  Request roles(String... roles) {
    this.roles = Set.of(roles);
    return this;
  }

  Request claim(String name, String value) {
    this.claims = Map.of(name, value);
    return this;
  }

  Request user(String name) {
    this.user = Optional.of(name);
    return this;
  }

  /** Adds a parameter of query and path and a cookie, all of one name. */
  Request parameter(String name, String value) {
    this.parameters = Map.of(name, value);
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String path() {
    return path.indexOf('?') < 0 ? path : path.substring(0, path.indexOf('?'));
  }

  @Override
  public List<String> headers(String name) {
    return headers.getOrDefault(name, List.of());
  }

  @Override
  public Optional<String> query(String name) {
    int begin = path.indexOf('?');
    if (begin >= 0) {
      return Arrays.stream(path.substring(begin + 1).split("&", -1))
          .filter(one -> one.startsWith(name + "="))
          .map(one -> one.substring(name.length() + 1))
          .findFirst();
    }
    return Optional.ofNullable(parameters.get(name)).map(value -> "query " + value);
  }

  @Override
  public Optional<String> pathParameter(String name) {
    return Optional.ofNullable(parameters.get(name)).map(value -> "pathParameter " + value);
  }

  @Override
  public Optional<String> cookie(String name) {
    return Optional.ofNullable(parameters.get(name)).map(value -> "cookie " + value);
  }

  @Override
  public Optional<String> user() {
    return user;
  }

  @Override
  public boolean hasRole(String role) {
    return roles.contains(role);
  }

  @Override
  public Optional<String> claim(String name) {
    return Optional.ofNullable(claims.get(name));
  }

  @Override
  public Optional<String> peer() {
    return peer;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "request from %s with %s", peer, headers);
  }
}
