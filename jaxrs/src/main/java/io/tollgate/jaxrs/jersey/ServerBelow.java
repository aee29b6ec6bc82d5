package io.tollgate.jaxrs.jersey;

import io.tollgate.jaxrs.ClassPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.GenericType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Supplier;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.hk2.api.Context;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.api.TypeLiteral;
import org.glassfish.jersey.internal.inject.InjectionManager;
import org.glassfish.jersey.internal.util.collection.Ref;
import org.glassfish.jersey.process.internal.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The server below Jersey. */
final class ServerBelow {

  private static final boolean SERVLET = ClassPath.has("jakarta.servlet.http.HttpServletRequest");
  private static final boolean GRIZZLY = ClassPath.has("org.glassfish.grizzly.http.server.Request");

  private final @Nullable Supplier<@Nullable Ref<Request>> grizzly;
  private final @Nullable Supplier<@Nullable Ref<HttpServletRequest>> servlet;

  ServerBelow(InjectionManager injection) {
    this.grizzly = GRIZZLY ? reference(injection, Grizzly.REFERENCE) : null;
    this.servlet = SERVLET ? reference(injection, Servlet.REFERENCE) : null;
  }

  /** Tells whether it may be one of servlets, which can hand a request from one to another. */
  boolean mayHaveServlets() {
    return servlet != null;
  }

  /** Returns the address at the other end of the connection of the present request. */
  Optional<String> peer() {
    var address = grizzly == null ? Optional.<String>empty() : Grizzly.address(grizzly.get());
    return servlet != null && address.isEmpty() ? Servlet.address(servlet.get()) : address;
  }

  /*
   * Both servers bind a reference that is filled with each request, and a factory that reads it. HK2
   * makes that factory anew for each look-up, so the reference is asked for. Which binding is meant, HK2
   * would find out anew each time, which costs more than all the rest; so it is told. And it is not HK2
   * that has what belongs to a request, but Jersey, as the context of that scope; so that is asked.
   */

  /** Returns null where it is known that there is no such binding. */
  private static <T> @Nullable Supplier<@Nullable Ref<T>> reference(
      InjectionManager injection, Type type) {
    return JerseyServer.HK2 ? Hk2.reference(injection, type) : () -> injection.getInstance(type);
  }

  /** Loaded only where HK2 is. */
  private static final class Hk2 {

    private static final Type REQUESTS = new TypeLiteral<Context<RequestScoped>>() {}.getType();

    static <T> @Nullable Supplier<@Nullable Ref<T>> reference(
        InjectionManager injection, Type type) {
      var locator = injection.getInstance(ServiceLocator.class);
      if (locator == null) {
        return () -> injection.getInstance(type);
      }
      ServiceHandle<Ref<T>> known = locator.getServiceHandle(type);
      if (known == null) {
        return null;
      }
      var binding = known.getActiveDescriptor();
      Context<RequestScoped> requests = locator.getService(REQUESTS);
      return requests != null && binding.getScopeAnnotation() == RequestScoped.class
          ? () -> requests.findOrCreate(binding, /* root= */ null)
          : () -> injection.getInstance(type);
    }
  }

  /** Loaded only where servlets are. */
  private static final class Servlet {

    private static final Type REFERENCE = new GenericType<Ref<HttpServletRequest>>() {}.getType();

    static Optional<String> address(@Nullable Ref<HttpServletRequest> request) {
      return Optional.ofNullable(request).map(Ref::get).map(HttpServletRequest::getRemoteAddr);
    }
  }

  /** Loaded only where Grizzly is. */
  private static final class Grizzly {

    private static final Type REFERENCE = new GenericType<Ref<Request>>() {}.getType();

    static Optional<String> address(@Nullable Ref<Request> request) {
      return Optional.ofNullable(request).map(Ref::get).map(Request::getRemoteAddr);
    }
  }
}
