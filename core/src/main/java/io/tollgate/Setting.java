package io.tollgate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Something that can be configured: its name, what it may hold, its default and what it is for.
 *
 * <p>A module declares its settings as constants, names them in a {@link SettingsProvider} and
 * reads them by {@link Settings#get}:
 *
 * <pre>{@code
 * static final Setting<Long> CONNECTIONS =
 *     Setting.whole("tollgate.redis.connections", "Connections to each node.", 1, 100).or(1L);
 * static final Setting<Optional<String>> PASSWORD =
 *     Setting.text("tollgate.redis.password", "Password of the user.").secret().optional();
 * }</pre>
 *
 * @param <T> the type of its value
 */
public final class Setting<T> {

  /** No dashes and no underscores, so that the name in the environment stands for no other. */
  private static final Pattern NAME = Pattern.compile("tollgate(\\.[a-z][a-z0-9]*)+");

  private final Draft<?> draft;
  private final ValueKind<T> kind;
  private final T defaultValue;

  private Setting(Draft<?> draft, ValueKind<T> kind, T defaultValue) {
    this.draft = draft;
    this.kind = kind;
    this.defaultValue = defaultValue;
  }

  /** Begins a setting that holds text. */
  public static Draft<String> text(String name, String description) {
    return new Draft<>(name, description, new ValueKind.Text(), /* secret= */ false);
  }

  /** Begins a setting that holds a duration from {@code min} to {@code max}. */
  public static Draft<Duration> duration(
      String name, String description, Duration min, Duration max) {
    return new Draft<>(name, description, new ValueKind.Span(min, max), /* secret= */ false);
  }

  /** Begins a setting that holds a whole number from {@code min} to {@code max}. */
  public static Draft<Long> whole(String name, String description, long min, long max) {
    return new Draft<>(name, description, new ValueKind.Whole(min, max), /* secret= */ false);
  }

  /** Begins a setting that holds true or false. */
  public static Draft<Boolean> flag(String name, String description) {
    return new Draft<>(name, description, new ValueKind.Flag(), /* secret= */ false);
  }

  /** Begins a setting that holds one constant of {@code type}, written in upper or lower case. */
  public static <E extends Enum<E>> Draft<E> choice(
      String name, String description, Class<E> type) {
    return new Draft<>(name, description, ValueKind.Choice.of(type), /* secret= */ false);
  }

  /** Begins a setting that holds texts, separated by commas or as a list of YAML. */
  public static Draft<List<String>> list(String name, String description) {
    return new Draft<>(name, description, new ValueKind.Items(), /* secret= */ false);
  }

  /** Returns the name, which begins with {@code tollgate.} in every source. */
  public String name() {
    return draft.name;
  }

  /** Returns what this setting is for, in one sentence. */
  public String description() {
    return draft.description;
  }

  /** Returns in a word or two what this setting may hold. */
  public String type() {
    return kind.title();
  }

  /** Returns the value this setting has when no source gives one. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Tells whether the value is kept out of every message. */
  public boolean isSecret() {
    return draft.secret;
  }

  T parse(RawValue raw) {
    return raw.parse(kind, draft.secret);
  }

  String format(T value) {
    return kind.format(value);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name();
  }

  /**
   * A setting still without its default.
   *
   * @param <T> the type of its value
   */
  public static final class Draft<T> {

    private final String name;
    private final String description;
    private final ValueKind<T> kind;
    private final boolean secret;

    private Draft(String name, String description, ValueKind<T> kind, boolean secret) {
      if (!NAME.matcher(name).matches() || !SettingNames.isFree(name)) {
        throw new IllegalArgumentException(
            name
                + " cannot name a setting; write lower-case words without dashes that are joined by"
                + " dots, the first being tollgate and the second not limits, and none below a rule");
      }
      this.name = name;
      this.description = description;
      this.kind = kind;
      this.secret = secret;
    }

    /** Returns this draft with its value kept out of every message. */
    public Draft<T> secret() {
      return new Draft<>(name, description, kind, /* secret= */ true);
    }

    /**
     * Returns this draft with its value read further, into a type of the module's own.
     *
     * @param type in a word or two what the setting may hold
     * @param reader throws {@link IllegalArgumentException} where a value does not fit; the message
     *     says what is wrong and what to write instead, and goes after the place of the value
     * @param writer returns what {@code reader} reads as its argument
     * @param <U> the module's own type
     */
    public <U> Draft<U> as(String type, Function<T, U> reader, Function<U, T> writer) {
      return new Draft<>(
          name, description, new ValueKind.Own<>(kind, type, reader, writer), secret);
    }

    /** Completes the setting with the value it has when no source gives one. */
    public Setting<T> or(T defaultValue) {
      // A default outside the bounds is a mistake of the module, found as soon as it is loaded.
      return new Setting<>(
          this, kind, kind.parse(kind.format(defaultValue), "the default of " + name));
    }

    /** Completes the setting as one that may be left out. */
    public Setting<Optional<T>> optional() {
      return new Setting<>(this, new ValueKind.Maybe<>(kind), Optional.empty());
    }
  }
}
