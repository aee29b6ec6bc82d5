package io.tollgate;

import java.util.List;

/**
 * Why a call would be decided as it would be now. Looking takes nothing from any bucket.
 *
 * @param verdict {@code allowed}, {@code refused} or {@code denied}
 * @param endpoint the endpoint that answers; empty if none is known
 * @param rules the rules and annotations that have to do with the call, those that count first
 * @param claims what the call would ask of which bucket
 */
public record Explanation(String verdict, String endpoint, List<Line> rules, List<Look> claims) {

  /**
   * A rule or annotation.
   *
   * @param name the rule, or what the annotation stands on
   * @param layer {@code annotation}, {@code file} or the name of a source
   * @param bucket what it draws on; empty for allow and deny
   * @param description what it does, in plain language
   * @param counts whether it has a say in this call
   * @param why how, or why not
   */
  public record Line(
      String name, String layer, String bucket, String description, boolean counts, String why) {}

  /**
   * What is left of one bucket.
   *
   * @param limit the limit: {@code 100/min burst 200}
   * @param cost what the call takes
   * @param remaining what is left now
   * @param fits whether the call would pass
   * @param retryAfterSeconds when it would; 0 if it passes now, or never does
   * @param mode {@code enforce} or {@code shadow}
   */
  public record Look(
      String bucket,
      String limit,
      String key,
      long cost,
      long remaining,
      boolean fits,
      long retryAfterSeconds,
      String mode) {}

  /** Returns it in JSON. */
  public String toJson() {
    return ExplanationWriter.json(this);
  }
}
