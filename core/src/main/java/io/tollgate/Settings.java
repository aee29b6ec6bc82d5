package io.tollgate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an application is configured with: a value for every declared {@link Setting}, limits, and
 * rules.
 *
 * <p>A setting has one name, {@code tollgate.*}, in every source. For each name the first source
 * that gives it wins:
 *
 * <ol>
 *   <li>a map that the program passes;
 *   <li>system properties;
 *   <li>environment variables: {@code TOLLGATE_LOCAL_MAXKEYS} for {@code tollgate.local.maxkeys};
 *   <li>{@code tollgate.yaml}: the file that {@code tollgate.config} names, or else the one in the
 *       working directory, or else the one on the class path.
 * </ol>
 *
 * <p>Everything is checked before a {@code Settings} exists, and all problems are told at once by a
 * {@link SettingsException}: unknown names, values that do not fit, limits that contradict. Only
 * {@link #loadWithProblems} leaves it to others to tell them.
 *
 * <p>Immutable.
 */
public final class Settings {

  /** The backend that holds the buckets. */
  public static final Setting<String> BACKEND =
      Setting.text("tollgate.backend", "Where buckets live: the name of a backend.").or("local");

  /** Where the file of settings is. */
  public static final Setting<Optional<String>> CONFIG =
      Setting.text(
              "tollgate.config",
              "Path of the file with settings; without it, `tollgate.yaml` in the working directory"
                  + " or on the class path.")
          .optional();

  /** What becomes of a call when the backend fails. */
  public static final Setting<FailureMode> FAILURE =
      Setting.choice(
              "tollgate.failure",
              "Who decides when the backend fails: this host's own buckets, or nobody and the call"
                  + " is let through or turned away with 503.",
              FailureMode.class)
          .or(FailureMode.LOCAL);

  /** How many keys the local backend remembers. */
  public static final Setting<Long> LOCAL_MAX_KEYS =
      Setting.whole(
              "tollgate.local.maxkeys",
              "How many buckets the local backend keeps at most.",
              1,
              100_000_000)
          .or(100_000L);

  /** The time budget of one decision. */
  public static final Setting<Duration> TIMEOUT =
      Setting.duration(
              "tollgate.timeout",
              "Time budget of one decision; after it, `tollgate.failure` decides.",
              Duration.ofNanos(1_000),
              Duration.ofHours(1))
          .or(Duration.ofMillis(50));

  /** Whether the file of settings is looked at while the application runs. */
  public static final Setting<Boolean> RULES_WATCH =
      Setting.flag(
              "tollgate.rules.watch",
              "Whether rules and limits are taken anew when the file of settings changes on disk.")
          .or(true);

  static final List<Setting<?>> CORE =
      List.of(BACKEND, CONFIG, FAILURE, LOCAL_MAX_KEYS, RULES_WATCH, TIMEOUT);

  /** The value of a setting and where it stands. */
  record Value(Object value, String place) {}

  private final Map<Setting<?>, Value> values;
  private final LimitSettings.Limits limits;
  private final RuleSet rules;
  private final Optional<Source> source;
  private final List<String> problems;

  /** What was read, to be read again when the file changes. */
  record Source(SettingsLoader loader, Path file) {}

  Settings(
      Map<Setting<?>, Value> values,
      LimitSettings.Limits limits,
      RuleSet rules,
      Optional<Source> source,
      List<String> problems) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.limits = limits;
    this.rules = rules;
    this.source = source;
    this.problems = problems;
  }

  /**
   * Returns the settings from system properties, the environment and the file.
   *
   * @throws SettingsException if anything is wrong with them
   */
  public static Settings load() {
    return load(Map.of());
  }

  /**
   * Returns the settings from a map, system properties, the environment and the file.
   *
   * @param own names and values; names outside {@code tollgate.*} are left alone, and a value may
   *     be text, a number, a boolean, a {@link Duration}, a constant of an enum or a collection
   * @throws SettingsException if anything is wrong with them
   */
  public static Settings load(Map<String, ?> own) {
    return everywhere(own).load();
  }

  /**
   * Returns the settings that {@link #load(Map)} returns, and where that would throw, those that
   * are right: for whoever looks for further mistakes before it says all of them, and {@linkplain
   * #problems() these} too. Nothing must run with them.
   */
  public static Settings loadWithProblems(Map<String, ?> own) {
    return everywhere(own).loadWithProblems();
  }

  private static SettingsLoader everywhere(Map<String, ?> own) {
    var properties = System.getProperties();
    var systemProperties = new LinkedHashMap<String, String>();
    for (var name : properties.stringPropertyNames()) {
      systemProperties.put(name, properties.getProperty(name, ""));
    }
    return loader()
        .own(own)
        .systemProperties(systemProperties)
        .environment(System.getenv())
        .finder(SettingsFile.finder(Path.of(""), ClassPath.loader()));
  }

  /**
   * Returns the settings from a map and nothing else.
   *
   * @param own names and values as {@link #load(Map)} takes them
   * @throws SettingsException if anything is wrong with them
   */
  public static Settings of(Map<String, ?> own) {
    return loader().own(own).load();
  }

  private static SettingsLoader loader() {
    var loader = new SettingsLoader().declare(CORE);
    ClassPath.services(SettingsProvider.class)
        .forEach(provider -> loader.declare(provider.settings()));
    ClassPath.services(BackendProvider.class)
        .forEach(provider -> loader.declare(provider.settings()));
    RuleSource.installed().forEach(source -> loader.declare(source.settings()));
    return loader;
  }

  /** Tells whether a module on the class path declares a setting of this name. */
  static boolean isDeclared(String name) {
    return new SettingNames(loader().declared()).isDeclared(name);
  }

  /** Returns the value of a setting: what a source gives, or its default. */
  @SuppressWarnings("unchecked") // the loader put it in as the value of this very setting
  public <T> T get(Setting<T> setting) {
    return (T) value(setting).value();
  }

  /**
   * Returns where the value of a setting stands, to begin a message with: {@code system property
   * tollgate.timeout}.
   */
  public String place(Setting<?> setting) {
    return value(setting).place();
  }

  private Value value(Setting<?> setting) {
    var value = values.get(setting);
    if (value == null) {
      throw new IllegalArgumentException(
          String.format(
              "%s is not declared; return this constant from a SettingsProvider that is named in"
                  + " META-INF/services/%s",
              setting, SettingsProvider.class.getName()));
    }
    return value;
  }

  /** Returns the configured limits by name, in the order of their names. */
  public Map<String, Limit> limits() {
    return limits.limits();
  }

  /**
   * Returns by the name of a limit, and then by plan, what callers of that plan have instead of it.
   *
   * <p>Each has the name of the limit that it stands for, which {@link #limits()} has too: a caller
   * whose key tells users apart and who changes plan keeps what was already taken.
   */
  public Map<String, Map<String, Limit>> plans() {
    return limits.plans();
  }

  /**
   * Returns by which name {@link #limits()} and {@link #plans()} have the limit of a bucket, if
   * they have it: by the bucket's own, or, where only the environment gives it, by one that differs
   * in what variables do not tell: upper and lower case, and punctuation.
   */
  public String limitName(String bucket) {
    return limits.nameOf(bucket);
  }

  /** Returns the rules, in the order of the file and then of their names. */
  public RuleSet rules() {
    return rules;
  }

  /**
   * Returns what is wrong, one line for each problem; nothing unless they come from {@link
   * #loadWithProblems}.
   */
  public List<String> problems() {
    return problems;
  }

  /** Returns the file on disk that settings come from; empty if there is none. */
  public Optional<Path> file() {
    return source.map(Source::file);
  }

  /**
   * Reads the file again, and returns the settings that all sources give now.
   *
   * @throws SettingsException if anything is wrong with them
   */
  public Settings again() {
    return source.map(read -> read.loader.load()).orElse(this);
  }

  /** Lists all settings, without the values of secret ones, and all limits. */
  @Override
  public String toString() {
    var lines = new ArrayList<String>();
    values.keySet().forEach(setting -> lines.add(setting + "=" + shown(setting)));
    limits().values().forEach(limit -> lines.add(SettingNames.LIMITS + "." + limit));
    plans()
        .forEach(
            (name, plans) ->
                plans.forEach(
                    (plan, limit) -> lines.add("plan " + Problems.shown(plan) + " of " + limit)));
    rules.rules().forEach(rule -> lines.add(SettingNames.RULES + "." + rule.toJson()));
    return String.join(", ", lines);
  }

  private <T> String shown(Setting<T> setting) {
    return setting.isSecret() ? "(secret)" : Problems.shown(setting.format(get(setting)));
  }
}
