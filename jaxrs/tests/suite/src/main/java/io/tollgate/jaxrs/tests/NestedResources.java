package io.tollgate.jaxrs.tests;

import io.tollgate.Key;
import io.tollgate.Per;
import io.tollgate.RateLimited;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/**
 * Sub-resources of sub-resources, with limits on locators in the middle that the type of the first
 * locator does not show, or shows only in part.
 */
final class NestedResources {

  private NestedResources() {}

  /** Leads to all of them. */
  @Path("nested")
  public static class Nested {

    @Path("interface")
    public Shown shown() {
      return new BehindShown();
    }

    @Path("abstract")
    public Begun begun() {
      return new Finished();
    }

    @Path("wildcard")
    public Class<? extends Named> named() {
      return Named.class;
    }

    @Path("override")
    public Plain plain() {
      return new Overriding();
    }

    @Path("any")
    public Object any() {
      return new Unforeseen();
    }
  }

  /** With the limit on the interface. */
  public interface Shown {

    @Path("leaf")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    LeafOfShown leaf();
  }

  /** Says nothing itself. */
  public static class BehindShown implements Shown {

    @Override
    public LeafOfShown leaf() {
      return new LeafOfShown();
    }
  }

  /** A sub-resource without limits of its own. */
  public static class LeafOfShown {

    @GET
    public String get() {
      return "got";
    }
  }

  /** With the limit on the abstract class. */
  public abstract static class Begun {

    @Path("leaf")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public LeafOfBegun leaf() {
      return new LeafOfBegun();
    }
  }

  /** Says nothing itself. */
  public static class Finished extends Begun {}

  /** A sub-resource without limits of its own. */
  public static class LeafOfBegun {

    @GET
    public String get() {
      return "got";
    }
  }

  /** With the limit on a class that is the bound of a wildcard. */
  public static class Named {

    @Path("leaf")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public LeafOfNamed leaf() {
      return new LeafOfNamed();
    }
  }

  /** A sub-resource without limits of its own. */
  public static class LeafOfNamed {

    @GET
    public String get() {
      return "got";
    }
  }

  /** Without limits; so what it leads to is known at the start, and to be unlimited. */
  public interface Plain {

    @Path("leaf")
    LeafOfPlain leaf();
  }

  /** With the limit on the class, which shows only at the first request. */
  public static class Overriding implements Plain {

    @Override
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public LeafOfPlain leaf() {
      return new LeafOfPlain();
    }
  }

  /** A sub-resource without limits of its own. */
  public static class LeafOfPlain {

    @GET
    public String get() {
      return "got";
    }
  }

  /** With the limit on a class that shows only at the first request. */
  public static class Unforeseen {

    @Path("leaf")
    @RateLimited(limit = 2, per = Per.DAY, key = Key.GLOBAL)
    public LeafOfUnforeseen leaf() {
      return new LeafOfUnforeseen();
    }
  }

  /** A sub-resource without limits of its own. */
  public static class LeafOfUnforeseen {

    @GET
    public String get() {
      return "got";
    }
  }
}
