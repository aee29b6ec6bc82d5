package io.tollgate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes rules of the settings below {@code tollgate.paths}. */
final class PathSettings {

  private PathSettings() {}

  /** Returns the rules, in the order of their names; those that cannot be made become problems. */
  static List<PathRule> read(Map<String, GivenValue> settings, Problems problems) {
    var byName = new TreeMap<String, Map<PathPart, GivenValue>>();
    settings.forEach(
        (setting, value) -> {
          int dot = setting.lastIndexOf('.');
          var name = setting.substring(SettingNames.PATHS.length() + 1, dot);
          var part = PathPart.named(setting.substring(dot + 1)).orElseThrow();
          byName.computeIfAbsent(name, any -> new EnumMap<>(PathPart.class)).put(part, value);
        });
    var rules = new ArrayList<PathRule>();
    byName.forEach((name, parts) -> read(name, parts, rules, problems));
    return List.copyOf(rules);
  }

  private static void read(
      String name, Map<PathPart, GivenValue> parts, List<PathRule> rules, Problems problems) {
    var rule = new PathDraft();
    boolean complete = true;
    for (var part : parts.entrySet()) {
      try {
        part.getKey().read(part.getValue().raw(), rule);
      } catch (IllegalArgumentException e) {
        problems.add(part.getValue().valuePlace() + ": " + e.getMessage());
        complete = false;
      }
    }
    if (!complete) {
      return;
    }
    try {
      rules.add(rule.named(name, SettingNames.PATHS + "." + Problems.shown(name)));
    } catch (IllegalArgumentException e) {
      problems.add(parts.values().iterator().next().valuePlace() + ": " + e.getMessage());
    }
  }
}
