package io.tollgate.rules;

import io.tollgate.Question;
import io.tollgate.address.IpAddress;
import io.tollgate.rule.Call;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A call that somebody asks about, as rules see it. */
record AskedCall(Question question, long epochMillis) implements Call {

  @Override
  public String method() {
    return question.method().equals("HEAD") ? "GET" : question.method();
  }

  @Override
  public String endpoint() {
    return question.endpoint().orElse("");
  }

  @Override
  public String path() {
    return question.path();
  }

  @Override
  public @Nullable String user() {
    return question.user().orElse(null);
  }

  @Override
  public @Nullable IpAddress address() {
    return question.address().flatMap(IpAddress::parse).orElse(null);
  }

  @Override
  public @Nullable String plan() {
    return question.plan().orElse(null);
  }

  @Override
  public @Nullable String country() {
    return question.country().orElse(null);
  }

  @Override
  public @Nullable String header(String name) {
    return question.headers().get(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean isBeforeAuthentication() {
    return false;
  }
}
