package io.tollgate.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tollgate.RequestView;
import io.tollgate.http.TokenClaims;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A request of a servlet container as limits see it. */
final class WebRequest implements RequestView {

  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private final HttpServletRequest request;

  WebRequest(HttpServletRequest request) {
    this.request = request;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return Routes.path(request);
  }

  @Override
  public List<String> headers(String name) {
    return Collections.list(request.getHeaders(name));
  }

  /**
   * Reads the query alone: what the container offers would read the body, too.
   *
   * <p>A parameter that cannot be decoded is passed over, as containers do: the application may be
   * given the next one of that name.
   */
  @Override
  public Optional<String> query(String name) {
    var query = request.getQueryString();
    if (query == null) {
      return Optional.empty();
    }
    int begin = 0;
    while (begin <= query.length()) {
      int and = query.indexOf('&', begin);
      int end = and < 0 ? query.length() : and;
      int equals = query.indexOf('=', begin);
      boolean hasValue = equals >= 0 && equals < end;
      var read = decoded(query.substring(begin, hasValue ? equals : end));
      if (read.isPresent() && read.get().equals(name)) {
        var value = hasValue ? decoded(query.substring(equals + 1, end)) : Optional.of("");
        if (value.isPresent()) {
          return value;
        }
      }
      begin = end + 1;
    }
    return Optional.empty();
  }

  private static Optional<String> decoded(String text) {
    return BROKEN_ESCAPE.matcher(text).find()
        ? Optional.empty()
        : Optional.of(URLDecoder.decode(text, UTF_8));
  }

  @Override
  public Optional<String> pathParameter(String name) {
    return Optional.empty(); // Servlets have no templates; those of rules are known elsewhere.
  }

  @Override
  public Optional<String> cookie(String name) {
    var cookies = request.getCookies();
    if (cookies != null) {
      for (var cookie : cookies) {
        if (cookie.getName().equals(name)) {
          return Optional.ofNullable(cookie.getValue());
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> user() {
    return Optional.ofNullable(request.getRemoteUser());
  }

  @Override
  public boolean hasRole(String role) {
    return request.getUserPrincipal() != null && request.isUserInRole(role);
  }

  @Override
  public Optional<String> claim(String name) {
    return Optional.ofNullable(request.getUserPrincipal())
        .flatMap(user -> TokenClaims.of(user, name));
  }

  @Override
  public Optional<String> peer() {
    return Optional.ofNullable(request.getRemoteAddr());
  }
}
