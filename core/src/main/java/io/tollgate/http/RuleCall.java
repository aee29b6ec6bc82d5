package io.tollgate.http;

import io.tollgate.Phase;
import io.tollgate.address.IpAddress;
import io.tollgate.rule.Call;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A request as rules see it. */
record RuleCall(Caller caller, String endpoint, Phase phase, InstantSource clock) implements Call {

  @Override
  public String method() {
    return caller.method();
  }

  @Override
  public String path() {
    return caller.request().path();
  }

  @Override
  public @Nullable String user() {
    return caller.request().user().orElse(null);
  }

  @Override
  public @Nullable IpAddress address() {
    return caller.address().orElse(null);
  }

  @Override
  public @Nullable String plan() {
    return caller.plan().orElse(null);
  }

  @Override
  public @Nullable String country() {
    return caller.country().orElse(null);
  }

  @Override
  public @Nullable String header(String name) {
    return caller.request().header(name).orElse(null);
  }

  @Override
  public boolean isBeforeAuthentication() {
    return phase == Phase.BEFORE_AUTHENTICATION;
  }

  @Override
  public long epochMillis() {
    return clock.millis();
  }
}
