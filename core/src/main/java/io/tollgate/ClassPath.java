package io.tollgate;

import java.util.ServiceLoader;

/**
 * What the application and its modules have put on the class path.
 *
 * <p>It is looked at through the class loader of the thread, which is the application's in most
 * containers, and sees the whole of it even where Tollgate itself is shared by several. But a
 * thread of a common pool may have one that does not see Tollgate. Then Tollgate's own is asked,
 * which sees the application that has brought it; one that shares it has to read its settings on a
 * thread of its own.
 */
final class ClassPath {

  private ClassPath() {}

  /** Finds what modules offer. */
  static <T> ServiceLoader<T> services(Class<T> type) {
    return ServiceLoader.load(type, loader());
  }

  static ClassLoader loader() {
    var ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread != null && seesUs(ofThread) ? ofThread : ClassPath.class.getClassLoader();
  }

  /** Tells whether it sees this very Tollgate: services of another one would not fit. */
  private static boolean seesUs(ClassLoader loader) {
    try {
      return Class.forName(ClassPath.class.getName(), /* initialize= */ false, loader)
          == ClassPath.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // Which is all that is asked.
    }
  }
}
