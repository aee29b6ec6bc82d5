package io.tollgate;

/**
 * What is wrong with one part of one rule.
 *
 * @param rule the name of the rule, in one line; empty if no rule is to blame
 * @param field the part of the rule; empty if the whole rule is to blame
 * @param line where it stands, from 1; 0 if that is unknown
 * @param column where it stands, from 1; 0 if that is unknown
 * @param message what is wrong
 * @param suggestion what to write instead; may be empty
 */
public record RuleProblem(
    String rule, String field, int line, int column, String message, String suggestion) {

  /**
   * Makes a problem of a message that says what is wrong and, behind a semicolon, what to write.
   */
  static RuleProblem of(String rule, String field, YamlNode.Mark mark, String text) {
    int split = text.lastIndexOf("; ");
    boolean quoted =
        split > 0 && text.substring(0, split).chars().filter(c -> c == '"').count() % 2 == 1;
    return new RuleProblem(
        Problems.shown(rule),
        Problems.shown(field),
        mark.line(),
        mark.column(),
        split > 0 && !quoted ? text.substring(0, split) : text,
        split > 0 && !quoted ? text.substring(split + 2) : "");
  }

  /** Writes it in one line: where, what and the fix. */
  @Override
  public String toString() {
    var where = new StringBuilder();
    if (line > 0) {
      where.append("line ").append(line).append(", column ").append(column).append(": ");
    }
    if (!rule.isEmpty()) {
      where.append("rules.").append(rule).append(field.isEmpty() ? "" : "." + field).append(": ");
    }
    return where.append(what()).toString();
  }

  /** Returns what and the fix. */
  String what() {
    return suggestion.isEmpty() ? message : message + "; " + suggestion;
  }
}
