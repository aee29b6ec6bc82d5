package io.tollgate.http;

import io.tollgate.ConcurrencyLimited;
import io.tollgate.RateLimited;
import io.tollgate.Unlimited;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;

/** Reads the annotations of an endpoint, from the nearest to the farthest. */
final class Declarations {

  private final List<String> mistakes;
  private final List<Declaration> found = new ArrayList<>();
  private boolean ended;

  private Declarations(List<String> mistakes) {
    this.mistakes = mistakes;
  }

  /**
   * Returns what holds for an endpoint: what is nearer replaces what is farther and draws on the
   * same bucket by the same key; all others add up.
   *
   * @param locators the methods that lead to the class of this one, all of them equally near unless
   *     one overrides another
   * @param mistakes takes those that contradict themselves
   */
  static List<Declaration> of(
      Class<?> type, Method method, List<Method> locators, List<String> mistakes) {
    var reading = new Declarations(mistakes);
    reading.read(type, method);
    reading.read(locators);
    return reading.found;
  }

  /** Tells whether a method says anything about limits itself. */
  static boolean isAnnotated(Method method) {
    return method.isAnnotationPresent(RateLimited.class)
        || method.isAnnotationPresent(RateLimited.All.class)
        || method.isAnnotationPresent(ConcurrencyLimited.class)
        || method.isAnnotationPresent(ConcurrencyLimited.All.class);
  }

  private void read(Class<?> type, Method method) {
    for (var declared : Overridden.declarations(type, method)) {
      read(declared, Names.of(declared.getDeclaringClass(), declared));
    }
    for (var ancestor : Overridden.lineage(type)) {
      read(ancestor, Names.of(ancestor));
    }
  }

  private void read(List<Method> locators) {
    if (ended) {
      return;
    }
    var stated = new LinkedHashMap<Method, List<Declaration>>();
    for (var locator : locators) {
      stated.put(locator, stated(locator, Names.of(locator.getDeclaringClass(), locator)));
    }
    var nearest = List.copyOf(found);
    stated.forEach(
        (locator, here) -> {
          var nearer = new ArrayList<>(nearest);
          stated.forEach(
              (other, there) -> {
                if (overrides(other, locator)) {
                  nearer.addAll(there);
                }
              });
          keep(here, nearer);
        });
  }

  private static boolean overrides(Method heir, Method method) {
    return !heir.equals(method)
        && Overridden.declarations(heir.getDeclaringClass(), heir).contains(method);
  }

  private void read(AnnotatedElement element, String place) {
    if (!ended) {
      keep(stated(element, place), found);
    }
  }

  /** Several on one element all hold, so they are compared with the nearer ones only. */
  private void keep(List<Declaration> here, List<Declaration> nearer) {
    found.addAll(
        here.stream()
            .filter(farther -> nearer.stream().noneMatch(one -> one.replaces(farther)))
            .toList());
  }

  private List<Declaration> stated(AnnotatedElement element, String place) {
    var here = new ArrayList<Declaration>();
    add(element, place, RateLimited.class, Declaration::of, here);
    add(element, place, ConcurrencyLimited.class, Declaration::of, here);
    if (element.isAnnotationPresent(Unlimited.class)) {
      ended = true;
      if (!here.isEmpty()) {
        mistakes.add(here.get(0).where() + "@Unlimited stands beside it; remove one of the two");
      }
    }
    return here;
  }

  private <A extends Annotation> void add(
      AnnotatedElement element,
      String place,
      Class<A> type,
      BiFunction<A, String, Declaration> reader,
      List<Declaration> here) {
    for (var annotation : element.getDeclaredAnnotationsByType(type)) {
      try {
        here.add(reader.apply(annotation, place));
      } catch (IllegalArgumentException e) {
        mistakes.add(Spelling.of(annotation) + " on " + place + ": " + e.getMessage());
      }
    }
  }
}
