package io.tollgate.bench.rest;

import io.tollgate.jaxrs.TollgateFeature;
import java.util.function.Consumer;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** One way to serve the endpoint. */
public enum Variant {
  /** Nobody limits anything. */
  NONE("no limiter", /* hasTollgate= */ false, 200, app -> app.register(Greetings.Free.class)),
  /** The same again: what differs from the first is noise. */
  NONE_AGAIN(
      "no limiter, a second time",
      /* hasTollgate= */ false,
      200,
      app -> app.register(Greetings.Free.class)),
  /** Filters that limit nothing: what two header fields alone cost. */
  FIELDS(
      "filters that set two fields",
      /* hasTollgate= */ false,
      200,
      app -> app.register(Greetings.Free.class).register(new ConstantFields())),
  /** A count: what any limiter has to do. */
  COUNT(
      "filters that count in a map, by user",
      /* hasTollgate= */ false,
      200,
      app -> app.register(Greetings.Free.class).register(new CountInMap())),
  /** Tollgate is there and has nothing to do. */
  UNLIMITED(
      "Tollgate, the endpoint without limits",
      /* hasTollgate= */ true,
      200,
      app -> app.register(Greetings.Free.class)),
  /** One limit by user. */
  USER(
      "**Tollgate**, one limit by user",
      /* hasTollgate= */ true,
      200,
      app -> app.register(Greetings.ByUser.class)),
  /** One limit by address. */
  ADDRESS(
      "**Tollgate**, one limit by address",
      /* hasTollgate= */ true,
      200,
      app -> app.register(Greetings.ByAddress.class)),
  /** Three limits. */
  THREE(
      "**Tollgate**, three limits: user, address, all",
      /* hasTollgate= */ true,
      200,
      app -> app.register(Greetings.ByThree.class)),
  /** A filter written by hand. */
  BUCKET4J(
      "filter by hand, Bucket4j in a map, by user",
      /* hasTollgate= */ false,
      200,
      app -> app.register(Greetings.Free.class).register(HandWrittenFilter.ample())),
  /** One limit by user, which refuses. */
  REFUSED(
      "**Tollgate**, one limit by user, refused",
      /* hasTollgate= */ true,
      429,
      app -> app.register(Greetings.Scarce.class)),
  /** A filter written by hand, which refuses. */
  BUCKET4J_REFUSED(
      "filter by hand, Bucket4j in a map, refused",
      /* hasTollgate= */ false,
      429,
      app -> app.register(Greetings.Free.class).register(HandWrittenFilter.scarce()));

  private final String label;
  private final boolean hasTollgate;
  private final int status;

  @SuppressWarnings("ImmutableEnumChecker") // Keeps nothing.
  private final Consumer<ResourceConfig> resources;

  Variant(String label, boolean hasTollgate, int status, Consumer<ResourceConfig> resources) {
    this.label = label;
    this.hasTollgate = hasTollgate;
    this.status = status;
    this.resources = resources;
  }

  /** Returns the name in tables. */
  public String label() {
    return label;
  }

  /** Returns the status of every answer but each user's first, which is 200. */
  public int status() {
    return status;
  }

  /** Returns the application. */
  public ResourceConfig application() {
    var app = new ResourceConfig().register(new Authentication());
    app.property(ServerProperties.WADL_FEATURE_DISABLE, true);
    // Tollgate is in the JVM of all, and must not be found. Nobody looks for services, because who
    // does has Jersey ask for more of them with each response.
    app.property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
    if (hasTollgate) {
      app.register(TollgateFeature.class);
    }
    resources.accept(app);
    return app;
  }
}
