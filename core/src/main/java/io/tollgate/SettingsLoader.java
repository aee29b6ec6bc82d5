package io.tollgate;

import io.tollgate.GivenValue.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gathers settings from their sources and checks them.
 *
 * <p>Every source is passed in, so that tests need no environment of their own. For each name the
 * first source that gives it wins; a name nobody knows is a problem wherever it stands.
 */
final class SettingsLoader {

  private static final String ENVIRONMENT_PREFIX = "TOLLGATE_";

  /**
   * What Kubernetes puts into every container of a namespace that has a service named {@code
   * tollgate} or {@code tollgate-something}: the name and value of a variable, with an equals sign
   * between. It is not meant for us.
   */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "TOLLGATE_([A-Z0-9_]+_)?(SERVICE_HOST=.*|SERVICE_PORT(_[A-Z0-9_]+)?=[0-9]+"
              + "|PORT=(tcp|udp|sctp)://.*|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=.*)");

  private final List<Setting<?>> declared = new ArrayList<>();
  private Map<String, ?> own = Map.of();
  private Map<String, String> systemProperties = Map.of();
  private Map<String, String> environment = Map.of();
  private SettingsFile.Finder finder = SettingsLoader::noFile;

  private static Optional<SettingsFile> noFile(Optional<String> path) {
    if (path.isPresent()) {
      throw new IllegalArgumentException(
          "Settings.of reads no file; use Settings.load or remove the setting");
    }
    return Optional.empty();
  }

  /** Makes settings known. */
  SettingsLoader declare(Collection<? extends Setting<?>> settings) {
    declared.addAll(settings);
    return this;
  }

  List<Setting<?>> declared() {
    return declared;
  }

  /** Sets what the program says, which goes before everything else. */
  SettingsLoader own(Map<String, ?> own) {
    this.own = own;
    return this;
  }

  SettingsLoader systemProperties(Map<String, String> systemProperties) {
    this.systemProperties = systemProperties;
    return this;
  }

  SettingsLoader environment(Map<String, String> environment) {
    this.environment = environment;
    return this;
  }

  /** Sets who finds the file, which comes after everything else. */
  SettingsLoader finder(SettingsFile.Finder finder) {
    this.finder = finder;
    return this;
  }

  /**
   * Returns the settings.
   *
   * @throws SettingsException if anything is wrong with them
   */
  Settings load() {
    var settings = loadWithProblems();
    if (!settings.problems().isEmpty()) {
      throw new SettingsException(settings.problems());
    }
    return settings;
  }

  /** Returns the settings as far as they are right, and what is wrong with them. */
  Settings loadWithProblems() {
    return new Loading().load();
  }

  /** One run of the loader. */
  private final class Loading {

    private final SettingNames names = new SettingNames(declared);
    private final Problems problems = new Problems();
    private Optional<Path> file = Optional.empty();

    private Settings load() {
      var fromProgram = known(programSays());
      var fromSystem = known(systemSays());
      var fromEnvironment = known(environmentSays());
      var config =
          merge(List.of(fromProgram, fromSystem, fromEnvironment)).get(Settings.CONFIG.name());
      var readable = fileSays(config);
      var fromFile = known(readable.orElse(List.of()));

      var merged = merge(List.of(fromProgram, fromSystem, fromEnvironment, fromFile));
      var values = values(merged);
      // Without the file, a limit of which another source overrides a part would look incomplete.
      var limits =
          readable.isPresent()
              ? limits(fromProgram, fromSystem, fromEnvironment, fromFile)
              : LimitSettings.Limits.NONE;
      var rules =
          readable.isPresent()
              ? RuleSettings.read(merged, fromFile.keySet(), problems)
              : RuleSet.EMPTY;
      return new Settings(
          values,
          limits,
          rules,
          file.map(path -> new Settings.Source(SettingsLoader.this, path)),
          problems.lines());
    }

    private List<GivenValue> programSays() {
      var given = new ArrayList<GivenValue>();
      own.forEach(
          (name, value) -> {
            if (SettingNames.isBelowRoot(name)) {
              given.add(GivenValue.of(Origin.PROGRAM, name, name, RawValue.of(value)));
            }
          });
      return given;
    }

    private List<GivenValue> systemSays() {
      var given = new ArrayList<GivenValue>();
      systemProperties.forEach(
          (name, value) -> {
            if (SettingNames.isBelowRoot(name)) {
              given.add(GivenValue.of(Origin.SYSTEM, name, name, new RawValue.Text(value)));
            }
          });
      return given;
    }

    private List<GivenValue> environmentSays() {
      var given = new ArrayList<GivenValue>();
      environment.forEach(
          (variable, value) -> {
            String name = variable.toLowerCase(Locale.ROOT).replace('_', '.');
            if (variable.startsWith(ENVIRONMENT_PREFIX)
                && (names.isKnown(name)
                    || !SERVICE_LINK.matcher(variable + '=' + value).matches())) {
              given.add(
                  GivenValue.of(Origin.ENVIRONMENT, name, variable, new RawValue.Text(value)));
            }
          });
      return given;
    }

    /** Returns what the file says, or nothing if there is a file and it cannot be read. */
    private Optional<List<GivenValue>> fileSays(@Nullable GivenValue config) {
      Optional<String> path;
      try {
        path = config == null ? Optional.empty() : Settings.CONFIG.parse(config.raw());
      } catch (IllegalArgumentException e) {
        return Optional.empty(); // becomes a problem together with the other values
      }
      Optional<SettingsFile> found;
      try {
        found = finder.find(path);
      } catch (IllegalArgumentException e) {
        problems.add(
            (config == null ? SettingsFile.NAME : config.valuePlace()) + ": " + e.getMessage());
        return Optional.empty();
      }
      try {
        file = found.flatMap(SettingsFile::path);
        return Optional.of(found.isEmpty() ? List.of() : found.get().read(names, problems));
      } catch (YamlException e) {
        problems.add(found.orElseThrow().label() + " " + e.getMessage());
        return Optional.empty();
      }
    }

    /** Returns by name what one source says; names nobody knows become problems. */
    private Map<String, GivenValue> known(List<GivenValue> source) {
      var known = new LinkedHashMap<String, GivenValue>();
      for (var given : source) {
        if (!names.isKnown(given.name())) {
          problems.add(given.namePlace() + " is not a setting" + hint(given));
        } else if (given.origin() == Origin.FILE && given.name().equals(Settings.CONFIG.name())) {
          problems.add(
              given.namePlace()
                  + " says where the file is and cannot stand in it; use a system property or the"
                  + " environment");
        } else {
          var first = known.putIfAbsent(given.name(), given);
          if (first != null) {
            problems.add(
                given.namePlace() + " is given a second time; the first is " + first.namePlace());
          }
        }
      }
      return known;
    }

    private String hint(GivenValue unknown) {
      return problems.isFull() ? "" : names.hint(unknown.name(), unknown.origin()::spell);
    }

    private Map<Setting<?>, Settings.Value> values(Map<String, GivenValue> resolved) {
      var values = new LinkedHashMap<Setting<?>, Settings.Value>();
      for (var setting : names.declared()) {
        var given = resolved.get(setting.name());
        values.put(
            setting,
            new Settings.Value(setting.defaultValue(), "the default of " + setting.name()));
        if (given != null) {
          try {
            values.put(setting, new Settings.Value(setting.parse(given.raw()), given.valuePlace()));
          } catch (IllegalArgumentException e) {
            problems.add(given.valuePlace() + ": " + e.getMessage());
          }
        }
      }
      return values;
    }

    private LimitSettings.Limits limits(
        Map<String, GivenValue> program,
        Map<String, GivenValue> system,
        Map<String, GivenValue> environment,
        Map<String, GivenValue> file) {
      var others = belowLimits(merge(List.of(program, system, file)));
      var matched = LimitSettings.matchEnvironment(belowLimits(environment), others, problems);
      return LimitSettings.read(
          belowLimits(merge(List.of(program, system, matched, file))), others.keySet(), problems);
    }
  }

  /** Returns for each name what the first source says that gives it. */
  private static Map<String, GivenValue> merge(List<Map<String, GivenValue>> sources) {
    var merged = new LinkedHashMap<String, GivenValue>();
    for (var source : sources) {
      source.forEach(merged::putIfAbsent);
    }
    return merged;
  }

  private static Map<String, GivenValue> belowLimits(Map<String, GivenValue> given) {
    var below = new LinkedHashMap<>(given);
    below.keySet().removeIf(name -> !SettingNames.isBelowLimits(name));
    return below;
  }
}
