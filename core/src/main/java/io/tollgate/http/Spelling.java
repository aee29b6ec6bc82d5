package io.tollgate.http;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Writes an annotation as its author did: only what is not the default. */
final class Spelling {

  private Spelling() {}

  static String of(Annotation annotation) {
    var stated = new ArrayList<String>();
    var members = annotation.annotationType().getDeclaredMethods();
    // The order in which reflection has them is no order.
    Arrays.sort(members, Comparator.comparing(member -> rank(member.getName())));
    for (var member : members) {
      try {
        var value = member.invoke(annotation);
        if (!Objects.deepEquals(value, member.getDefaultValue())) {
          stated.add(member.getName() + " = " + text(value));
        }
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("cannot read " + annotation, e);
      }
    }
    var name = "@" + annotation.annotationType().getSimpleName();
    return stated.isEmpty() ? name : name + "(" + String.join(", ", stated) + ")";
  }

  /** What is looked for first stands first. */
  private static String rank(String member) {
    int rank = List.of("bucket", "limit", "max", "every", "per", "burst", "cost").indexOf(member);
    return (rank < 0 ? "z" : "a" + rank) + member;
  }

  private static String text(Object value) {
    if (value instanceof String text) {
      return '"' + text + '"';
    }
    if (value instanceof Class<?> type) {
      return type.getSimpleName() + ".class";
    }
    if (value.getClass().isArray()) {
      var items = new ArrayList<String>();
      for (int i = 0; i < Array.getLength(value); i++) {
        items.add(text(Array.get(value, i)));
      }
      return items.size() == 1 ? items.get(0) : "{" + String.join(", ", items) + "}";
    }
    return value.toString();
  }
}
