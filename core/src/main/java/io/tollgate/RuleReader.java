package io.tollgate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads rules from a document of YAML, which JSON is too, and collects all that is wrong. */
final class RuleReader {

  static final YamlNode.Mark NOWHERE = new YamlNode.Mark(0, 0);

  /** Nobody reads more, and a hostile text could make hundreds of thousands. */
  private static final int MAX_LISTED = 50;

  private static final String NAME = "name";

  private final List<RuleProblem> problems = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, YamlNode.Mark> names = new LinkedHashMap<>();
  private final Map<String, YamlNode.Mark> fields = new HashMap<>();
  private int unlisted;

  private RuleReader() {}

  static RuleSet read(byte[] utf8, String source) {
    var reader = new RuleReader();
    reader.document(utf8).ifPresent(root -> reader.rules(section(root)));
    if (reader.problems.isEmpty()) {
      RuleContradictions.of(reader.rules, reader::place).forEach(reader::add);
    }
    reader.throwIfAny(source);
    return RuleSet.checked(reader.rules);
  }

  static Rule readRule(byte[] utf8, String source) {
    var reader = new RuleReader();
    var root = reader.document(utf8);
    if (root.isPresent() && root.get() instanceof YamlNode.Mapping parts) {
      reader.unnamed(parts);
    } else if (reader.problems.isEmpty()) {
      var mark = root.map(YamlNode::mark).orElse(new YamlNode.Mark(1, 1));
      reader.add("", "", mark, "a rule is expected here; write {name: ..., limit: ...}");
    }
    reader.throwIfAny(source);
    return reader.rules.get(0);
  }

  private Optional<YamlNode> document(byte[] utf8) {
    try {
      return Yaml.read(utf8).filter(root -> !(root instanceof YamlNode.Nothing));
    } catch (YamlException e) {
      add("", "", e.mark(), e.problem());
      return Optional.empty();
    }
  }

  private YamlNode.Mark place(String rule, String field) {
    return fields.getOrDefault(rule + '\n' + field, names.getOrDefault(rule, NOWHERE));
  }

  /** Rules may stand alone, below {@code rules}, and below {@code tollgate} and that. */
  private static YamlNode section(YamlNode root) {
    if (!(root instanceof YamlNode.Mapping mapping)) {
      return root;
    }
    for (var entry : mapping.entries()) {
      if (entry.name().equals("rules") || entry.name().equals(SettingNames.RULES)) {
        return entry.value();
      }
      if (entry.name().equals(SettingNames.ROOT)
          && entry.value() instanceof YamlNode.Mapping nested
          && section(nested) != nested) {
        return section(nested);
      }
    }
    return root;
  }

  private void rules(YamlNode section) {
    if (section instanceof YamlNode.Mapping byName) {
      byName.entries().forEach(this::named);
    } else if (section instanceof YamlNode.Items list) {
      for (var item : list.items()) {
        if (item instanceof YamlNode.Mapping parts) {
          unnamed(parts);
        } else {
          add("", "", item.mark(), "a rule is expected here; write {name: ..., limit: ...}");
        }
      }
    } else if (!(section instanceof YamlNode.Nothing)) {
      add("", "", section.mark(), "rules are expected here; write name: {limit: 100/min}");
    }
  }

  private void named(YamlNode.Entry entry) {
    if (entry.value() instanceof YamlNode.Mapping parts) {
      rule(entry.name(), entry.mark(), parts.entries());
    } else if (!Settings.isDeclared(SettingNames.RULES + "." + entry.name())) {
      add(
          entry.name(),
          "",
          entry.value().mark(),
          "the parts of a rule are expected here; write {path: /report, limit: 100/min}");
    }
  }

  /** Reads a rule that says its name itself. */
  private void unnamed(YamlNode.Mapping parts) {
    YamlNode.Scalar name = null;
    var others = new ArrayList<YamlNode.Entry>();
    for (var entry : parts.entries()) {
      if (name == null
          && entry.name().equals(NAME)
          && entry.value() instanceof YamlNode.Scalar text) {
        name = text;
      } else {
        others.add(entry);
      }
    }
    if (name == null) {
      add("", NAME, parts.mark(), "the rule has no name; add name");
    }
    rule(name == null ? "unnamed" : name.text(), name == null ? parts.mark() : name.mark(), others);
  }

  private void rule(String name, YamlNode.Mark mark, List<YamlNode.Entry> entries) {
    var first = names.putIfAbsent(name, mark);
    if (first != null) {
      add(
          name,
          "",
          mark,
          "this rule is given a second time, the first is at " + first + "; rename one");
    }
    var parts = new EnumMap<RulePart, RawValue>(RulePart.class);
    for (var entry : entries) {
      var part = RulePart.named(entry.name());
      if (part.isEmpty()) {
        add(name, entry.name(), entry.mark(), "this is not a part of a rule" + hint(entry.name()));
      } else if (parts.putIfAbsent(part.get(), RawValue.ofNode(entry.value())) != null) {
        add(name, entry.name(), entry.mark(), "this stands twice in the rule; remove one");
      } else {
        fields.put(name + '\n' + entry.name(), entry.value().mark());
      }
    }
    make(
            name,
            parts,
            (part, nested, text) -> add(name, field(part), mark(name, part, nested), text))
        .ifPresent(rules::add);
  }

  private static String hint(String name) {
    return Nearest.find(name, RulePart.names())
        .map(nearest -> Nearest.isNear(name, nearest) ? "; did you mean " + nearest + "?" : "")
        .orElse("");
  }

  private static String field(@Nullable RulePart part) {
    return part == null ? "" : part.spelled();
  }

  private YamlNode.Mark mark(String name, @Nullable RulePart part, YamlNode.Mark nested) {
    return nested.equals(NOWHERE) ? place(name, field(part)) : nested;
  }

  /** Hears what is wrong with a rule: with a part of it, or with all. */
  @FunctionalInterface
  interface Listener {

    /**
     * Hears of a problem.
     *
     * @param nested where it stands inside the part, or {@link #NOWHERE}
     */
    void problem(@Nullable RulePart part, YamlNode.Mark nested, String text);
  }

  /** Makes a rule of its parts; those that do not fit become problems. */
  static Optional<Rule> make(String name, Map<RulePart, RawValue> parts, Listener problems) {
    var draft = new RuleDraft();
    boolean complete = true;
    for (var part : parts.entrySet()) {
      try {
        part.getKey().read(part.getValue(), draft);
      } catch (RawValue.NestedException e) {
        problems.problem(part.getKey(), e.mark(), String.valueOf(e.getMessage()));
        complete = false;
      } catch (IllegalArgumentException e) {
        problems.problem(part.getKey(), NOWHERE, String.valueOf(e.getMessage()));
        complete = false;
      }
    }
    try {
      return complete ? Optional.of(draft.named(name)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      problems.problem(null, NOWHERE, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void add(String rule, String field, YamlNode.Mark mark, String text) {
    add(RuleProblem.of(rule, field, mark, text));
  }

  private void add(RuleProblem problem) {
    if (problems.size() < MAX_LISTED) {
      problems.add(problem);
    } else {
      unlisted++;
    }
  }

  private void throwIfAny(String source) {
    problems.sort(Comparator.comparingInt(RuleProblem::line).thenComparingInt(RuleProblem::column));
    if (unlisted > 0) {
      problems.add(RuleProblem.of("", "", NOWHERE, "and " + unlisted + " more"));
    }
    if (!problems.isEmpty()) {
      throw new RulesException(source, Collections.unmodifiableList(problems));
    }
  }
}
