package io.tollgate.rules;

/**
 * One thing that is wrong with what was sent.
 *
 * @param rule the rule that it is about; empty if none
 * @param field the part of it; empty if none
 * @param line where it stands in what was sent, from 1; 0 if that is not known
 * @param column likewise
 * @param message what is wrong, and what to write instead
 * @param suggestion a known word that was probably meant; empty if none
 */
record Fault(String rule, String field, int line, int column, String message, String suggestion) {

  static Fault of(String field, String message) {
    return new Fault("", field, 0, 0, message, "");
  }

  Fault at(int newLine, int newColumn) {
    return new Fault(rule, field, newLine, newColumn, message, suggestion);
  }
}
