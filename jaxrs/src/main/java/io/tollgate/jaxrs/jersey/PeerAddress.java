package io.tollgate.jaxrs.jersey;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.GenericType;
import java.lang.reflect.Type;
import java.util.Optional;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.util.collection.Ref;

/** Asks the server below Jersey for the address at the other end of the connection. */
final class PeerAddress {

  private static final boolean SERVLET =
      JerseyServer.isPresent("jakarta.servlet.http.HttpServletRequest");
  private static final boolean GRIZZLY =
      JerseyServer.isPresent("org.glassfish.grizzly.http.server.Request");

  private final InjectionManager injection;

  PeerAddress(InjectionManager injection) {
    this.injection = injection;
  }

  /** Returns the address of the present request. */
  Optional<String> of() {
    var address = GRIZZLY ? Grizzly.address(injection) : Optional.<String>empty();
    return SERVLET && address.isEmpty() ? Servlet.address(injection) : address;
  }

  /*
   * Both servers bind a reference that is filled with each request, and a factory that reads it. HK2
   * makes that factory anew for each look-up, so the reference is asked for.
   */

  private static <T> Optional<T> content(InjectionManager injection, Type reference) {
    Ref<T> found = injection.getInstance(reference);
    return found == null ? Optional.empty() : Optional.ofNullable(found.get());
  }

  /** Loaded only where servlets are. */
  private static final class Servlet {

    private static final Type REFERENCE = new GenericType<Ref<HttpServletRequest>>() {}.getType();

    static Optional<String> address(InjectionManager injection) {
      return PeerAddress.<HttpServletRequest>content(injection, REFERENCE)
          .map(HttpServletRequest::getRemoteAddr);
    }
  }

  /** Loaded only where Grizzly is. */
  private static final class Grizzly {

    private static final Type REFERENCE = new GenericType<Ref<Request>>() {}.getType();

    static Optional<String> address(InjectionManager injection) {
      return PeerAddress.<Request>content(injection, REFERENCE).map(Request::getRemoteAddr);
    }
  }
}
