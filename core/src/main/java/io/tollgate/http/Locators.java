package io.tollgate.http;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;

/** The methods that lead to sub-resources, whose limits hold for all behind them. */
final class Locators {

  private final List<Method> known = new ArrayList<>();

  /** Takes note of a method. */
  void add(Method locator, List<String> mistakes) {
    if (known.contains(locator)) {
      return;
    }
    known.add(locator);
    if (Declarations.isAnnotated(locator) && returned(locator) == Object.class) {
      mistakes.add(
          Names.of(locator.getDeclaringClass(), locator)
              + ": limits on a locator hold for the class that it returns, and this one returns any"
              + " object; state a class or an interface, or put the limits there");
    }
  }

  /** Returns those with limits that lead to a class. */
  List<Method> to(Class<?> type) {
    var leading = new ArrayList<Method>();
    for (var locator : known) {
      if (Declarations.isAnnotated(locator) && returned(locator).isAssignableFrom(type)) {
        leading.add(locator);
      }
    }
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
