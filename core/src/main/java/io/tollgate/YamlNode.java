package io.tollgate;

import java.util.List;

/** A piece of a YAML document, which knows where it stands. */
public sealed interface YamlNode {

  /** Returns where this piece begins. */
  Mark mark();

  /** A place in a text; the first line and the first column are 1. */
  record Mark(int line, int column) {

    @Override
    public String toString() {
      return "line " + line + ", column " + column;
    }
  }

  /** Plain text, as which numbers and the like are kept too. */
  record Scalar(Mark mark, String text) implements YamlNode {}

  /** A place that was left empty, or says {@code null}. */
  record Nothing(Mark mark) implements YamlNode {}

  /** Pieces in their order. */
  record Items(Mark mark, List<YamlNode> items) implements YamlNode {}

  /** Pieces by name, in their order; one name may still occur twice. */
  record Mapping(Mark mark, List<Entry> entries) implements YamlNode {}

  /** A name in a mapping and what it stands for. */
  record Entry(Mark mark, String name, YamlNode value) {}
}
