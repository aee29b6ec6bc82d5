package io.tollgate.rules;

import java.time.Instant;
import java.util.Optional;

/**
 * A rule as it is kept.
 *
 * @param body its JSON, without its name
 * @param revision counts the changes of this name, and never goes back
 * @param granted whether it is a grant, which is removed when it ends
 * @param endsAt when it ends
 */
record StoredRule(
    String name,
    String body,
    long revision,
    boolean granted,
    Optional<Instant> endsAt,
    String changedBy,
    Instant changedAt) {

  /** Returns what a client must show to change this rule, and no later one. */
  String etag() {
    return '"' + Long.toString(revision) + '"';
  }
}
