package io.tollgate;

import java.util.List;
import java.util.stream.Collectors;

/** Says everything that is wrong with a set of rules, none of which is taken. */
public final class RulesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final transient List<RuleProblem> problems;

  /**
   * Makes the exception.
   *
   * @param source what messages call the text that the rules come from
   */
  public RulesException(String source, List<RuleProblem> problems) {
    super(
        problems.stream().map(problem -> source + " " + problem).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, in the order of the text. */
  public List<RuleProblem> problems() {
    return problems;
  }
}
