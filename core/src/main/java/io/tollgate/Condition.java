package io.tollgate;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a rule says about one side of a call: that it is one of these, or none of them.
 *
 * @param not whether it must be none of them
 * @param values these; empty if the rule says nothing about it
 */
public record Condition(boolean not, List<String> values) {

  /** Says nothing. */
  public static final Condition NONE = new Condition(/* not= */ false, List.of());

  /** Keeps the list as it is now. */
  public Condition {
    values = List.copyOf(values);
  }

  /** Returns the condition that something is one of these. */
  public static Condition in(String... values) {
    return new Condition(/* not= */ false, List.of(values));
  }

  /** Returns the condition that something is none of these. */
  public static Condition notIn(String... values) {
    return new Condition(/* not= */ true, List.of(values));
  }

  /** Tells whether the rule says anything. */
  public boolean isStated() {
    return !values.isEmpty();
  }

  /** Returns the values as a rule writes them. */
  List<String> written() {
    return not ? values.stream().map(value -> "!" + value).toList() : values;
  }

  /** Writes the values as people enumerate them: {@code a, b or c}. */
  String spoken() {
    int last = values.size() - 1;
    return last <= 0
        ? String.join("", values)
        : values.stream().limit(last).collect(Collectors.joining(", ")) + " or " + values.get(last);
  }
}
