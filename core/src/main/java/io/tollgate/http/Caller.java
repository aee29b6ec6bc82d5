package io.tollgate.http;

import io.tollgate.RequestView;
import io.tollgate.address.IpAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one who sends a request; what takes effort to find out is found out once. */
final class Caller {

  private static final Logger LOG = LoggerFactory.getLogger("io.tollgate");
  private static final AtomicBoolean WARNED = new AtomicBoolean();
  private static final Client UNKNOWN = new Client("", Optional.empty(), /* viaProxy= */ false);

  private final RequestView request;
  private final Callers callers;
  private @Nullable Client client;
  private Optional<String> country = Optional.empty();
  private boolean knowsCountry;

  Caller(RequestView request, Callers callers) {
    this.request = request;
    this.callers = callers;
  }

  RequestView request() {
    return request;
  }

  Failures failures() {
    return callers.failures();
  }

  /**
   * Returns the method by which rules know the call: HEAD counts as GET, and {@code get} does, too,
   * because some servers answer it so.
   */
  String method() {
    var method = request.method().toUpperCase(Locale.ROOT);
    return method.equals("HEAD") ? "GET" : method;
  }

  private Client client() {
    if (client == null) {
      var found = callers.address().of(request);
      client = found.isPresent() ? found.get() : unknown();
    }
    return client;
  }

  private Client unknown() {
    // A question about a call may leave the address out, which says nothing about the server.
    if (!(request instanceof AskedRequest) && WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "This server does not tell the address of clients, so limits by address count all"
              + " clients together; use another key or another server");
    }
    return UNKNOWN;
  }

  /** Returns the key of the user who is signed in, or else of the address. */
  String userKey() {
    var user = request.user();
    return isUser(user) ? "user:".concat(user.get()) : addressKey();
  }

  /** Tells whether a user is signed in, whose {@link #userKey} is his own. */
  boolean isUser() {
    return isUser(request.user());
  }

  private static boolean isUser(Optional<String> user) {
    return user.isPresent() && !user.get().isBlank();
  }

  /** Returns the key of the client's address; all whose address is unknown share one. */
  String addressKey() {
    return client().key();
  }

  /** Returns where the call comes from, as far as that is known. */
  Optional<IpAddress> address() {
    return client().address();
  }

  Optional<String> country() {
    if (!knowsCountry) {
      country = callers.country().of(request, client());
      knowsCountry = true;
    }
    return country;
  }

  Optional<String> plan() {
    return callers.plan().of(request, client());
  }
}
