package io.tollgate.http;

import io.tollgate.Question;
import io.tollgate.RequestView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A request that somebody asks about, and nobody has sent. */
record AskedRequest(Question question) implements RequestView {

  @Override
  public String method() {
    return question.method();
  }

  @Override
  public String path() {
    return question.path();
  }

  @Override
  public List<String> headers(String name) {
    var value = question.headers().get(name.toLowerCase(Locale.ROOT));
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public Optional<String> query(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<String> pathParameter(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<String> cookie(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<String> user() {
    return question.user();
  }

  @Override
  public boolean hasRole(String role) {
    return false;
  }

  @Override
  public Optional<String> claim(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<String> peer() {
    return question.address();
  }
}
