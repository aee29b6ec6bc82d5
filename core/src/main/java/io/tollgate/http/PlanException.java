package io.tollgate.http;

import java.util.List;

/** Says everything that is wrong with the limits of an application, one line for each mistake. */
public final class PlanException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  private final List<String> mistakes;

  PlanException(List<String> mistakes) {
    super(
        mistakes.size() == 1
            ? mistakes.get(0)
            : mistakes.size() + " mistakes in limits:\n" + String.join("\n", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /** Returns the mistakes: where, what and the fix, each in one line. */
  public List<String> mistakes() {
    return mistakes;
  }
}
