package io.tollgate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes rules of the settings below {@code tollgate.rules}. */
final class RuleSettings {

  /** What is given for one rule; a part may be given in several places if it is a map. */
  private static final class Given {
    private final Map<RulePart, RawValue> parts = new EnumMap<>(RulePart.class);
    private final Map<RulePart, GivenValue> values = new EnumMap<>(RulePart.class);

    void put(SettingNames.PartOfRule name, GivenValue value) {
      var raw = value.raw();
      if (!name.nested().isEmpty()) {
        var entry = new RawValue.Entry(name.nested(), RuleReader.NOWHERE, raw);
        raw = new RawValue.Entries(List.of(entry));
      }
      if (parts.get(name.part()) instanceof RawValue.Entries before
          && raw instanceof RawValue.Entries more) {
        raw = name.nested().isEmpty() ? before.or(more) : more.or(before);
      }
      parts.put(name.part(), raw);
      values.putIfAbsent(name.part(), value);
    }

    /** Returns where a part of the rule stands, or where the rule begins. */
    String place(String rule, @Nullable RulePart part) {
      var value = part == null ? null : values.get(part);
      return value == null ? values.values().iterator().next().placeOf(rule) : value.valuePlace();
    }
  }

  private RuleSettings() {}

  /**
   * Returns the rules; those that cannot be made become problems.
   *
   * @param ofFile names in the order of the file, which is also that of the rules
   */
  static RuleSet read(
      Map<String, GivenValue> settings, Collection<String> ofFile, Problems problems) {
    var byName = new LinkedHashMap<String, Given>();
    ofFile.forEach(name -> add(name, settings.get(name), byName));
    new TreeMap<>(settings).forEach((name, value) -> add(name, value, byName));
    var rules = new ArrayList<Rule>();
    byName.forEach(
        (name, given) ->
            RuleReader.make(
                    name,
                    given.parts,
                    (part, nested, text) -> problems.add(given.place(name, part) + ": " + text))
                .ifPresent(rules::add));
    for (var problem : RuleContradictions.of(rules, (rule, field) -> RuleReader.NOWHERE)) {
      var given = byName.get(problem.rule());
      problems.add(
          given == null
              ? problem.toString()
              : given.place(problem.rule(), RulePart.named(problem.field()).orElse(null))
                  + ": "
                  + problem.what());
    }
    return RuleSet.checked(rules);
  }

  private static void add(String name, @Nullable GivenValue value, Map<String, Given> byName) {
    var part = SettingNames.partOfRule(name);
    if (part.isPresent() && value != null) {
      byName.computeIfAbsent(part.get().rule(), any -> new Given()).put(part.get(), value);
    }
  }
}
