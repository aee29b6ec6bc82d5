package io.tollgate.jaxrs;

/** What may be on the class path of an application, or not. */
public final class ClassPath {

  private ClassPath() {}

  /** Tells whether a class is there that this jar can do without. */
  public static boolean has(String type) {
    try {
      Class.forName(type, /* initialize= */ false, ClassPath.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // Not on the class path, which is all that is asked.
    }
  }
}
