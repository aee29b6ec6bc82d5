package io.tollgate.rule;

import io.tollgate.address.IpAddress;
import org.jspecify.annotations.Nullable;

/** What rules may ask of a call; whatever takes effort to find out is asked only if need be. */
public interface Call {

  /** Returns the HTTP method; GET for HEAD. */
  String method();

  /** Returns the name of the endpoint that answers; empty if there is none. */
  String endpoint();

  /** Returns the path within the application, decoded. */
  String path();

  /** Returns who is signed in. */
  @Nullable String user();

  /** Returns where the call comes from. */
  @Nullable IpAddress address();

  /** Returns what the caller has booked. */
  @Nullable String plan();

  /** Returns from which country the call comes. */
  @Nullable String country();

  /** Returns the first field of a header. */
  @Nullable String header(String name);

  /** Tells whether the user is not known yet, so that nothing that goes by the user holds. */
  boolean isBeforeAuthentication();

  /** Returns the time of day, in milliseconds since 1970. */
  long epochMillis();
}
