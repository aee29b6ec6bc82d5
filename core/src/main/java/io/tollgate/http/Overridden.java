package io.tollgate.http;

import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds what a method overrides, nearest first: in superclasses, then in interfaces. */
public final class Overridden {

  private Overridden() {}

  /** Returns a class and all it extends and implements: classes upwards first, then interfaces. */
  public static List<Class<?>> lineage(Class<?> type) {
    var classes = new ArrayList<Class<?>>();
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      classes.add(at);
    }
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (var at : classes) {
      addInterfaces(at, interfaces);
    }
    interfaces.removeAll(classes);
    classes.addAll(interfaces);
    return classes;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> interfaces) {
    for (var implemented : type.getInterfaces()) {
      if (interfaces.add(implemented)) {
        addInterfaces(implemented, interfaces);
      }
    }
  }

  /**
   * Returns the method of a class that runs when this one is called: a framework may name the one
   * that the compiler has put before it, because an ancestor leaves the types of its parameters
   * open.
   */
  static Method implementation(Class<?> type, Method method) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      var declared =
          Arrays.stream(at.getDeclaredMethods())
              .filter(one -> one.getName().equals(method.getName()))
              .filter(one -> one.getParameterCount() == method.getParameterCount())
              .toList();
      var same =
          declared.stream()
              .filter(one -> Arrays.equals(one.getParameterTypes(), method.getParameterTypes()))
              .toList();
      var written = same.stream().filter(one -> !one.isBridge()).findFirst();
      if (written.isPresent()) {
        return written.get();
      }
      if (!same.isEmpty()) {
        var behind =
            declared.stream().filter(one -> !one.isBridge() && takes(method, one)).toList();
        return behind.size() == 1 ? behind.get(0) : method;
      }
    }
    return method;
  }

  private static boolean takes(Method bridge, Method behind) {
    var open = bridge.getParameterTypes();
    var given = behind.getParameterTypes();
    return IntStream.range(0, open.length).allMatch(i -> open[i].isAssignableFrom(given[i]));
  }

  /** Returns the declarations of a method in a class and in all that it extends or implements. */
  public static List<Method> declarations(Class<?> type, Method method) {
    var found = new ArrayList<Method>();
    for (var ancestor : lineage(type)) {
      in(ancestor, method).ifPresent(found::add);
    }
    if (found.isEmpty()) {
      found.add(method);
    }
    return found;
  }

  private static Optional<Method> in(Class<?> type, Method method) {
    Method generic = null;
    for (var candidate : type.getDeclaredMethods()) {
      if (candidate.isBridge()
          || !candidate.getName().equals(method.getName())
          || candidate.getParameterCount() != method.getParameterCount()) {
        continue;
      }
      if (List.of(candidate.getParameterTypes()).equals(List.of(method.getParameterTypes()))) {
        return Optional.of(candidate);
      }
      if (takesAsGeneric(candidate, method)) {
        generic = candidate;
      }
    }
    return Optional.ofNullable(generic);
  }

  /** Where the two differ, the ancestor's parameter is a type variable that the heir has filled. */
  private static boolean takesAsGeneric(Method ancestor, Method heir) {
    var declared = ancestor.getGenericParameterTypes();
    var erased = ancestor.getParameterTypes();
    var given = heir.getParameterTypes();
    for (int i = 0; i < given.length; i++) {
      boolean same = erased[i] == given[i];
      if (!same
          && !(declared[i] instanceof TypeVariable<?> && erased[i].isAssignableFrom(given[i]))) {
        return false;
      }
    }
    return true;
  }
}
