package io.tollgate.jaxrs.tests;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import io.tollgate.Unlimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Resources with limits in different places; nothing comes back while a test runs. */
final class LimitedResources {

  private LimitedResources() {}

  /** With a limit on a method. */
  @Path("method")
  public static class OnMethod {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }

    @GET
    @Path("free")
    public String free() {
      return "got";
    }
  }

  /** With a limit on the class. */
  @Path("class")
  @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
  public static class OnClass {

    @GET
    public String get() {
      return "got";
    }

    @GET
    @Path("other")
    public String other() {
      return "got";
    }
  }

  /** What others extend. */
  public abstract static class Base {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  /** Leaves a type open. */
  public interface Store<K> {

    @GET
    @Path("{id}")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    String read(@PathParam("id") K id);
  }

  /** With a limit on an interface that leaves open what its method takes. */
  @Path("store")
  public static class Stored implements Store<String> {

    @Override
    public String read(String id) {
      return "got";
    }
  }

  /** With a limit on the superclass. */
  @Path("superclass")
  public static class OnSuperclass extends Base {}

  /** What others implement. */
  public interface Getting {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    String get();
  }

  /** With a limit on the interface. */
  @Path("interface")
  public static class OnInterface implements Getting {

    @Override
    public String get() {
      return "got";
    }
  }

  /** With limits on class and method. */
  @Path("merged")
  @RateLimited(limit = 1, per = Per.DAY, key = Key.GLOBAL)
  @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL, bucket = "merged")
  public static class Merged {

    @GET
    @Path("own")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String own() {
      return "got";
    }

    @GET
    @Path("other")
    public String other() {
      return "got";
    }
  }

  /** With sub-resources that have limits. */
  @Path("parents")
  public static class Parents {

    @Path("{id}/children")
    public Children children() {
      return new Children();
    }

    @Path("{id}/hidden")
    public Getting hidden() {
      return new Hidden();
    }
  }

  /** A sub-resource. */
  public static class Children {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  /** A sub-resource that shows only at the first request. */
  public static class Hidden implements Getting {

    @Override
    public String get() {
      return "got";
    }
  }

  /** With a limit on the way to a sub-resource. */
  @Path("locator")
  public static class Located {

    @Path("sub")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL, bucket = "located")
    public Behind behind() {
      return new Behind();
    }
  }

  /** A sub-resource without limits of its own. */
  public static class Behind {

    @GET
    public String get() {
      return "got";
    }

    @GET
    @Path("more")
    public String more() {
      return "got";
    }
  }

  /** With a method that opts out. */
  @Path("opting")
  @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
  public static class OptingOut {

    @GET
    @Path("limited")
    public String limited() {
      return "got";
    }

    @GET
    @Path("out")
    @Unlimited
    public String out() {
      return "got";
    }
  }

  /** With two limits on one method: 2 for each, 4 for all. */
  @Path("repeated")
  public static class Repeated {

    @GET
    @RateLimited(limit = 2, per = Per.DAY, by = "query:by")
    @RateLimited(limit = 4, per = Per.DAY, key = Key.GLOBAL)
    public String get() {
      return "got";
    }
  }

  /** With one bucket for two methods. */
  @Path("sharing")
  public static class Sharing {

    @GET
    @Path("one")
    @RateLimited(limit = 3, per = Per.DAY, key = Key.GLOBAL, bucket = "shared")
    public String one() {
      return "got";
    }

    @GET
    @Path("two")
    @RateLimited(bucket = "shared", key = Key.GLOBAL)
    public String two() {
      return "got";
    }
  }
}
