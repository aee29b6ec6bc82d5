package io.tollgate.rule;

import io.tollgate.address.IpAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call that a test makes up. */
record MadeCall(
    String method,
    String endpoint,
    String path,
    @Nullable String user,
    @Nullable IpAddress address,
    @Nullable String plan,
    @Nullable String country,
    Map<String, String> headers,
    boolean isBeforeAuthentication,
    long epochMillis)
    implements Call {

  @Override
  public @Nullable String header(String name) {
    return headers.get(name);
  }
}
