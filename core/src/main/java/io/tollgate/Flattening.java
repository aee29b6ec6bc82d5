package io.tollgate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Turns nested mappings into dotted names. */
final class Flattening {

  /** Longer than any name that can mean something; keeps nested names from multiplying. */
  private static final int MAX_NAME_LENGTH = 300;

  /** What the names in a map are. */
  private enum Level {
    /** Settings, or the beginnings of their names. */
    SETTINGS,
    /** Parts of a limit, or its plans. */
    LIMIT,
    /** Plans of a limit. */
    PLANS,
    /** Parts of a plan. */
    PLAN;

    /** Returns the names that there are; empty if they are free or checked elsewhere. */
    private Collection<String> known() {
      return switch (this) {
        case SETTINGS, PLANS -> List.of();
        case LIMIT -> LimitPart.namesBelowALimit();
        case PLAN -> LimitPart.names();
      };
    }

    private Level below(String name) {
      if (this == PLANS) {
        return PLAN;
      }
      return SettingNames.isPlans(name)
          ? PLANS
          : SettingNames.isBelowLimits(name) ? LIMIT : SETTINGS;
    }
  }

  private final String label;
  private final SettingNames names;
  private final Problems problems;
  private final List<GivenValue> given = new ArrayList<>();

  private Flattening(String label, SettingNames names, Problems problems) {
    this.label = label;
    this.names = names;
    this.problems = problems;
  }

  /**
   * Returns what a file says, nested names joined by dots; names that cannot be become problems.
   */
  static List<GivenValue> of(
      YamlNode.Mapping root, String label, SettingNames names, Problems problems) {
    var flattening = new Flattening(label, names, problems);
    flattening.mapping("", Level.SETTINGS, root);
    return flattening.given;
  }

  private void mapping(String parent, Level level, YamlNode.Mapping mapping) {
    var known = level.known();
    var seen = new HashSet<String>();
    for (var entry : mapping.entries()) {
      String name = join(parent, entry.name());
      if (name.length() > MAX_NAME_LENGTH) {
        problems.add(
            String.format(
                "%s %s: the name is longer than %d characters",
                label, entry.mark(), MAX_NAME_LENGTH));
      } else if (!seen.add(name)) {
        problems.add(place(entry, name) + " stands twice in this map; remove one");
      } else if (!known.isEmpty() && !known.contains(entry.name())) {
        problems.add(
            place(entry, name)
                + " is not one of "
                + String.join(", ", known)
                + (problems.isFull() ? "" : Nearest.hint(entry.name(), known)));
      } else if (isMisnamedRule(parent, name, entry.value())) {
        problems.add(
            place(entry, name)
                + ": no rule can have .plans. or .header. in its name, where names of a map of"
                + " another rule begin; rename the rule");
      } else if (entry.value() instanceof YamlNode.Mapping nested
          && isSection(level, parent, name, nested)) {
        mapping(name, level.below(name), nested);
      } else if (!isEmptySection(name, entry.value())) {
        given.add(
            GivenValue.ofFile(
                label, name, entry.mark(), entry.value().mark(), RawValue.ofNode(entry.value())));
      }
    }
  }

  /** Tells whether names are nested here; a map where a value belongs is left for the message. */
  private boolean isSection(Level level, String parent, String name, YamlNode.Mapping nested) {
    return !nested.entries().isEmpty()
        && switch (level) {
          case SETTINGS ->
              SettingNames.isBelowRules(name) ? isRule(parent, name) : !names.isDeclared(name);
          case LIMIT -> SettingNames.isPlans(name);
          case PLANS -> true;
          case PLAN -> false;
        };
  }

  /**
   * Directly below the rules a map is a rule, also where its name is that of a setting or ends like
   * a part, which are not maps; farther down it is what stands for a part.
   */
  private static boolean isRule(String parent, String name) {
    var part = SettingNames.partOfRule(name);
    return part.isEmpty() || (parent.equals(SettingNames.RULES) && !part.get().part().isMap());
  }

  /** Tells whether a rule is meant whose settings would be read as those of another one. */
  private static boolean isMisnamedRule(String parent, String name, YamlNode value) {
    return parent.equals(SettingNames.RULES)
        && value instanceof YamlNode.Mapping
        && SettingNames.partOfRule(name).filter(part -> !part.nested().isEmpty()).isPresent();
  }

  /** The names may stand below {@code tollgate:}, or at the top with or without that prefix. */
  private static String join(String parent, String name) {
    boolean complete = name.equals(SettingNames.ROOT) || SettingNames.isBelowRoot(name);
    return !parent.isEmpty()
        ? parent + '.' + name
        : complete ? name : SettingNames.ROOT + '.' + name;
  }

  /** A section whose lines are all commented out is no mistake. */
  private boolean isEmptySection(String name, YamlNode value) {
    return !(value instanceof YamlNode.Scalar || value instanceof YamlNode.Items)
        && (names.isSection(name) || SettingNames.isPlans(name));
  }

  private String place(YamlNode.Entry entry, String name) {
    return label + " " + entry.mark() + ": " + Problems.shown(name);
  }
}
