package io.tollgate.http;

import io.tollgate.Unlimited;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The methods with limits that lead to sub-resources: these hold for all behind them. */
final class Locators {

  /** Not as they are told, which is by chance: names of buckets follow from it. */
  private static final Comparator<Method> BY_NAME =
      Comparator.comparing((Method locator) -> locator.getDeclaringClass().getName())
          .thenComparing(Method::getName)
          .thenComparing(Method::toString);

  private final List<Method> known = new ArrayList<>();

  /** Takes note of a method; tells whether it has limits that were not known before. */
  boolean add(Method locator, List<String> mistakes) {
    if (known.contains(locator)) {
      return false;
    }
    if (!Declarations.isAnnotated(locator)) {
      if (locator.isAnnotationPresent(Unlimited.class)) {
        mistakes.add(
            "@Unlimited on "
                + Names.of(locator.getDeclaringClass(), locator)
                + ": nothing is farther away than a locator; put it on the class or the methods that"
                + " this one leads to");
      }
      return false;
    }
    known.add(locator);
    if (returned(locator) == Object.class) {
      mistakes.add(
          Names.of(locator.getDeclaringClass(), locator)
              + ": limits on a locator hold for the class that it returns, and this one returns any"
              + " object; state a class or an interface, or put the limits there");
    }
    return true;
  }

  /** Forgets a method. */
  void remove(Method locator) {
    known.remove(locator);
  }

  /** Tells whether a method leads to a class. */
  static boolean leads(Method locator, Class<?> type) {
    return returned(locator).isAssignableFrom(type);
  }

  /** Returns those that lead to a class, by their names. */
  List<Method> to(Class<?> type) {
    var leading = new ArrayList<Method>();
    for (var locator : known) {
      if (leads(locator, type)) {
        leading.add(locator);
      }
    }
    leading.sort(BY_NAME);
    return leading;
  }

  /** A locator returns an object, or the class of one. */
  private static Class<?> returned(Method locator) {
    if (locator.getReturnType() == Class.class
        && locator.getGenericReturnType() instanceof ParameterizedType named) {
      var argument = named.getActualTypeArguments()[0];
      var bound = argument instanceof WildcardType any ? any.getUpperBounds()[0] : argument;
      return bound instanceof Class<?> type ? type : Object.class;
    }
    return locator.getReturnType() == Class.class ? Object.class : locator.getReturnType();
  }
}
