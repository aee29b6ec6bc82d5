package io.tollgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value as a source gives it, before it is known what it should be. */
sealed interface RawValue {

  /**
   * Reads this value.
   *
   * @throws IllegalArgumentException if it is not of that kind, saying what to write instead
   */
  <T> T parse(ValueKind<T> kind, boolean secret);

  /** Returns what a program put into a map: text, or one of the types that stand for it. */
  static RawValue of(@Nullable Object value) {
    if (value == null) {
      return new Unusable("this is null; give a value or remove it");
    }
    if (value instanceof Collection<?> collection) {
      var items = new ArrayList<String>();
      for (var item : collection) {
        if (item == null || !isPlain(item)) {
          return new Unusable("this list holds other things than plain values; give texts");
        }
        items.add(plainText(item));
      }
      return new Items(items);
    }
    return isPlain(value)
        ? new Text(plainText(value))
        : new Unusable("this is a " + value.getClass().getName() + "; give text");
  }

  private static boolean isPlain(Object value) {
    return value instanceof CharSequence
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Duration
        || value instanceof Enum<?>;
  }

  private static String plainText(Object value) {
    return value instanceof Enum<?> constant ? constant.name() : value.toString();
  }

  /** One text. */
  record Text(String text) implements RawValue {

    @Override
    public <T> T parse(ValueKind<T> kind, boolean secret) {
      if (text.isBlank() && !kind.takesBlank()) {
        throw new IllegalArgumentException("the value is empty; write one or remove the setting");
      }
      return kind.parse(text, secret ? "the secret value" : Problems.quoted(text));
    }
  }

  /** Several texts. */
  record Items(List<String> items) implements RawValue {

    @Override
    public <T> T parse(ValueKind<T> kind, boolean secret) {
      return kind.parse(items);
    }
  }

  /** Something that is no value of any setting. */
  record Unusable(String problem) implements RawValue {

    @Override
    public <T> T parse(ValueKind<T> kind, boolean secret) {
      throw new IllegalArgumentException(problem);
    }
  }
}
