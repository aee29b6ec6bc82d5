package io.tollgate;

import java.util.ServiceLoader;

/**
 * What the application and its modules have put on the class path.
 *
 * <p>It is looked at through the class loader of the thread, which is the application's in most
 * containers, and sees the whole of it where Tollgate itself is shared by several. But a thread of
 * a common pool may have one that sees nothing of the application; then it is Tollgate's own that
 * does.
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
