package io.tollgate.http;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What classes and methods are called in tables, messages and names of buckets. */
final class Names {

  private Names() {}

  /** Returns the class that somebody wrote, for one that a framework has derived from it. */
  static Class<?> written(Class<?> type) {
    if (Proxy.isProxyClass(type) && type.getInterfaces().length > 0) {
      return type.getInterfaces()[0]; // The class itself is called otherwise at every start.
    }
    var at = type;
    while (isDerived(at) && at.getSuperclass() != null && at.getSuperclass() != Object.class) {
      at = at.getSuperclass();
    }
    return at;
  }

  /** Returns the class that somebody wrote; of a proxy, the interface that a method is from. */
  static Class<?> written(Class<?> type, Method method) {
    if (!Proxy.isProxyClass(type)) {
      return written(type);
    }
    return Stream.of(type.getInterfaces())
        .filter(from -> has(from, method))
        .findFirst()
        .orElseGet(() -> written(type));
  }

  private static boolean has(Class<?> type, Method method) {
    return Arrays.stream(type.getMethods())
        .anyMatch(
            other ->
                other.getName().equals(method.getName())
                    && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
  }

  /** Proxies of Weld, HK2, Byte Buddy and Spring; nobody writes two dollars by hand. */
  private static boolean isDerived(Class<?> type) {
    var name = type.getName();
    return type.isSynthetic()
        || name.contains("$$")
        || name.contains("$Proxy$")
        || name.contains("_Subclass")
        || name.contains("$ByteBuddy$");
  }

  /** Returns {@code Orders}. */
  static String of(Class<?> type) {
    var written = written(type);
    return written.getSimpleName().isEmpty() ? written.getName() : written.getSimpleName();
  }

  /** Returns {@code Orders.list}, with its parameters if the class has several of that name. */
  static String of(Class<?> type, Method method) {
    var written = written(type, method);
    long sameName =
        Arrays.stream(written.getMethods())
            .filter(other -> !other.isBridge() && other.getName().equals(method.getName()))
            .count();
    var name = of(written) + "." + method.getName();
    return sameName <= 1
        ? name
        : Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", name + "(", ")"));
  }
}
