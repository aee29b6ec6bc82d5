package io.tollgate;

import java.util.List;
import java.util.Map;

/**
 * What rules have done since the application started.
 *
 * @param counts by the name of a rule that is in force
 * @param topRefused the keys that were refused most, the most refused first; bounded, and the
 *     counts are estimates where there are more keys than are counted
 */
public record RuleReport(Map<String, Count> counts, List<RefusedKey> topRefused) {

  /**
   * Counts the calls of a rule.
   *
   * @param allowed calls that it let pass
   * @param refused calls that it refused or denied
   * @param shadowed calls that it would have refused if it were not in shadow mode
   */
  public record Count(long allowed, long refused, long shadowed) {}

  /**
   * Who was refused.
   *
   * @param bucket by which limit
   * @param key whose bucket
   * @param refused how often
   */
  public record RefusedKey(String bucket, String key, long refused) {}
}
