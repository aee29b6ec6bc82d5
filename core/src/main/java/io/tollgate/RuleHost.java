package io.tollgate;

import java.util.List;

/** An application in which rules are in force, as a {@link RuleSource} sees it. */
public interface RuleHost extends Explainer {

  /**
   * Puts a set of rules in force, in place of what the same source brought before: as a whole and
   * in one step, or not at all.
   *
   * <p>Each request is decided by the old rules or by the new ones. What callers have taken already
   * stays taken.
   *
   * @throws RulesException if it cannot be put in force here; what was before stays
   */
  void take(RuleSet rules);

  /** Returns what the rules have done since the application started. */
  RuleReport report();

  /** Returns the endpoints of the application. */
  List<EndpointLine> endpoints();

  /**
   * An endpoint of the application.
   *
   * @param name what rules call it
   * @param methods HTTP methods; empty if that is unknown
   * @param path its template; empty if that is unknown
   * @param limits what annotations and settings say, one line for each limit
   */
  record EndpointLine(String name, List<String> methods, String path, List<String> limits) {}
}
