package io.tollgate.rules.envoy;

import static io.tollgate.rules.envoy.Complaints.quoted;

import io.tollgate.YamlNode;
import io.tollgate.YamlNode.Mark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The entries of one mapping in a file of Envoy's service, checked by name. */
final class EnvoyFields {

  private static final Set<String> WORDS_FOR_TRUE = Set.of("true", "yes", "on", "y");
  private static final Set<String> WORDS_FOR_FALSE = Set.of("false", "no", "off", "n");

  private final String source;
  private final Mark mark;
  private final Complaints complaints;
  private final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();

  private EnvoyFields(String source, Mark mark, Complaints complaints) {
    this.source = source;
    this.mark = mark;
    this.complaints = complaints;
  }

  /**
   * Returns the entries, and complains about those that do not belong here.
   *
   * @param what how messages call the mapping
   */
  static EnvoyFields of(
      YamlNode node, String what, List<String> known, String source, Complaints complaints) {
    var fields = new EnvoyFields(source, node.mark(), complaints);
    if (!(node instanceof YamlNode.Mapping mapping)) {
      complaints.add(
          source, node.mark(), what + " is expected here; write name: value with " + list(known));
      return fields;
    }
    for (var entry : mapping.entries()) {
      if (!known.contains(entry.name())) {
        complaints.add(source, entry.mark(), unknown(entry.name(), what, known));
      } else if (fields.entries.putIfAbsent(entry.name(), entry) != null) {
        complaints.add(source, entry.mark(), entry.name() + " stands twice here; remove one");
      }
    }
    return fields;
  }

  private static String unknown(String name, String what, List<String> known) {
    return known.stream()
        .filter(each -> squeezed(each).equals(squeezed(name)))
        .findFirst()
        .map(meant -> quoted(name) + " is not known; did you mean " + meant + "?")
        .orElseGet(
            () -> quoted(name) + " does not belong into " + what + "; it has " + list(known));
  }

  private static String squeezed(String name) {
    return name.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
  }

  private static String list(List<String> known) {
    return String.join(", ", known);
  }

  /** Returns where a field's value stands, or the mapping if there is none. */
  Mark mark(String name) {
    var entry = entries.get(name);
    return entry == null ? mark : entry.value().mark();
  }

  /** Returns what a field holds, if there is one and it is not left empty. */
  Optional<YamlNode> node(String name) {
    return Optional.ofNullable(entries.get(name))
        .map(YamlNode.Entry::value)
        .filter(value -> !(value instanceof YamlNode.Nothing));
  }

  String text(String name) {
    var node = node(name);
    if (node.isEmpty()) {
      return "";
    }
    if (node.get() instanceof YamlNode.Scalar scalar) {
      return scalar.text();
    }
    complaints.add(source, node.get().mark(), name + " is one text; write it in one line");
    return "";
  }

  boolean flag(String name) {
    var text = text(name);
    if (!text.isEmpty() && !WORDS_FOR_TRUE.contains(text) && !WORDS_FOR_FALSE.contains(text)) {
      complaints.add(source, mark(name), name + " is " + quoted(text) + "; write true or false");
    }
    return WORDS_FOR_TRUE.contains(text);
  }

  List<YamlNode> items(String name) {
    var node = node(name);
    if (node.isEmpty()) {
      return List.of();
    }
    if (node.get() instanceof YamlNode.Items list) {
      return list.items();
    }
    complaints.add(
        source, node.get().mark(), name + " is a list; begin each line with a dash, - key: …");
    return List.of();
  }
}
