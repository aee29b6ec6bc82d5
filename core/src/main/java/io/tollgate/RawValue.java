package io.tollgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

  /** Returns what stands in a file. */
  static RawValue ofNode(YamlNode value) {
    if (value instanceof YamlNode.Scalar scalar) {
      return new Text(scalar.text());
    }
    if (value instanceof YamlNode.Items list) {
      var texts =
          list.items().stream()
              .filter(YamlNode.Scalar.class::isInstance)
              .map(item -> ((YamlNode.Scalar) item).text())
              .toList();
      return texts.size() == list.items().size()
          ? new Items(texts)
          : new Unusable("this list holds other things than plain values; write texts");
    }
    return value instanceof YamlNode.Mapping map
        ? Entries.of(map)
        : new Unusable("the value is empty; write one or remove the setting");
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

  /** Values by name, for the few settings that are maps. */
  record Entries(List<Entry> entries) implements RawValue {

    private static RawValue of(YamlNode.Mapping map) {
      var entries = new ArrayList<Entry>();
      var names = new HashSet<String>();
      for (var entry : map.entries()) {
        if (!names.add(entry.name())) {
          return new Unusable(
              Problems.quoted(entry.name()) + " stands twice in this map; remove one");
        }
        entries.add(new Entry(entry.name(), entry.value().mark(), ofNode(entry.value())));
      }
      return new Entries(entries);
    }

    /** Returns these entries and, for names that they do not have, the others. */
    Entries or(Entries others) {
      var all = new LinkedHashMap<String, Entry>();
      entries.forEach(entry -> all.put(entry.name, entry));
      others.entries.forEach(entry -> all.putIfAbsent(entry.name, entry));
      return new Entries(List.copyOf(all.values()));
    }

    @Override
    public <T> T parse(ValueKind<T> kind, boolean secret) {
      throw new IllegalArgumentException("this is a map; write one value");
    }
  }

  /** A value in a map. */
  record Entry(String name, YamlNode.Mark mark, RawValue value) {

    /** Reads this value, and says in the message whose it is. */
    void read(Runnable reader) {
      try {
        reader.run();
      } catch (IllegalArgumentException e) {
        throw new NestedException(mark, Problems.shown(name) + ": " + e.getMessage(), e);
      }
    }
  }

  /** Says what is wrong inside a map. */
  final class NestedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final transient YamlNode.Mark mark;

    NestedException(YamlNode.Mark mark, String message, Throwable cause) {
      super(message, cause);
      this.mark = mark;
    }

    YamlNode.Mark mark() {
      return mark;
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
