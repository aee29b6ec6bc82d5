package io.tollgate.jaxrs;

import jakarta.ws.rs.core.FeatureContext;
import java.util.Map;

/** Finds out on which implementation the application runs. */
final class Servers {

  /*
   * By names, and not by ServiceLoader: that would load the classes for all implementations, and
   * those of the ones that are not there cannot be loaded.
   */
  private static final Map<String, String> BY_PACKAGE =
      Map.of(
          "org.glassfish.jersey.", "io.tollgate.jaxrs.jersey.JerseyServer",
          "org.jboss.resteasy.", "io.tollgate.jaxrs.resteasy.ResteasyServer",
          "org.apache.cxf.", "io.tollgate.jaxrs.cxf.CxfServer");

  /** RESTEasy Reactive has the package of RESTEasy, and none of its classes. */
  private static final String RESTEASY = "org.jboss.resteasy.core.ResteasyContext";

  private Servers() {}

  /** Returns what the implementation offers from which this context comes. */
  static Server of(FeatureContext context) {
    return of(context.getClass().getName());
  }

  static Server of(String name) {
    if (name.startsWith("org.jboss.resteasy.") && !ClassPath.has(RESTEASY)) {
      return new StandardServer();
    }
    for (var known : BY_PACKAGE.entrySet()) {
      if (name.startsWith(known.getKey())) {
        return make(known.getValue());
      }
    }
    return new StandardServer();
  }

  private static Server make(String type) {
    try {
      return Class.forName(type).asSubclass(Server.class).getDeclaredConstructor().newInstance();
    } catch (LinkageError e) {
      return new StandardServer(); // Another version, without something that we need.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is in this jar and cannot be made", e);
    }
  }
}
