package io.tollgate.servlet.tests;

/**
 * The classes of an application without Jakarta REST, which the tests themselves have: then the
 * filter need not tell anybody what a request has paid.
 */
public final class WithoutRest extends ClassLoader {

  /** Hides it from an application. */
  public WithoutRest() {
    super(WithoutRest.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.equals("io.tollgate.jaxrs.TollgateFeature")) {
      throw new ClassNotFoundException(name + " is hidden");
    }
    return super.loadClass(name, resolve);
  }
}
