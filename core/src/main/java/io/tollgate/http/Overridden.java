package io.tollgate.http;

import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
