package io.tollgate.rules;

import java.time.Instant;
import java.util.Optional;

/**
 * What a rule was after one change.
 *
 * @param body its JSON; empty if it was removed
 * @param approvedBy who agreed, where four eyes are asked for
 */
record Revision(
    long revision,
    Action action,
    Optional<String> body,
    boolean granted,
    String changedBy,
    Optional<String> approvedBy,
    Optional<String> reason,
    Instant changedAt) {}
