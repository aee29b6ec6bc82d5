package io.tollgate.jaxrs.jersey;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.jersey.internal.inject.InjectionManager;

/** Asks the server below Jersey for the address at the other end of the connection. */
@FunctionalInterface
interface PeerAddress {

  /** Returns the address of the present request. */
  Optional<String> of();

  /** Returns the way for the server that is there; which one it is shows at the first request. */
  static PeerAddress of(InjectionManager injection) {
    return new PeerAddress() {
      private final boolean servlet =
          JerseyServer.isPresent("jakarta.servlet.http.HttpServletRequest");
      private final boolean grizzly =
          JerseyServer.isPresent("org.glassfish.grizzly.http.server.Request");

      @Override
      public Optional<String> of() {
        if (servlet) {
          var address = Servlet.address(injection);
          if (address.isPresent()) {
            return address;
          }
        }
        return grizzly ? Grizzly.address(injection) : Optional.empty();
      }
    };
  }

  /** Loaded only where servlets are. */
  final class Servlet {

    private Servlet() {}

    static Optional<String> address(InjectionManager injection) {
      return Optional.ofNullable(injection.getInstance(HttpServletRequest.class))
          .map(HttpServletRequest::getRemoteAddr);
    }
  }

  /** Loaded only where Grizzly is. */
  final class Grizzly {

    private Grizzly() {}

    static Optional<String> address(InjectionManager injection) {
      return Optional.ofNullable(injection.getInstance(Request.class)).map(Request::getRemoteAddr);
    }
  }
}
