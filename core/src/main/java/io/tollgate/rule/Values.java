package io.tollgate.rule;

import io.tollgate.Condition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of a condition; in some of them {@code *} stands for any text, also for none. */
final class Values {

  private final Condition condition;
  private final Set<String> exact = new HashSet<>();
  private final List<List<String>> patterns = new ArrayList<>();

  private Values(Condition condition) {
    this.condition = condition;
  }

  /** Takes each value as it stands. */
  static Values exactly(Condition condition) {
    var values = new Values(condition);
    values.exact.addAll(condition.values());
    return values;
  }

  /** Takes a {@code *} in a value for any text. */
  static Values withWildcards(Condition condition) {
    var values = new Values(condition);
    for (var value : condition.values()) {
      if (hasWildcard(value)) {
        values.patterns.add(List.of(value.split("\\*", -1)));
      } else {
        values.exact.add(value);
      }
    }
    return values;
  }

  static boolean hasWildcard(String value) {
    return value.indexOf('*') >= 0;
  }

  /** Tells whether the condition holds; what is unknown is none of the values. */
  boolean fit(@Nullable String text) {
    return !condition.isStated() || (text != null && contain(text)) != condition.not();
  }

  private boolean contain(String text) {
    if (exact.contains(text)) {
      return true;
    }
    for (int i = 0; i < patterns.size(); i++) {
      if (matches(patterns.get(i), text)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The parts between wildcards come one after the other; the first begins it, the last ends it.
   */
  private static boolean matches(List<String> parts, String text) {
    var first = parts.get(0);
    var last = parts.get(parts.size() - 1);
    if (!text.startsWith(first)
        || !text.endsWith(last)
        || text.length() < first.length() + last.length()) {
      return false;
    }
    int from = first.length();
    int end = text.length() - last.length();
    for (int i = 1; i < parts.size() - 1; i++) {
      int found = text.indexOf(parts.get(i), from);
      if (found < 0 || found + parts.get(i).length() > end) {
        return false;
      }
      from = found + parts.get(i).length();
    }
    return true;
  }
}
